"""Being away: while it lasts, a player's deadlines move on by as much."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from accounts.bounds import A_YEAR
from accounts.models import User, Vacation
from games.machinery.errors import ServiceError
from games.machinery.locks import lock_with_their_games
from games.machinery.setbacks import Task, attempt
from games.machinery.transactions import one_transaction
from games.models import Game, Player
from games.now import database_now
from games.play import live
from games.play.services.deadlines import CLOCK_FIELDS, left_of, recount
from games.play.services.locking import load_players

AWAY = Task.VACATION
# Far more often than anybody goes away; each is a row that stays.
MOST_A_YEAR = 60


def days_left(user: User, now: datetime) -> float:
    """How many days of vacation are left this year, those planned counted."""
    return _left_in(user, now.year) / timedelta(days=1)


@one_transaction
def go_away(*, user: User, starts_at: datetime, ends_at: datetime) -> Vacation:
    """From now or later on; one vacation at a time, within the days of each year."""
    user, games = lock_with_their_games(user.pk)
    now = database_now()
    starts_at = max(starts_at, now)
    if ends_at <= starts_at:
        raise ServiceError("bad-vacation", 422)
    if starts_at > now + A_YEAR:
        raise ServiceError("vacation-too-far", 422)
    if is_planned(user, now):
        raise ServiceError("away-already", 409)
    _check_days(user, starts_at, ends_at)
    vacation = Vacation.objects.create(user=user, starts_at=starts_at, ends_at=ends_at)
    _change(user, games, (starts_at, ends_at), now)
    return vacation


@one_transaction
def come_back(*, user: User) -> None:
    """The vacation ends now, or does not happen; days not used are given back."""
    user, games = lock_with_their_games(user.pk)
    now = database_now()
    if not is_planned(user, now) or user.away_from is None:
        raise ServiceError("not-away", 409)
    current = user.vacations.filter(starts_at=user.away_from)
    if user.away_from < now:
        current.update(ends_at=now)
        _change(user, games, (user.away_from, now), now)
    else:
        current.delete()
        _change(user, games, None, now)


def is_planned(user: User, now: datetime) -> bool:
    """Away, or going to be."""
    return user.away_until is not None and user.away_until > now


def _check_days(user: User, starts_at: datetime, ends_at: datetime) -> None:
    """A vacation over New Year takes its days from both years."""
    if ends_at - starts_at > _days_of_a_year():
        raise ServiceError("too-many-days", 422)
    for year in range(starts_at.astimezone(UTC).year, ends_at.astimezone(UTC).year + 1):
        if _within(year, starts_at, ends_at) > _left_in(user, year):
            raise ServiceError("too-many-days", 422)
        if user.vacations.filter(starts_at__year=year).count() >= MOST_A_YEAR:
            raise ServiceError("too-many-vacations", 429)


def _days_of_a_year() -> timedelta:
    return timedelta(days=min(settings.VACATION_DAYS, A_YEAR.days))


def _left_in(user: User, year: int) -> timedelta:
    begins, ends = _year(year)
    taken = timedelta(0)
    for vacation in user.vacations.filter(starts_at__lt=ends, ends_at__gt=begins):
        taken += _within(year, vacation.starts_at, vacation.ends_at)
    return max(timedelta(0), _days_of_a_year() - taken)


def _within(year: int, starts_at: datetime, ends_at: datetime) -> timedelta:
    """How much of this time lies in that year."""
    begins, ends = _year(year)
    return max(timedelta(0), min(ends, ends_at) - max(begins, starts_at))


def _year(year: int) -> tuple[datetime, datetime]:
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def _change(
    user: User, games: Iterable[Game], away: tuple[datetime, datetime] | None, now: datetime
) -> None:
    """Set the deadlines of all games that wait for this person anew; what was left stays left."""
    clocks = [game for game in games if game.deadline is not None]
    found = [attempt(AWAY, game.pk, partial(_turn_of, game, user, now)) for game in clocks]
    user.away_from, user.away_until = away or (None, None)
    user.save(update_fields=["away_from", "away_until"])
    for turn in found:
        if turn is not None:
            attempt(AWAY, turn[0].pk, partial(_set_anew, *turn, user, now))


@transaction.atomic
def _turn_of(game: Game, user: User, now: datetime) -> tuple[Game, Player, timedelta] | None:
    """The person's turn, if the game waits for them, with what is left of it."""
    load_players(game)
    player = next(p for p in game.players.all() if p.seat == game.to_act)
    left = left_of(game, player, now) if player.user_id == user.pk else None
    return None if left is None else (game, player, left)


@transaction.atomic
def _set_anew(game: Game, player: Player, left: timedelta, user: User, now: datetime) -> bool:
    player.user = user
    recount(game, player, now, left)
    game.save(update_fields=CLOCK_FIELDS)
    live.notify_pages(code=game.code)
    return True
