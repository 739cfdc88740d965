"""Being away: while it lasts, a player's deadlines move on by as much."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from accounts.models import User, Vacation
from games import live
from games.clock import Period
from games.models import Game, Player
from games.now import database_now
from games.services.clock import CLOCK_FIELDS, off_for, recount
from games.services.errors import ServiceError
from games.services.moves import load_players
from games.services.setbacks import Task, attempt

AWAY = Task.VACATION


def days_left(user: User, now: datetime) -> float:
    """How many days of vacation are left this year, those planned counted."""
    year = timedelta(days=settings.VACATION_DAYS)
    taken = timedelta(0)
    for vacation in user.vacations.filter(starts_at__year=now.year):
        taken += vacation.ends_at - vacation.starts_at
    return max(timedelta(0), year - taken) / timedelta(days=1)


@transaction.atomic
def go_away(*, user: User, starts_at: datetime, ends_at: datetime) -> Vacation:
    """From now or later on; one vacation at a time, within the days of the year."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    now = database_now()
    starts_at = max(starts_at, now)
    if ends_at <= starts_at:
        raise ServiceError("bad-vacation", 422)
    if user.away_until is not None and user.away_until > now:
        raise ServiceError("away-already", 409)
    if (ends_at - starts_at) / timedelta(days=1) > days_left(user, now):
        raise ServiceError("too-many-days", 422)
    vacation = Vacation.objects.create(user=user, starts_at=starts_at, ends_at=ends_at)
    _change(user, starts_at, ends_at, now)
    return vacation


@transaction.atomic
def come_back(*, user: User) -> None:
    """The vacation ends now, or does not happen; days not used are given back."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    now = database_now()
    if user.away_from is None or user.away_until is None or user.away_until <= now:
        raise ServiceError("not-away", 409)
    latest = user.vacations.order_by("-starts_at").first()
    if latest is not None:
        latest.ends_at = max(latest.starts_at, now)
        latest.save(update_fields=["ends_at"])
    _change(user, user.away_from, max(user.away_from, now), now)


def _change(user: User, starts_at: datetime, ends_at: datetime, now: datetime) -> None:
    """Set the deadlines of all games that wait for this person anew."""
    games = list(
        Game.objects.select_for_update(of=("self",))
        .filter(status=Game.Status.ACTIVE, players__user=user, deadline__isnull=False)
        .order_by("pk")
    )
    found = [attempt(AWAY, game.pk, partial(_turn_of, game, user, now)) for game in games]
    user.away_from, user.away_until = starts_at, ends_at
    user.save(update_fields=["away_from", "away_until"])
    for turn in found:
        if turn is not None:
            attempt(AWAY, turn[0].pk, partial(_set_anew, *turn, user, now))


@transaction.atomic
def _turn_of(game: Game, user: User, now: datetime) -> tuple[Game, Player, list[Period]] | None:
    """The person's turn, if the game waits for them, with what is off as it was."""
    load_players(game)
    player = next(p for p in game.players.all() if p.seat == game.to_act)
    return (game, player, _off_so_far(game, player, now)) if player.user_id == user.pk else None


@transaction.atomic
def _set_anew(game: Game, player: Player, old_off: list[Period], user: User, now: datetime) -> bool:
    player.user = user
    recount(game, player, now, iter(old_off))
    game.save(update_fields=CLOCK_FIELDS)
    live.tell(code=game.code)
    return True


def _off_so_far(game: Game, player: Player, now: datetime) -> list[Period]:
    """The off periods before the deadline, as they were before the change."""
    periods = []
    for period in off_for(game, player, now):
        if game.deadline is None or period[0] >= game.deadline:
            break
        periods.append(period)
    return periods
