"""The clock and the talk of a game: pausing, more time, skipping, locking, hiding."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import User
from games.models import Act, Game, Message, Notification, Player
from games.now import database_now
from games.records import SKIP_TURN
from games.services import clock, expiry, post
from games.services.errors import ServiceError, moved_on, not_found
from games.services.moderation import trail
from games.services.moderation.concerned import concerned
from games.services.moves import advance_seat, check_going_on
from games.services.transactions import one_transaction
from games.words import player_name

What = Act.What
Kind = Notification.Kind
LONGEST_EXTENSION = timedelta(days=60)


@one_transaction
def pause(*, by: User, game_id: int, why: str) -> Act:
    """Stop the clock of a game. Moves can be made all the same."""
    game = trail.open_game(by, What.PAUSE, game_id)
    check_going_on(game)
    if game.is_paused:
        raise ServiceError("paused-already", 409)
    before = clock_of(game)
    game = clock.pause(game_id=game_id)
    act = trail.write(
        by=by, what=What.PAUSE, why=why, game=game, before=before, after=clock_of(game)
    )
    trail.tell(act, concerned(What(act.what), game))
    return act


@one_transaction
def resume(*, by: User, game_id: int, why: str) -> Act:
    game = trail.open_game(by, What.RESUME, game_id)
    check_going_on(game)
    if not game.is_paused:
        raise ServiceError("not-paused", 409)
    before = clock_of(game)
    game = clock.resume(game_id=game_id)
    act = trail.write(
        by=by, what=What.RESUME, why=why, game=game, before=before, after=clock_of(game)
    )
    trail.tell(act, concerned(What(act.what), game))
    return act


@one_transaction
def extend(
    *, by: User, game_id: int, why: str, span: timedelta, expected_ply: int | None = None
) -> Act:
    """More time for the turn that is being made. It is a gift: no bank pays for it."""
    game = trail.open_game(by, What.EXTEND, game_id)
    check_going_on(game)
    if expected_ply is not None:
        check_ply(game, expected_ply)
    if not timedelta(0) < span <= LONGEST_EXTENSION:
        raise ServiceError("bad-extension", 422)
    before = clock_of(game)
    player = player_to_act(game)
    if not clock.give(game, player, database_now(), span):
        raise ServiceError("no-clock", 409)
    game.save(update_fields=clock.CLOCK_FIELDS)
    # The turn is reminded of anew.
    post.vacate(game, [Kind.REMINDER, Kind.LAST_REMINDER], game.ply)
    after = clock_of(game) | {"seconds": int(span.total_seconds()), "name": player_name(player)}
    act = trail.write(by=by, what=What.EXTEND, why=why, game=game, before=before, after=after)
    trail.tell(act, concerned(What(act.what), game))
    return act


@one_transaction
def skip(*, by: User, game_id: int, why: str, expected_ply: int) -> Act:
    """The turn passes with nothing done. It does not count as one that the player missed."""
    game = trail.open_game(by, What.SKIP, game_id)
    check_going_on(game)
    check_ply(game, expected_ply)
    player = player_to_act(game)
    before = clock_of(game) | {"ply": game.ply}
    advance_seat(game, player.seat, [{"kind": SKIP_TURN}], imposed=True)
    after = clock_of(game) | {"ply": game.ply, "name": player_name(player)}
    act = trail.write(by=by, what=What.SKIP, why=why, game=game, before=before, after=after)
    trail.tell(act, concerned(What(act.what), game))
    return act


@one_transaction
def lock_talk(*, by: User, game_id: int, why: str) -> Act:
    return _set_lock(by, game_id, why, locked=True)


@one_transaction
def unlock_talk(*, by: User, game_id: int, why: str) -> Act:
    return _set_lock(by, game_id, why, locked=False)


def _set_lock(by: User, game_id: int, why: str, *, locked: bool) -> Act:
    what = What.LOCK_TALK if locked else What.UNLOCK_TALK
    game = trail.open_game(by, what, game_id)
    if game.talk_locked == locked:
        raise ServiceError("is-so-already", 409)
    game.talk_locked = locked
    game.save(update_fields=["talk_locked"])
    values = {"talk_locked": not locked}, {"talk_locked": locked}
    act = trail.write(by=by, what=what, why=why, game=game, before=values[0], after=values[1])
    trail.tell(act, concerned(What(act.what), game))
    return act


@one_transaction
def hide_message(*, by: User, game_id: int, why: str, message_id: int) -> Act:
    """Nobody at the table reads it any more, nor in a mail; moderators do."""
    return _set_hidden(by, game_id, why, message_id, hidden=True)


@one_transaction
def show_message(*, by: User, game_id: int, why: str, message_id: int) -> Act:
    return _set_hidden(by, game_id, why, message_id, hidden=False)


def _set_hidden(by: User, game_id: int, why: str, message_id: int, *, hidden: bool) -> Act:
    what = What.HIDE_MESSAGE if hidden else What.SHOW_MESSAGE
    game = trail.open_game(by, what, game_id)
    message = Message.objects.filter(game=game, pk=message_id).select_related("author").first()
    if message is None:
        raise not_found()
    if message.hidden == hidden:
        raise ServiceError("is-so-already", 409)
    author = message.author
    trail.check_apart(by, author)
    message.hidden = hidden
    message.save(update_fields=["hidden"])
    act = trail.write(
        by=by,
        what=what,
        why=why,
        game=game,
        person=author,
        before={"hidden": not hidden, "message": message.pk, "text": message.text},
        after={"hidden": hidden, "name": author.username if author else ""},
    )
    trail.tell(act, concerned(what, game, message_id=message.pk))
    return act


@one_transaction
def pause_site(*, by: User, why: str) -> Act:
    """Nobody's time runs until the site goes on."""
    trail.check_may(by, What.PAUSE_SITE)
    if not expiry.pause_all():
        raise ServiceError("paused-already", 409)
    return trail.write(by=by, what=What.PAUSE_SITE, why=why)


@one_transaction
def resume_site(*, by: User, why: str) -> Act:
    trail.check_may(by, What.RESUME_SITE)
    stood = expiry.resume_all()
    if stood is None:
        raise ServiceError("not-paused", 409)
    after = {"seconds": int(stood.total_seconds())}
    return trail.write(by=by, what=What.RESUME_SITE, why=why, after=after)


def check_ply(game: Game, expected: int) -> None:
    """What was shown before it was confirmed is still what it is about."""
    if game.ply != expected:
        raise moved_on()


def player_to_act(game: Game) -> Player:
    return next(player for player in game.players.all() if player.seat == game.to_act)


def clock_of(game: Game) -> dict[str, Any]:
    """As the trail keeps it."""
    return {
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "paused": game.is_paused,
        "to_act": game.to_act,
    }
