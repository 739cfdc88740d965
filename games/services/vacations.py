"""Being away: while it lasts, a player's deadlines move on by as much."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User, Vacation
from games import live
from games.models import Game
from games.services.clock import CLOCK_FIELDS, left_of, recount
from games.services.errors import ServiceError
from games.services.moves import load_players


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
    now = timezone.now()
    starts_at = max(starts_at, now)
    if ends_at <= starts_at:
        raise ServiceError("bad-vacation", 422)
    if user.away_until is not None and user.away_until > now:
        raise ServiceError("away-already", 409)
    if (ends_at - starts_at) / timedelta(days=1) > days_left(user, now):
        raise ServiceError("too-many-days", 422)
    vacation = Vacation.objects.create(user=user, starts_at=starts_at, ends_at=ends_at)
    _change(user, (starts_at, ends_at), now)
    return vacation


@transaction.atomic
def come_back(*, user: User) -> None:
    """The vacation ends now, or does not happen; days not used are given back."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    now = timezone.now()
    if user.away_from is None or user.away_until is None or user.away_until <= now:
        raise ServiceError("not-away", 409)
    latest = user.vacations.order_by("-starts_at").first()
    if latest is not None:
        latest.ends_at = max(latest.starts_at, now)
        latest.save(update_fields=["ends_at"])
    _change(user, (user.away_from, max(user.away_from, now)), now)


def _change(user: User, away: tuple[datetime, datetime] | None, now: datetime) -> None:
    """Set the deadlines of all games that wait for this person anew; what was left stays left."""
    games = list(
        Game.objects.select_for_update(no_key=True, of=("self",))
        .filter(status=Game.Status.ACTIVE, players__user=user, deadline__isnull=False)
        .order_by("pk")
    )
    waiting = []
    for game in games:
        load_players(game)
        player = next(p for p in game.players.all() if p.seat == game.to_act)
        left = left_of(game, player, now) if player.user_id == user.pk else None
        if left is not None:
            waiting.append((game, player, left))
    user.away_from, user.away_until = away or (None, None)
    user.save(update_fields=["away_from", "away_until"])
    for game, player, left in waiting:
        player.user = user
        recount(game, player, now, left)
        game.save(update_fields=CLOCK_FIELDS)
        live.tell(code=game.code)
