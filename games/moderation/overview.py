"""The desk's first page: how the site is doing. Each function says how many queries it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypedDict

from celery import current_app
from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from accounts.models import User
from accounts.readers import Reader
from games.models import Act, Game, Move, Report, SitePause, TaskRun
from games.moderation.selectors import (
    DAY,
    GRACE,
    LATELY,
    MOST_SHOWN,
    PLOTTED_DAYS,
    SET_ASIDE,
    SetAside,
    Shortlist,
    State,
    acts_for,
    mails_for,
    open_reports,
    overdue,
    set_aside,
    shortlist,
    stuck,
)


@dataclass(frozen=True, slots=True)
class Post:
    """How the outbox does."""

    due: int
    oldest: datetime | None
    aside: int
    failed: int


def _post(reader: Reader, now: datetime) -> Post:
    waiting, due = Q(state=State.WAITING), Q(state=State.WAITING, not_before__lte=now)
    figures = (
        mails_for(reader)
        .filter(waiting | Q(state=State.FAILED, created_at__gt=now - LATELY))
        .aggregate(
            due=Count("pk", filter=due),
            oldest=Min("not_before", filter=due),
            aside=Count("pk", filter=SET_ASIDE),
            failed=Count("pk", filter=Q(state=State.FAILED)),
        )
    )
    return Post(**figures)


@dataclass(frozen=True, slots=True)
class Run:
    """A periodic task or other machinery: when it last did well, and what stops it now.

    What comes at no set time, such as the mail server, is never late.
    """

    name: str
    ran_at: datetime | None
    every: timedelta | None
    late: bool
    error: str = ""


class Beat(TypedDict):
    """When beat calls a task, as far as we read it."""

    task: str
    schedule: object


def runs() -> list[Run]:
    """By the times that beat keeps. Two queries."""
    now = timezone.now()
    noted = {run.name: run for run in TaskRun.objects.order_by("name")}
    began: datetime = Game.objects.aggregate(first=Min("created_at"))["first"] or now
    schedule: Mapping[str, Beat] = current_app.conf.beat_schedule
    found = []
    for entry in schedule.values():
        name, every = entry["task"].rpartition(".")[2], _period(entry["schedule"])
        run = noted.pop(name, None)
        ran_at = run.ran_at if run else None
        # What has never run is late once the site has been there for long enough.
        late = now - (ran_at or began) > 2 * every + GRACE
        found.append(Run(name, ran_at, every, late, run.error if run else ""))
    return found + [Run(run.name, run.ran_at, None, False, run.error) for run in noted.values()]


def _period(schedule: object) -> timedelta:
    """Beat's schedules are seconds, or a time of the day."""
    return timedelta(seconds=schedule) if isinstance(schedule, int | float) else DAY


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the desk shows."""

    reports: Shortlist[Report]
    overdue: Shortlist[Game]
    stuck: Shortlist[Game]
    set_aside: Shortlist[SetAside]
    post: Post
    bouncing: Shortlist[User]
    runs: list[Run]
    paused_since: datetime | None
    acts: list[Act]
    active: int
    plots: dict[str, list[tuple[date, int]]]


def overview(reader: Reader) -> Overview:
    """The desk, as one moderator sees it. At most 21 queries, whatever the number of games."""
    now = timezone.now()
    pause = SitePause.objects.first()
    shown = ("code", "engine_slug", "deadline", "moved_at")
    games = Game.objects.only(*shown).order_by("deadline", "pk")
    active = Game.objects.filter(status=Game.Status.ACTIVE).count()
    return Overview(
        reports=shortlist(open_reports(reader)),
        overdue=shortlist(overdue(games)),
        stuck=shortlist(stuck(games)),
        set_aside=set_aside(),
        post=_post(reader, now),
        bouncing=shortlist(User.objects.filter(bounced_at__isnull=False).order_by("-bounced_at")),
        runs=runs(),
        paused_since=pause.began_at if pause else None,
        acts=list(
            acts_for(reader).select_related("game", "person", "other", "report")[:MOST_SHOWN]
        ),
        active=active,
        plots={"games": _games_by_day(now, active), "players": _players_by_day(now)},
    )


def _days(now: datetime) -> list[date]:
    today = timezone.localtime(now).date()
    return [today - DAY * back for back in range(PLOTTED_DAYS - 1, -1, -1)]


def _games_by_day(now: datetime, active: int) -> list[tuple[date, int]]:
    """How many games were going on at the end of each day, counted back from now. Two queries."""
    days = _days(now)
    since = now - DAY * PLOTTED_DAYS
    begun = _by_day(Game.objects.filter(started_at__gt=since), "started_at")
    ended = _by_day(
        Game.objects.filter(finished_at__gt=since, started_at__isnull=False), "finished_at"
    )
    counts, going = [], active
    for day in reversed(days):
        counts.append((day, going))
        going += ended.get(day, 0) - begun.get(day, 0)
    return counts[::-1]


def _by_day(games: QuerySet[Game], field: str) -> dict[date, int]:
    counted = games.annotate(day=TruncDate(field)).values("day").annotate(count=Count("pk"))
    return {row["day"]: row["count"] for row in counted}


def _players_by_day(now: datetime) -> list[tuple[date, int]]:
    """How many people made a move on each day. One query."""
    moved = (
        Move.objects.filter(made_at__gt=now - DAY * PLOTTED_DAYS, person__isnull=False)
        .annotate(day=TruncDate("made_at"))
        .values("day")
        .annotate(count=Count("person", distinct=True))
    )
    counts = {row["day"]: row["count"] for row in moved}
    return [(day, counts.get(day, 0)) for day in _days(now)]
