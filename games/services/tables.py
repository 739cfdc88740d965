"""Opening a table, sitting down at it, leaving it, and starting the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.selectors import is_block_between
from games import live
from games.bots import BOTS, FIRST_CHOICE
from games.models import Game, Invitation, Player
from games.now import database_now
from games.rules import ENGINES
from games.rules.chance import SEED_BYTES, Chance
from games.rules.errors import BadOptions
from games.selectors import invitation_to
from games.services import limits, post
from games.services.clock import begin_turn, check_pace
from games.services.errors import ServiceError, not_found, not_your_seat
from games.services.moves import announce, lock_game
from games.services.transactions import one_transaction

# What the rules ask for and the table adds: it is about who sits there.
SENIORITY = "seniority"
YOUNG = "young"


@one_transaction
def open_table(
    *,
    opener: User,
    engine_slug: str,
    seats: int,
    options: Mapping[str, Any] = MappingProxyType({}),
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
    """A new table with its opener in a seat. If bots fill the others, the game starts.

    Without a clock nobody else may be kept waiting: one person plays with bots, or alone.
    """
    bot = bot or FIRST_CHOICE.get(engine_slug, "")
    _check_table(engine_slug, seats, options, bots, bot)
    check_pace(turn_time, bank)
    if turn_time is None and bots != seats - 1:
        raise ServiceError("bad-table", 422)
    engine = ENGINES[engine_slug]
    limits.lock_people(opener)
    limits.check_new_table(opener, public=public and bots < seats - 1)
    game = Game.objects.create(
        engine_slug=engine_slug,
        rules_version=engine.rules_version,
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
    free = [number for number in range(seats) if number != seat][seats - 1 - bots :]
    Player.objects.bulk_create(Player(game=game, seat=number, bot=bot) for number in free)
    start_if_full(game)
    return game


def _check_table(
    engine_slug: str, seats: int, options: Mapping[str, Any], bots: int, bot: str
) -> None:
    """What the rules would not start with is refused when the table is opened."""
    engine = ENGINES.get(engine_slug)
    if engine is None or not 0 <= bots < seats or bot not in BOTS[engine_slug]:
        raise ServiceError("bad-table", 422)
    try:
        engine.start(seats, options, Chance(bytes(SEED_BYTES)))
    except BadOptions as error:
        raise ServiceError("bad-table", 422) from error


def has_young(game: Game) -> bool:
    """Whether those who join as young players play by a rule of their own."""
    return YOUNG in game.options


def play_now(
    *,
    user: User,
    engine_slug: str,
    seats: int = 2,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Game:
    """A game for one person, against bots or alone, which starts at once and has no clock."""
    if engine_slug not in ENGINES:
        raise not_found()
    return open_table(
        opener=user,
        engine_slug=engine_slug,
        seats=seats,
        options=options,
        bots=seats - 1,
        public=False,
        turn_time=None,
    )


@one_transaction
def join(*, game_id: int, user: User, token: str = "", young: bool = False) -> Game:
    """Take a seat: at a public table anybody may, at another who was invited."""
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
    limits.lock_people(user)
    limits.check_seat(user)
    kept = invitation.seat if invitation else None
    free = _free_seat(game, players, kept)
    Player.objects.create(game=game, user=user, seat=free, young=young and has_young(game))
    game.invitations.filter(Q(user=user) | Q(email__iexact=user.email)).update(
        answer=Invitation.Answer.ACCEPTED
    )
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
    _tell(game)
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
    _tell(game)
    return game


@one_transaction
def cancel(*, game_id: int, user: User) -> Game:
    game = _lock_open_table(game_id)
    _check_opener(game, user)
    return close(game)


@one_transaction
def start(*, game_id: int, user: User) -> Game:
    """The opener need not wait for a full table, if there are enough to play."""
    game = _lock_open_table(game_id)
    _check_opener(game, user)
    return _start(game)


@one_transaction
def add_bot(*, game_id: int, user: User, bot: str = "") -> Game:
    """The opener lets the computer take a seat."""
    game = _lock_open_table(game_id)
    _check_opener(game, user)
    players = list(game.players.all())
    if len(players) >= game.seats:
        raise ServiceError("table-full", 409)
    bot = bot or FIRST_CHOICE[game.engine_slug]
    if bot not in BOTS[game.engine_slug]:
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
    _tell(game)
    return game


def start_if_full(game: Game) -> None:
    if game.players.count() == game.seats:
        _start(game)
    else:
        _tell(game)


def may_start(game: Game, players: int) -> bool:
    """Enough to play; a table for several does not become a game for one."""
    return players in game.engine.seats and (players > 1 or game.seats == 1)


def _start(game: Game) -> Game:
    """Close up the seats, seal the seed, deal."""
    players = list(game.players.select_related("user"))
    if not may_start(game, len(players)):
        raise ServiceError("too-few-players", 409)
    people = [player.user for player in players if player.user]
    if len(people) == 1:
        limits.check_alone(people[0])
    for seat, player in enumerate(players):
        if player.seat != seat:
            player.seat = seat
            player.save(update_fields=["seat"])
    chance, now = Chance.fresh(), database_now()
    if game.engine.wants_seniority:
        game.options = {**game.options, SENIORITY: _seniority(players)}
    if has_young(game):
        young = [player.seat for player in players if player.young]
        game.options = {**game.options, YOUNG: young}
    state = game.engine.start(len(players), game.options, chance)
    game.seats = len(players)
    game.status = Game.Status.ACTIVE
    game.seed, game.state = chance.seed, game.engine.dump(state)
    game.to_act = game.engine.to_act(state)
    game.started_at = game.moved_at = now
    for player in players:
        player.bank_left = game.bank
    Player.objects.bulk_update(players, ["bank_left"])
    begin_turn(game, next(p for p in players if p.seat == game.to_act), now)
    game.save()
    game.invitations.filter(answer=Invitation.Answer.WAITING).update(
        answer=Invitation.Answer.LAPSED
    )
    post.write(post.about_start(game, players))
    announce(game, players)
    _tell_of_rematch(game)
    return game


def _seniority(players: Sequence[Player]) -> list[int]:
    """Seats from the oldest player to the youngest; unknown ages follow, as they joined."""

    def age(player: Player) -> tuple[date, int]:
        born = player.user.birth_date if player.user else None
        return born or date.max, player.seat

    return [player.seat for player in sorted(players, key=age)]


def _tell(game: Game) -> None:
    users = game.players.filter(user__isnull=False).values_list("user_id", flat=True)
    live.tell(code=game.code, users=[pk for pk in users if pk])
    _tell_of_rematch(game)


def _tell_of_rematch(game: Game) -> None:
    """Who still looks at the game before sees there that a new one waits, or does no longer."""
    if game.rematch_of:
        live.tell(code=game.rematch_of.code)
