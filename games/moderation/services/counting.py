"""The figures of each day that the desk's plots show, counted by a task and not on every look."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate

from games.models import DayCount, Game, Move
from games.moderation.selectors import DAY, PLOTTED_DAYS


def count_days(*, now: datetime) -> None:
    """Today and yesterday, and whatever day before them was never counted. Six queries."""
    today = now.astimezone(UTC).date()
    shown = [today - DAY * back for back in range(PLOTTED_DAYS)]
    known = set(DayCount.objects.filter(day__in=shown[2:]).values_list("day", flat=True))
    first = min(day for day in shown if day not in known)
    since = datetime.combine(first, time(), UTC)
    begun = _by_day(Game.objects.filter(started_at__gte=since), "started_at")
    ended = _by_day(
        Game.objects.filter(finished_at__gte=since, started_at__isnull=False), "finished_at"
    )
    people = dict(
        _days(Move.objects.filter(made_at__gte=since, person__isnull=False), "made_at")
        .annotate(count=Count("person", distinct=True))
        .values_list("day", "count")
    )
    going, counted = Game.objects.filter(status=Game.Status.ACTIVE).count(), []
    for day in _back(today, first):
        counted.append(DayCount(day=day, games=max(0, going), people=people.get(day, 0)))
        going += ended.get(day, 0) - begun.get(day, 0)
    DayCount.objects.bulk_create(
        counted, update_conflicts=True, update_fields=["games", "people"], unique_fields=["day"]
    )


def _back(last: date, first: date) -> Iterable[date]:
    return (last - timedelta(days=back) for back in range((last - first).days + 1))


def _days(rows: QuerySet[Any], field: str) -> QuerySet[Any]:
    days: QuerySet[Any] = rows.annotate(day=TruncDate(field, tzinfo=UTC)).values("day")
    return days.order_by("day")


def _by_day(games: QuerySet[Game], field: str) -> dict[date, int]:
    return dict(_days(games, field).annotate(count=Count("pk")).values_list("day", "count"))
