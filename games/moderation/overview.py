"""The desk's first page: how the site is doing. Each function says how many queries it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TypedDict

from celery import current_app
from django.utils import timezone

from accounts.models import User
from accounts.readers import Reader
from games.models import Act, DayCount, Game, Report, SitePause, TaskRun
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
    counted,
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
    """Five queries."""
    mails = mails_for(reader)
    due = mails.filter(state=State.WAITING, not_before__lte=now).order_by("not_before")
    failed = mails.filter(state=State.FAILED, created_at__gt=now - LATELY).order_by("created_at")
    return Post(
        due=counted(due),
        oldest=due.values_list("not_before", flat=True).first(),
        aside=counted(mails.filter(SET_ASIDE)),
        failed=counted(failed),
    )


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
    began = Game.objects.order_by("pk").values_list("created_at", flat=True).first() or now
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
    plots: dict[str, list[tuple[date, int]]]


def overview(reader: Reader) -> Overview:
    """The desk, as one moderator sees it. At most 22 queries, whatever the number of games."""
    now = timezone.now()
    pause = SitePause.objects.first()
    shown = ("code", "engine_slug", "deadline", "moved_at")
    games = Game.objects.only(*shown).order_by("deadline", "pk")
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
        plots=_plots(now),
    )


def _plots(now: datetime) -> dict[str, list[tuple[date, int]]]:
    """Games going on at the end of each day, and people who moved on it. One query."""
    today = now.astimezone(UTC).date()
    days = [today - DAY * back for back in range(PLOTTED_DAYS - 1, -1, -1)]
    kept = DayCount.objects.in_bulk(days)
    counts = [kept.get(day) or DayCount(day=day, games=0, people=0) for day in days]
    return {
        "games": [(count.day, count.games) for count in counts],
        "players": [(count.day, count.people) for count in counts],
    }
