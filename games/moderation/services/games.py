"""The clock and the talk of a game: pausing, more time, skipping, locking, hiding."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from games.engine.advancing import SKIP_TURN
from games.machinery.errors import ServiceError, not_found
from games.machinery.transactions import one_transaction
from games.models import Act, Game, Message, Notification, Player
from games.moderation.services import trail
from games.moderation.services.plans import (
    Change,
    Plan,
    TurnPlan,
    carry_out,
    change_to,
    check_ply,
    each_once,
    people_at,
    player_at,
)
from games.now import database_now
from games.play.services import deadlines
from games.play.services.locking import check_going_on
from games.play.services.moves import rehearse
from games.post.services import telling
from games.words import player_name

What = Act.What
Kind = Notification.Kind
LONGEST_EXTENSION = timedelta(days=60)


def plan_pause(*, by: User, game: Game) -> Plan:
    """The clock of a game stops. Moves can be made all the same."""
    check_going_on(game)
    if game.is_paused:
        raise ServiceError("paused-already", 409)
    return _clock_plan(What.PAUSE, game, deadlines.hold)


@one_transaction
def pause(*, by: User, game_id: int, why: str) -> Act:
    """Stop the clock of a game."""
    game = trail.open_game(by, What.PAUSE, game_id)
    return carry_out(plan_pause(by=by, game=game), by=by, why=why)


def plan_resume(*, by: User, game: Game) -> Plan:
    """The clock runs again with what was left."""
    check_going_on(game)
    if not game.is_paused:
        raise ServiceError("not-paused", 409)
    return _clock_plan(What.RESUME, game, deadlines.go_on)


@one_transaction
def resume(*, by: User, game_id: int, why: str) -> Act:
    """Start the clock of a game again."""
    game = trail.open_game(by, What.RESUME, game_id)
    return carry_out(plan_resume(by=by, game=game), by=by, why=why)


def _clock_plan(what: What, game: Game, turn: Callable[[Game, Player, datetime], None]) -> Plan:
    after = copy(game)
    turn(after, player_to_act(game), database_now())
    return Plan(
        what=what,
        game=game,
        told=people_at(game),
        before=clock_of(game),
        after=clock_of(after),
        changes=(change_to(game, after, deadlines.CLOCK_FIELDS),),
    )


@dataclass(frozen=True, kw_only=True)
class ExtendPlan(Plan):
    """More time for a turn, of which its player is then reminded anew."""

    def apply(self, *, by: User, why: str) -> None:
        assert self.game is not None
        Plan.apply(self, by=by, why=why)
        telling.make_way(self.game, [Kind.REMINDER, Kind.LAST_REMINDER], self.game.ply)


def plan_extend(
    *, by: User, game: Game, span: timedelta, expected_ply: int | None = None
) -> ExtendPlan:
    """More time for the turn that is being made. It is a gift: no bank pays for it."""
    check_going_on(game)
    if expected_ply is not None:
        check_ply(game, expected_ply)
    if not timedelta(0) < span <= LONGEST_EXTENSION:
        raise ServiceError("bad-extension", 422)
    after, player = copy(game), player_to_act(game)
    if not deadlines.give(after, player, database_now(), span):
        raise ServiceError("no-clock", 409)
    given = {"seconds": int(span.total_seconds()), "name": player_name(player)}
    return ExtendPlan(
        what=What.EXTEND,
        game=game,
        told=people_at(game),
        before=clock_of(game),
        after=clock_of(after) | given,
        changes=(change_to(game, after, deadlines.CLOCK_FIELDS),),
    )


@one_transaction
def extend(
    *, by: User, game_id: int, why: str, span: timedelta, expected_ply: int | None = None
) -> Act:
    """Give whoever is to act more time."""
    game = trail.open_game(by, What.EXTEND, game_id)
    plan = plan_extend(by=by, game=game, span=span, expected_ply=expected_ply)
    return carry_out(plan, by=by, why=why)


def plan_skip(*, by: User, game: Game, expected_ply: int) -> TurnPlan:
    """The turn passes with nothing done. It does not count as one that the player missed."""
    check_going_on(game)
    check_ply(game, expected_ply)
    player = player_to_act(game)
    turn = rehearse(game, player.seat, [{"kind": SKIP_TURN}], imposed=True)
    after = clock_of(turn.game) | {"ply": turn.game.ply, "name": player_name(player)}
    return TurnPlan(
        what=What.SKIP,
        game=game,
        told=people_at(game),
        before=clock_of(game) | {"ply": game.ply},
        after=after,
        turn=turn,
    )


@one_transaction
def skip(*, by: User, game_id: int, why: str, expected_ply: int) -> Act:
    """Let the turn pass."""
    game = trail.open_game(by, What.SKIP, game_id)
    return carry_out(plan_skip(by=by, game=game, expected_ply=expected_ply), by=by, why=why)


def plan_lock_talk(*, by: User, game: Game) -> Plan:
    """Nobody writes at this table any more."""
    return _plan_lock(game, locked=True)


def plan_unlock_talk(*, by: User, game: Game) -> Plan:
    """People talk at this table again."""
    return _plan_lock(game, locked=False)


def _plan_lock(game: Game, *, locked: bool) -> Plan:
    if game.talk_locked == locked:
        raise ServiceError("is-so-already", 409)
    return Plan(
        what=What.LOCK_TALK if locked else What.UNLOCK_TALK,
        game=game,
        told=people_at(game),
        before={"talk_locked": not locked},
        after={"talk_locked": locked},
        changes=(Change(game, {"talk_locked": locked}),),
    )


@one_transaction
def lock_talk(*, by: User, game_id: int, why: str) -> Act:
    """Lock the talk of a table."""
    game = trail.open_game(by, What.LOCK_TALK, game_id)
    return carry_out(plan_lock_talk(by=by, game=game), by=by, why=why)


@one_transaction
def unlock_talk(*, by: User, game_id: int, why: str) -> Act:
    """Open the talk of a table again."""
    game = trail.open_game(by, What.UNLOCK_TALK, game_id)
    return carry_out(plan_unlock_talk(by=by, game=game), by=by, why=why)


def plan_hide_message(*, by: User, game: Game, message_id: int) -> Plan:
    """Nobody at the table reads it any more, nor in a mail; moderators do."""
    return _plan_hidden(by, game, message_id, hidden=True)


def plan_show_message(*, by: User, game: Game, message_id: int) -> Plan:
    """Everybody at the table reads it again."""
    return _plan_hidden(by, game, message_id, hidden=False)


def _plan_hidden(by: User, game: Game, message_id: int, *, hidden: bool) -> Plan:
    message = Message.objects.filter(game=game, pk=message_id).select_related("author").first()
    if message is None:
        raise not_found()
    if message.hidden == hidden:
        raise ServiceError("is-so-already", 409)
    author = message.author
    trail.check_apart(by, author)
    return Plan(
        what=What.HIDE_MESSAGE if hidden else What.SHOW_MESSAGE,
        game=game,
        person=author,
        told=each_once(author),
        before={"hidden": not hidden, "message": message.pk, "text": message.text},
        after={"hidden": hidden, "name": author.username if author else ""},
        changes=(Change(message, {"hidden": hidden}),),
    )


@one_transaction
def hide_message(*, by: User, game_id: int, why: str, message_id: int) -> Act:
    """Hide something that was said."""
    game = trail.open_game(by, What.HIDE_MESSAGE, game_id)
    return carry_out(plan_hide_message(by=by, game=game, message_id=message_id), by=by, why=why)


@one_transaction
def show_message(*, by: User, game_id: int, why: str, message_id: int) -> Act:
    """Show again what was hidden."""
    game = trail.open_game(by, What.SHOW_MESSAGE, game_id)
    return carry_out(plan_show_message(by=by, game=game, message_id=message_id), by=by, why=why)


def player_to_act(game: Game) -> Player:
    """Who is to act, from the players that are loaded already."""
    player = player_at(game.players.all(), game.to_act)
    if player is None:
        raise ServiceError("no-such-seat", 422)
    return player


def clock_of(game: Game) -> dict[str, object]:
    """As the trail keeps it."""
    return {
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "paused": game.is_paused,
        "to_act": game.to_act,
    }
