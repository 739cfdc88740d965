"""Opening a table, sitting down at it, leaving it, and starting the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from types import MappingProxyType

from accounts.models import User
from accounts.selectors import is_block_between
from games.engine.chance import SEED_BYTES, Chance
from games.engine.errors import BadOptions
from games.kinds import KINDS
from games.machinery import locks
from games.machinery.errors import ServiceError, not_found, not_your_seat
from games.machinery.guests import refuse_guests
from games.machinery.transactions import one_transaction
from games.models import Game, Invitation, Player
from games.now import database_now
from games.play.selectors import invitation_to
from games.play.services import results
from games.play.services.deadlines import check_pace
from games.play.services.locking import lock_game
from games.tables import limits
from games.tables.options import has_young
from games.tables.services.starting import show_table, start_if_full, start_now


@one_transaction
def open_table(
    *,
    opener: User,
    engine_slug: str,
    seats: int,
    options: Mapping[str, object] = MappingProxyType({}),
    turn_time: timedelta | None = timedelta(days=3),
    bank: timedelta = timedelta(0),
    weekends_off: bool = False,
    leaver: str = Game.Leaver.WITHDRAW,
    public: bool = True,
    bots: int = 0,
    bot: str = "",
    rematch_of: Game | None = None,
    seat: int = 0,
    young: bool = False,
) -> Game:
    """A new table with its opener in a seat. If bots fill the others, the game starts."""
    bot = _check_table(engine_slug, seats, options, bots, bot)
    _check_clock(turn_time, bank, others=seats - 1 - bots)
    locks.lock_people(opener)
    limits.check_new_table(opener, others=seats - 1 - bots, public=public)
    game = Game.objects.create(
        engine_slug=engine_slug,
        rules_version=KINDS[engine_slug].engine.rules_version,
        opened_by=opener,
        seats=seats,
        options=dict(options),
        turn_time=turn_time,
        bank=bank,
        weekends_off=weekends_off,
        leaver=leaver,
        public=public,
        rematch_of=rematch_of,
    )
    Player.objects.create(game=game, seat=seat, user=opener, young=young and has_young(game))
    _seat_bots(game, bot, count=bots, beside=seat)
    start_if_full(game)
    return game


def _check_clock(turn_time: timedelta | None, bank: timedelta, *, others: int) -> None:
    """Without a clock nobody else may be kept waiting."""
    check_pace(turn_time, bank)
    if turn_time is None and others:
        raise ServiceError("bad-table", 422)


def _seat_bots(game: Game, bot: str, *, count: int, beside: int) -> None:
    """In the last seats, so that people sit together."""
    free = [number for number in range(game.seats) if number != beside][game.seats - 1 - count :]
    Player.objects.bulk_create(Player(game=game, seat=number, bot=bot) for number in free)


def _check_table(
    engine_slug: str, seats: int, options: Mapping[str, object], bots: int, bot: str
) -> str:
    """What the rules would not start with is refused when the table is opened. Which bot plays."""
    kind = KINDS.get(engine_slug)
    bot = bot or (kind.first_bot if kind else "")
    if kind is None or not 0 <= bots < seats or bot not in kind.bots:
        raise ServiceError("bad-table", 422)
    try:
        kind.engine.start(seats, options, Chance(bytes(SEED_BYTES)))
    except BadOptions as error:
        raise ServiceError("bad-table", 422) from error
    return bot


def play_now(
    *,
    user: User,
    engine_slug: str,
    seats: int = 0,
    options: Mapping[str, object] = MappingProxyType({}),
    bot: str = "",
) -> Game:
    """A game for one person, against bots or alone, which starts at once and has no clock.

    Without a number of seats, against as few as can be.
    """
    if engine_slug not in KINDS:
        raise not_found()
    seats = seats or KINDS[engine_slug].fewest_together
    game = open_table(
        opener=user,
        engine_slug=engine_slug,
        seats=seats,
        options=options,
        bots=seats - 1,
        bot=bot,
        public=False,
        turn_time=None,
    )
    if bot and seats > 1 and user.levels.get(engine_slug) != bot:
        user.levels = {**user.levels, engine_slug: bot}
        user.save(update_fields=["levels"])
    return game


@one_transaction
def join(*, game_id: int, user: User, token: str = "", young: bool = False) -> Game:
    """Take a seat: at a public table anybody may, at another who was invited."""
    refuse_guests(user)
    game = _lock_open_table(game_id)
    players = list(game.players.all())
    if any(player.user_id == user.pk for player in players):
        return game
    invitation = invitation_to(game, user, token)
    invited = invitation is not None or (token != "" and token == game.invite_token)
    if not game.public and not invited:
        raise ServiceError("not-invited", 403)
    check_no_block(user, players)
    if len(players) >= game.seats:
        raise ServiceError("table-full", 409)
    locks.lock_people(user)
    limits.check_seat(user)
    kept = invitation.seat if invitation else None
    free = _free_seat(game, players, kept)
    Player.objects.create(game=game, user=user, seat=free, young=young and has_young(game))
    game.invitations.filter(Invitation.for_person(user)).update(answer=Invitation.Answer.ACCEPTED)
    start_if_full(game)
    return game


@one_transaction
def be_young(*, game_id: int, user: User, young: bool) -> Game:
    """Somebody who sits there already plays by the young players' rule, or not after all."""
    game = _lock_open_table(game_id)
    if not has_young(game):
        raise ServiceError("not-possible-now", 409)
    if not game.players.filter(user=user).update(young=young):
        raise not_your_seat()
    show_table(game)
    return game


