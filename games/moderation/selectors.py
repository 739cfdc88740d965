"""Reading for the moderators' desk. Each function says how many queries it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Count, Exists, F, Model, OuterRef, Q, QuerySet, Window
from django.utils import timezone

from accounts.models import User
from accounts.readers import Reader
from games.models import WITH_PLAYERS, Act, Game, Message, Notification, Player, Report, Setback
from games.now import database_now

State = Notification.State
Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)

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
class Shortlist(Generic[Item]):
    """How many there are, and the first of them."""

    count: int
    shown: list[Item]


def shortlist(found: QuerySet[Row]) -> Shortlist[Row]:
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


def set_aside(**which: object) -> Shortlist[SetAside]:
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


def reports_for(reader: Reader) -> QuerySet[Report]:
    """Nobody reads who reported them."""
    return Report.objects.exclude(person=reader.pk)


def acts_for(reader: Reader) -> QuerySet[Act]:
    """The trail, without the notes on who reads it and the reports about them."""
    notes = Q(what=Act.What.NOTE, person=reader.pk)
    return Act.objects.exclude(notes | Q(report__isnull=False, report__person=reader.pk))


def acts_on(person: User, reader: Reader) -> QuerySet[Act]:
    """Also where somebody was given the seat of another."""
    return acts_for(reader).filter(Q(person=person) | Q(other=person))


def mails_for(reader: Reader) -> QuerySet[Notification]:
    """The outbox, without the answers to who reported the reader."""
    about_them = Act.objects.filter(report__person=reader.pk).values("pk")
    return Notification.objects.exclude(kind=Notification.Kind.NOTICE, ply__in=about_them)


def open_reports(reader: Reader) -> QuerySet[Report]:
    """The oldest first."""
    found = reports_for(reader).filter(status=Report.Status.OPEN).order_by("created_at")
    return found.select_related("reporter", "person", "game", "message", "assigned_to")


def has_played(game: Game, person: Reader) -> bool:
    """Whoever sits or sat at this table, also if somebody else plays on for them. One query."""
    if any(player.user_id == person.pk for player in game.players.all()):
        return True
    return game.acts.filter(what=Act.What.SEAT_PERSON, person=person.pk).exists()


def play_together(one: Reader, other: Reader) -> bool:
    """In a game that goes on, or whose end can still be taken back. One query."""
    now = database_now()
    theirs = Game.objects.filter(_sat_there(one), _sat_there(other))
    goes_on = Q(status=Game.Status.ACTIVE)
    may_go_on = Q(seed_opens_at__gt=now) | Q(seed_opens_at=None, finished_at__gt=now - UNSETTLED)
    return theirs.filter(goes_on | Q(started_at__isnull=False) & may_go_on).exists()


def _sat_there(person: Reader) -> Q:
    """Also who made way for another: they know the hands that were theirs."""
    seats = Player.objects.filter(user=person.pk).values("game")
    given_up = Act.objects.filter(what=Act.What.SEAT_PERSON, person=person.pk, game__isnull=False)
    return Q(pk__in=seats) | Q(pk__in=given_up.values("game"))


def games_to_act_on(numbers: Sequence[int], reader: User) -> list[Game]:
    """Each says by `is_own` whether the reader has played in it. Two queries."""
    games = Game.objects.annotate(is_own=_sat_there(reader)).prefetch_related(WITH_PLAYERS)
    return list(games.filter(pk__in=numbers).order_by("pk"))


def game_for_moderators(pk: int) -> Game | None:
    """Two queries."""
    return Game.objects.prefetch_related(WITH_PLAYERS).filter(pk=pk).first()


def talk_of(game: Game) -> list[Message]:
    """All of it, what is hidden too. One query."""
    return list(game.messages.select_related("author").order_by("-pk")[:MOST_ON_A_PAGE])


def mails_of(game: Game, reader: Reader) -> list[Notification]:
    """One query."""
    found = mails_for(reader).filter(game=game).select_related("user")
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])


def reports_on(game: Game, reader: Reader) -> list[Report]:
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
    games = Game.objects.filter(players__user=person).prefetch_related(WITH_PLAYERS)
    return list(games.order_by("-created_at")[:MOST_ON_A_PAGE])


def reports_about(person: User, reader: Reader) -> list[Report]:
    """What others said of them, and what they said of others. One query."""
    found = reports_for(reader).filter(Q(person=person) | Q(reporter=person))
    found = found.select_related("reporter", "person", "game", "message", "assigned_to")
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])


def my_reports(person: User) -> list[Report]:
    """One query."""
    found = Report.objects.filter(reporter=person).select_related("game", "person", "message")
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])
