"""Reading for the moderators' desk. Each function says how many queries it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from celery import current_app
from django.db.models import Count, Exists, F, Min, OuterRef, Prefetch, Q, QuerySet, Window
from django.db.models.functions import TruncDate
from django.utils import timezone

from accounts.models import User
from games.models import (
    Act,
    Game,
    Message,
    Move,
    Notification,
    Player,
    Report,
    Setback,
    SitePause,
    TaskRun,
)
from games.notices import ON_THE_PAGE
from games.now import database_now

State = Notification.State

MOST_SHOWN = 8
MOST_ON_A_PAGE = 100
# The sweep comes every minute; a deadline passed for longer than this is not only just due.
OVERDUE = timedelta(minutes=5)
STUCK = timedelta(minutes=10)
GRACE = timedelta(minutes=2)
LATELY = timedelta(days=7)
# How long a game that was called off keeps its players from judging one another.
UNSETTLED = timedelta(days=3)
PLOTTED_DAYS = 30
DAY = timedelta(days=1)

# What failed, and will be tried again.
SET_ASIDE = Q(state=State.WAITING) & ~Q(last_error="")

_players = Prefetch("players", Player.objects.select_related("user"))


def overdue(games: QuerySet[Game]) -> QuerySet[Game]:
    """Whose time was over some time ago, and nothing happened."""
    return games.filter(status=Game.Status.ACTIVE, deadline__lt=timezone.now() - OVERDUE)


def stuck(games: QuerySet[Game]) -> QuerySet[Game]:
    """A bot that does not play, or a person without a clock though nothing is paused."""
    acting = Player.objects.filter(game=OuterRef("pk"), seat=OuterRef("to_act"))
    waits = Q(Exists(acting.filter(bot__gt="")), moved_at__lt=timezone.now() - STUCK)
    no_clock = Q(
        Exists(acting.filter(bot="")), turn_time__isnull=False, deadline=None, paused_at=None
    )
    return games.filter(waits | no_clock, status=Game.Status.ACTIVE)


@dataclass(frozen=True, slots=True)
class Shortlist:
    """How many there are, and the first of them."""

    count: int
    shown: list[Any]


def _shortlist(found: QuerySet[Any]) -> Shortlist:
    """Two queries, and those that prefetch."""
    return Shortlist(found.count(), list(found[:MOST_SHOWN]))


@dataclass(frozen=True, slots=True)
class SetAside:
    """A game with which a task failed. Of the game only what can be read whatever is wrong."""

    game_id: int
    code: str
    engine_slug: str
    task: str
    error: str
    times: int
    since: datetime
    # A vacation is begun once: what failed of it is left to a moderator.
    next_try: datetime | None
    made_do: bool


def set_aside(**which: Any) -> Shortlist:
    """Those that failed most recently. One query."""
    total = Window(Count("pk"))
    found = Setback.objects.filter(**which).exclude(Setback.SETTLED).annotate(total=total)
    fields = ("task", "error", "times", "since", "next_try", "made_do", "total")
    rows = found.order_by("-tried_at").values(
        "game_id", *fields, code=F("game__code"), engine_slug=F("game__engine_slug")
    )[:MOST_SHOWN]
    count = 0
    shown = []
    for row in rows:
        count = row.pop("total")
        task = Setback.Task(row["task"])
        row["task"] = str(task.label)
        row["next_try"] = None if task == Setback.Task.VACATION else row["next_try"]
        shown.append(SetAside(**row))
    return Shortlist(count, shown)


@dataclass(frozen=True, slots=True)
class Post:
    """How the outbox does."""

    due: int
    oldest: datetime | None
    aside: int
    failed: int


def _post(reader: Any, now: datetime) -> Post:
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


def runs() -> list[Run]:
    """By the times that beat keeps. Two queries."""
    now = timezone.now()
    noted = {run.name: run for run in TaskRun.objects.order_by("name")}
    began: datetime = Game.objects.aggregate(first=Min("created_at"))["first"] or now
    schedule: Mapping[str, Mapping[str, Any]] = current_app.conf.beat_schedule
    found = []
    for entry in schedule.values():
        name, every = entry["task"].rpartition(".")[2], _period(entry["schedule"])
        run = noted.pop(name, None)
        ran_at = run.ran_at if run else None
        # What has never run is late once the site has been there for long enough.
        late = now - (ran_at or began) > 2 * every + GRACE
        found.append(Run(name, ran_at, every, late, run.error if run else ""))
    return found + [Run(run.name, run.ran_at, None, False, run.error) for run in noted.values()]


def _period(schedule: Any) -> timedelta:
    """Beat's schedules are seconds, or a time of the day."""
    return timedelta(seconds=schedule) if isinstance(schedule, int | float) else DAY


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the desk shows."""

    reports: Shortlist
    overdue: Shortlist
    stuck: Shortlist
    set_aside: Shortlist
    post: Post
    bouncing: Shortlist
    runs: list[Run]
    paused_since: datetime | None
    acts: list[Act]
    active: int
    plots: dict[str, list[tuple[date, int]]]


def reports_for(reader: Any) -> QuerySet[Report]:
    """Nobody reads who reported them."""
    return Report.objects.exclude(person=reader)


def acts_for(reader: Any) -> QuerySet[Act]:
    """The trail, without the notes on who reads it and the reports about them."""
    notes = Q(what=Act.What.NOTE, person=reader)
    return Act.objects.exclude(notes | Q(report__isnull=False, report__person=reader))


def acts_on(person: User, reader: Any) -> QuerySet[Act]:
    """Also where somebody was given the seat of another."""
    return acts_for(reader).filter(Q(person=person) | Q(other=person))


def mails_for(reader: Any) -> QuerySet[Notification]:
    """The outbox, without the answers to who reported the reader."""
    about_them = Act.objects.filter(report__person=reader).values("pk")
    return Notification.objects.exclude(kind=Notification.Kind.NOTICE, ply__in=about_them)


def overview(reader: Any) -> Overview:
    """The desk, as one moderator sees it. At most 21 queries, whatever the number of games."""
    now = timezone.now()
    pause = SitePause.objects.first()
    shown = ("code", "engine_slug", "deadline", "moved_at")
    games = Game.objects.only(*shown).order_by("deadline", "pk")
    active = Game.objects.filter(status=Game.Status.ACTIVE).count()
    return Overview(
        reports=_shortlist(open_reports(reader)),
        overdue=_shortlist(overdue(games)),
        stuck=_shortlist(stuck(games)),
        set_aside=set_aside(),
        post=_post(reader, now),
        bouncing=_shortlist(User.objects.filter(bounced_at__isnull=False).order_by("-bounced_at")),
        runs=runs(),
        paused_since=pause.began_at if pause else None,
        acts=list(
            acts_for(reader).select_related("game", "person", "other", "report")[:MOST_SHOWN]
        ),
        active=active,
        plots={"games": _games_by_day(now, active), "players": _players_by_day(now)},
    )


def open_reports(reader: Any) -> QuerySet[Report]:
    """The oldest first."""
    found = reports_for(reader).filter(status=Report.Status.OPEN).order_by("created_at")
    return found.select_related("reporter", "person", "game", "message", "assigned_to")


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


def has_played(game: Game, person: Any) -> bool:
    """Whoever sits or sat at this table, also if somebody else plays on for them. One query."""
    if any(player.user_id == person.pk for player in game.players.all()):
        return True
    return game.acts.filter(what=Act.What.SEAT_PERSON, person=person).exists()


def play_together(one: Any, other: Any) -> bool:
    """In a game that goes on, or whose end can still be taken back. One query."""
    now = database_now()
    theirs = Game.objects.filter(_sat_there(one), _sat_there(other))
    goes_on = Q(status=Game.Status.ACTIVE)
    may_go_on = Q(seed_opens_at__gt=now) | Q(seed_opens_at=None, finished_at__gt=now - UNSETTLED)
    return theirs.filter(goes_on | Q(started_at__isnull=False) & may_go_on).exists()


def _sat_there(person: Any) -> Q:
    """Also who made way for another: they know the hands that were theirs."""
    seats = Player.objects.filter(user=person).values("game")
    given_up = Act.objects.filter(what=Act.What.SEAT_PERSON, person=person, game__isnull=False)
    return Q(pk__in=seats) | Q(pk__in=given_up.values("game"))


def games_for_moderators(numbers: Sequence[int]) -> list[Game]:
    """Two queries."""
    return list(Game.objects.prefetch_related(_players).filter(pk__in=numbers).order_by("pk"))


def game_for_moderators(pk: int) -> Game | None:
    """Two queries."""
    return next(iter(games_for_moderators([pk])), None)


def talk_of(game: Game) -> list[Message]:
    """All of it, what is hidden too. One query."""
    return list(game.messages.select_related("author").order_by("-pk")[:MOST_ON_A_PAGE])


def told_of(game: Game, reader: Any) -> list[Notification]:
    """One query."""
    found = mails_for(reader).filter(game=game).select_related("user")
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])


def reports_on(game: Game, reader: Any) -> list[Report]:
    """One query."""
    found = (
        reports_for(reader)
        .filter(game=game)
        .select_related("reporter", "person", "message", "assigned_to")
    )
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])


def latest(acts: QuerySet[Act]) -> list[Act]:
    """Of a game, a person or a report. One query."""
    return list(acts.select_related("person", "other", "game", "report")[:MOST_ON_A_PAGE])


def games_of(person: User) -> list[Game]:
    """The latest first. Two queries."""
    games = Game.objects.filter(players__user=person).prefetch_related(_players)
    return list(games.order_by("-created_at")[:MOST_ON_A_PAGE])


def reports_about(person: User, reader: Any) -> list[Report]:
    """What others said of them, and what they said of others. One query."""
    found = reports_for(reader).filter(Q(person=person) | Q(reporter=person))
    found = found.select_related("reporter", "person", "game", "message", "assigned_to")
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])


def notices_on(game: Game) -> list[Act]:
    """What moderators did that everybody at the table may read. One query."""
    return list(game.acts.filter(what__in=ON_THE_PAGE)[:MOST_SHOWN])


def my_reports(person: User) -> list[Report]:
    """One query."""
    found = Report.objects.filter(reporter=person).select_related("game", "person", "message")
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])