@one_transaction
def leave(*, game_id: int, user: User) -> Game:
    """Get up from a table that has not started. The last person to go closes it."""
    game = _lock_open_table(game_id)
    if not game.players.filter(user=user).delete()[0]:
        raise not_your_seat()
    stays = game.players.filter(user__isnull=False).first()
    if stays is None:
        return close(game)
    if game.opened_by_id == user.pk:
        game.opened_by = stays.user
        game.save(update_fields=["opened_by"])
    show_table(game)
    return game


@one_transaction
def cancel(*, game_id: int, user: User) -> Game:
    """The opener gives the table up before a game has begun."""
    game = _lock_open_table(game_id)
    _check_opener(game, user)
    return close(game)


@one_transaction
def start(*, game_id: int, user: User) -> Game:
    """The opener need not wait for a full table, if there are enough to play."""
    game = _lock_open_table(game_id)
    _check_opener(game, user)
    return start_now(game)


@one_transaction
def add_bot(*, game_id: int, user: User, bot: str = "") -> Game:
    """The opener lets the computer take a seat."""
    game = _lock_open_table(game_id)
    _check_opener(game, user)
    players = list(game.players.all())
    if len(players) >= game.seats:
        raise ServiceError("table-full", 409)
    bot = bot or game.kind.first_bot
    if bot not in game.kind.bots:
        raise ServiceError("bad-table", 422)
    Player.objects.create(game=game, seat=_free_seat(game, players), bot=bot)
    start_if_full(game)
    return game


def _lock_open_table(game_id: int) -> Game:
    game = lock_game(game_id)
    if not game.is_open:
        raise ServiceError("not-open", 409)
    return game


def _check_opener(game: Game, user: User) -> None:
    if game.opened_by_id != user.pk:
        raise ServiceError("not-the-opener", 403)


def check_no_block(user: User, players: Iterable[Player], code: str = "blocked") -> None:
    """Nobody plays with somebody whom they blocked, or who blocked them."""
    if is_block_between(user, [player.user_id for player in players if player.user_id]):
        raise ServiceError(code, 403)


def _free_seat(game: Game, players: Iterable[Player], kept: int | None = None) -> int:
    taken = {player.seat for player in players}
    promised = set(game.invitations.exclude(seat=None).values_list("seat", flat=True))
    if kept is not None and kept not in taken:
        return kept
    free = [seat for seat in range(game.seats) if seat not in taken]
    return next((seat for seat in free if seat not in promised), free[0])


def close(game: Game) -> Game:
    """Nobody plays at this table any more. Its row is locked."""
    game.status = Game.Status.CANCELLED
    game.finished_at = database_now()
    game.save(update_fields=["status", "finished_at"])
    results.keep(game, list(game.players.all()))
    show_table(game)
    return game
