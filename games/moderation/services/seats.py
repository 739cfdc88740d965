"""Who sits where: a bot or somebody else plays on, or nobody does."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from datetime import timedelta

from accounts.models import User
from games.engine.advancing import WITHDRAW
from games.machinery.errors import ServiceError
from games.machinery.locks import lock_person
from games.machinery.transactions import one_transaction
from games.models import Act, Game, Player
from games.moderation.services import trail
from games.moderation.services.plans import (
    Change,
    SeatPlan,
    TurnPlan,
    carry_out,
    change_to,
    each_once,
    people_at,
    player_at,
)
from games.now import database_now
from games.play.selectors import withdrawn_seats
from games.play.services.deadlines import CLOCK_FIELDS, begin_turn
from games.play.services.locking import check_going_on
from games.play.services.moves import rehearse
from games.tables.services.tables import check_no_block
from games.words import player_name

What = Act.What
FIRST_CLOCK = timedelta(days=3)
# All that a new person in a seat begins anew.
OF_A_PERSON = ("user", "bot", "left", "draft", "hand_order", "talk_read", "missed", "bank_left")


def plan_seat_bot(*, by: User, game: Game, seat: int, bot: str = "") -> SeatPlan:
    """The computer plays on; the person is out, and placed after those who stayed."""
    player = _sitting(game, seat)
    if player.bot:
        raise ServiceError("is-so-already", 409)
    trail.check_apart(by, player.user)
    after = with_bot(game, player, bot)
    return SeatPlan(
        what=What.SEAT_BOT,
        game=game,
        person=player.user,
        told=each_once(*people_at(game), player.user),
        before=_facts(player),
        after=_facts(after) | {"name": player_name(player)},
        changes=handed_over(game, player, after),
    )


@one_transaction
def seat_bot(*, by: User, game_id: int, why: str, seat: int, bot: str = "") -> Act:
    """Let the computer play on."""
    game = trail.open_game(by, What.SEAT_BOT, game_id)
    return carry_out(plan_seat_bot(by=by, game=game, seat=seat, bot=bot), by=by, why=why)


def handed_over(game: Game, player: Player, after: Player) -> tuple[Change, ...]:
    """The seat, and the clock if it is their turn: a bot has none."""
    seat = change_to(player, after, ("bot", "left", "draft"))
    return (seat, *_whole_turn(game, copy(game), [after]))


def with_bot(game: Game, player: Player, bot: str = "") -> Player:
    """The seat as the computer will have it."""
    after, bot = copy(player), bot or game.kind.first_bot
    if bot not in game.kind.bots:
        raise ServiceError("bad-table", 422)
    after.bot, after.left, after.draft = bot, True, []
    return after


def plan_seat_person(*, by: User, game: Game, seat: int, person: User) -> SeatPlan:
    """Somebody else, who has agreed to it, plays on with the hand as it is."""
    player = _sitting(game, seat)
    _check_can_sit(by, game, seat, person)
    trail.check_apart(by, player.user, person)
    after = copy(player)
    after.user, after.bot, after.left = person, "", False
    after.draft, after.hand_order, after.talk_read, after.missed = [], [], 0, 0
    after.bank_left = game.bank
    return SeatPlan(
        what=What.SEAT_PERSON,
        game=game,
        person=player.user,
        other=person,
        told=each_once(*people_at(game), player.user, person),
        before=_facts(player),
        after=_facts(after) | {"name": player_name(player), "new": person.username},
        changes=(change_to(player, after, OF_A_PERSON), *_clock_for_two(game, after)),
    )


@one_transaction
def seat_person(*, by: User, game_id: int, why: str, seat: int, person: User) -> Act:
    """Let somebody else play on."""
    game = trail.open_game(by, What.SEAT_PERSON, game_id)
    # As they are now: they may have been banned since the form was made.
    plan = plan_seat_person(by=by, game=game, seat=seat, person=lock_person(person.pk))
    return carry_out(plan, by=by, why=why)


def plan_remove(*, by: User, game: Game, seat: int) -> TurnPlan:
    """The player leaves as by resigning; the others play on, or the game is over."""
    player = _sitting(game, seat)
    trail.check_apart(by, player.user)
    turn = rehearse(game, seat, [{"kind": WITHDRAW}], imposed=True)
    after = player_at(turn.players, seat)
    assert after is not None
    return TurnPlan(
        what=What.REMOVE,
        game=game,
        person=player.user,
        told=each_once(*people_at(game), player.user),
        before=_facts(player),
        after=_facts(after) | {"name": player_name(player), "status": turn.game.status},
        turn=turn,
    )


@one_transaction
def remove(*, by: User, game_id: int, why: str, seat: int) -> Act:
    """Take a player out of the game."""
    game = trail.open_game(by, What.REMOVE, game_id)
    return carry_out(plan_remove(by=by, game=game, seat=seat), by=by, why=why)


def _sitting(game: Game, seat: int) -> Player:
    """A seat from which somebody, or a bot, still plays."""
    check_going_on(game)
    player = player_at(game.players.all(), seat)
    if player is None:
        raise ServiceError("no-such-seat", 422)
    if seat in withdrawn_seats(game):
        raise ServiceError("has-left", 409)
    return player


def _check_can_sit(by: User, game: Game, seat: int, person: User) -> None:
    others = _others(game, seat)
    if person.pk == by.pk:
        raise ServiceError("that-is-you", 403)
    if any(other.user_id == person.pk for other in others):
        raise ServiceError("sits-here", 409)
    looked = game.acts.filter(what=What.LOOK, by=person).exists()
    if looked or _knows_another_hand(game, seat, person):
        raise ServiceError("has-looked", 403)
    if not person.is_active or person.is_shut_out:
        raise ServiceError("cannot-play", 422)
    check_no_block(person, others, "blocked-there")


def _knows_another_hand(game: Game, seat: int, person: User) -> bool:
    """Who had another seat here before."""
    made_way = game.acts.filter(what=What.SEAT_PERSON, person=person)
    return made_way.exclude(before__seat=seat).exists()


def _others(game: Game, seat: int) -> list[Player]:
    return [player for player in game.players.all() if player.seat != seat]


def _clock_for_two(game: Game, player: Player) -> tuple[Change, ...]:
    """A game that one person played without a clock gets one when there are two."""
    others = [it for it in _others(game, player.seat) if it.user and not it.left and not it.bot]
    if game.turn_time is not None or not others:
        return _whole_turn(game, copy(game), [player])
    timed = copy(game)
    timed.turn_time = FIRST_CLOCK
    return (
        Change(game, {"turn_time": FIRST_CLOCK}),
        *_whole_turn(game, timed, [*others, player]),
    )


def _whole_turn(game: Game, after: Game, players: Sequence[Player]) -> tuple[Change, ...]:
    """Whoever sits down in the middle of a turn gets the whole time of it."""
    acting = player_at(players, game.to_act)
    if acting is None:
        return ()
    begin_turn(after, acting, database_now())
    return (change_to(game, after, CLOCK_FIELDS),)


def _facts(player: Player) -> dict[str, object]:
    return {
        "seat": player.seat,
        "name": player_name(player),
        "bot": player.bot,
        "left": player.left,
    }
