"""Who sits where: a bot or somebody else plays on, or nobody does."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import User
from games.bots import BOTS, FIRST_CHOICE
from games.models import Act, Game, Player
from games.now import database_now
from games.records import WITHDRAW
from games.selectors import withdrawn_seats
from games.services.clock import CLOCK_FIELDS, begin_turn
from games.services.errors import ServiceError
from games.services.moderation import trail
from games.services.moderation.concerned import concerned
from games.services.moves import advance_seat, announce, check_going_on
from games.services.tables import check_no_block
from games.services.transactions import one_transaction
from games.words import player_name

What = Act.What
FIRST_CLOCK = timedelta(days=3)


@one_transaction
def seat_bot(*, by: User, game_id: int, why: str, seat: int, bot: str = "") -> Act:
    """The computer plays on; the person is out, and placed after those who stayed."""
    game = trail.open_game(by, What.SEAT_BOT, game_id)
    player = _sitting(game, seat)
    if player.bot:
        raise ServiceError("is-so-already", 409)
    before, person = _facts(player), player.user
    trail.check_apart(by, person)
    told = concerned(What.SEAT_BOT, game, seat=seat)
    hand_to_bot(game, player, bot)
    act = trail.write(
        by=by,
        what=What.SEAT_BOT,
        why=why,
        game=game,
        person=person,
        before=before,
        after=_facts(player) | {"name": before["name"]},
    )
    trail.tell(act, told)
    return act


def hand_to_bot(game: Game, player: Player, bot: str = "") -> None:
    """The game's row is locked."""
    bot = bot or FIRST_CHOICE[game.engine_slug]
    if bot not in BOTS[game.engine_slug]:
        raise ServiceError("bad-table", 422)
    player.bot, player.left, player.draft = bot, True, []
    player.save(update_fields=["bot", "left", "draft"])
    _start_clock_of(game, player)
    announce(game, list(game.players.all()))


@one_transaction
def seat_person(*, by: User, game_id: int, why: str, seat: int, person: User) -> Act:
    """Somebody else, who has agreed to it, plays on with the hand as it is."""
    game = trail.open_game(by, What.SEAT_PERSON, game_id)
    player = _sitting(game, seat)
    if person.pk == by.pk:
        raise ServiceError("that-is-you", 403)
    if any(other.user_id == person.pk for other in _others(game, seat)):
        raise ServiceError("sits-here", 409)
    if game.acts.filter(what=What.LOOK, by=person).exists() or _knows_another_hand(
        game, seat, person
    ):
        raise ServiceError("has-looked", 403)
    if not person.is_active or person.is_shut_out:
        raise ServiceError("cannot-play", 422)
    check_no_block(person, _others(game, seat), "blocked-there")
    before, old = _facts(player), player.user
    trail.check_apart(by, old, person)
    told = concerned(What.SEAT_PERSON, game, seat=seat, person=person)
    player.user, player.bot, player.left = person, "", False
    player.draft, player.hand_order, player.talk_read, player.missed = [], [], 0, 0
    player.bank_left = game.bank
    player.save()
    _keep_no_other_waiting(game, player)
    _start_clock_of(game, player)
    announce(game, list(game.players.all()))
    act = trail.write(
        by=by,
        what=What.SEAT_PERSON,
        why=why,
        game=game,
        person=old,
        other=person,
        before=before,
        after=_facts(player) | {"name": before["name"], "new": person.username},
    )
    trail.tell(act, told)
    return act


@one_transaction
def remove(*, by: User, game_id: int, why: str, seat: int) -> Act:
    """The player leaves as by resigning; the others play on, or the game is over."""
    game = trail.open_game(by, What.REMOVE, game_id)
    player = _sitting(game, seat)
    before, person = _facts(player), player.user
    trail.check_apart(by, person)
    told = concerned(What.REMOVE, game, seat=seat)
    advance_seat(game, seat, [{"kind": WITHDRAW}], imposed=True)
    act = trail.write(
        by=by,
        what=What.REMOVE,
        why=why,
        game=game,
        person=person,
        before=before,
        after=_facts(player) | {"name": before["name"], "status": game.status},
    )
    trail.tell(act, told)
    return act


def _sitting(game: Game, seat: int) -> Player:
    """A seat from which somebody, or a bot, still plays."""
    check_going_on(game)
    player = next((player for player in game.players.all() if player.seat == seat), None)
    if player is None:
        raise ServiceError("no-such-seat", 422)
    if seat in withdrawn_seats(game):
        raise ServiceError("has-left", 409)
    return player


def _knows_another_hand(game: Game, seat: int, person: User) -> bool:
    """Who had another seat here before."""
    made_way = game.acts.filter(what=What.SEAT_PERSON, person=person)
    return made_way.exclude(before__seat=seat).exists()


def _others(game: Game, seat: int) -> list[Player]:
    return [player for player in game.players.all() if player.seat != seat]


def _keep_no_other_waiting(game: Game, player: Player) -> None:
    """A game that one person played without a clock gets one when there are two."""
    others = [it for it in _others(game, player.seat) if it.user and not it.left and not it.bot]
    if game.turn_time is None and others:
        game.turn_time = FIRST_CLOCK
        game.save(update_fields=["turn_time"])
        for other in others:
            _start_clock_of(game, other)


def _start_clock_of(game: Game, player: Player) -> None:
    """Whoever sits down in the middle of a turn gets the whole time of it."""
    if game.to_act == player.seat:
        begin_turn(game, player, database_now())
        game.save(update_fields=CLOCK_FIELDS)


def _facts(player: Player) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "name": player_name(player),
        "bot": player.bot,
        "left": player.left,
    }
