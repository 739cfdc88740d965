"""Reading for the moderators' desk. Each function says how many queries it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.readers import Reader
from games.models import WITH_PLAYERS, Act, Game, Message, Notification, Player, Report, Setback
from games.now import database_now
from games.pages.paging import just

State = Notification.State
Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)

MOST_SHOWN = 8
MOST_COUNTED = 1000
MOST_ON_A_PAGE = 100
MOST_GAMES = 40
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
    """A bot that does not play, or a person without a clock though nothing is paused.

    Two queries for their numbers: each of the two has an index, which one condition would not use.
    """
    waits = Q(status=Game.Status.ACTIVE, waits_for=None, moved_at__lt=timezone.now() - STUCK)
    no_clock = Q(
        status=Game.Status.ACTIVE,
        waits_for__isnull=False,
        turn_time__isnull=False,
        deadline=None,
        paused_at=None,
    )
    late = Game.objects.filter(waits).order_by("moved_at").values_list("pk", flat=True)
    still = Game.objects.filter(no_clock).order_by("pk").values_list("pk", flat=True)
    most = MOST_COUNTED + 1
    return games.filter(pk__in=[*late[:most], *still[:most]])


@dataclass(frozen=True, slots=True)
class Shortlist(Generic[Item]):
    """How many there are, or more than are counted; and the first of them."""

    count: int
    shown: list[Item]


def shortlist(found: QuerySet[Row]) -> Shortlist[Row]:
    """Two queries, and those that prefetch."""
    return Shortlist(counted(found), list(found[:MOST_SHOWN]))


def counted(found: QuerySet[Row]) -> int:
    """As far as that can be done at once: beyond `MOST_COUNTED` it is one more. One query.

    In the order in which they come, so that the same index finds them.
    """
    return found[: MOST_COUNTED + 1].count()


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
    """Those that failed most recently. Two queries."""
    found = Setback.objects.filter(**which).exclude(Setback.SETTLED)
    fields = ("task", "error", "times", "since", "next_try", "made_do")
    rows = found.order_by("-tried_at").values(
        "game_id", *fields, code=F("game__code"), engine_slug=F("game__engine_slug")
    )[:MOST_SHOWN]
    shown = []
    for row in rows:
        task = Setback.Task(row["task"])
        row["task"] = str(task.label)
        row["next_try"] = None if task == Setback.Task.VACATION else row["next_try"]
        shown.append(SetAside(**row))
    return Shortlist(counted(found), shown)


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
    """In a game that goes on, or whose end can still be taken back. At most four queries."""
    now = database_now()
    lately = Q(seed_opens_at=None, finished_at__gt=now - UNSETTLED, started_at__isnull=False)
    sealed = Q(seed_opens_at__gt=now, started_at__isnull=False)
    unsettled = Q(over_at=None) | Q(company="", over_at__gt=now - UNSETTLED)
    seats = Player.objects.filter(unsettled, user=one.pk).values_list("game", flat=True)
    numbers = {*seats, *_given_up(one).values_list("game", flat=True)}
    theirs = Game.objects.filter(_sat_there(other))
    going = theirs.filter(Q(status=Game.Status.ACTIVE) | lately | sealed, pk__in=numbers)
    # How long an end is sealed, the last who decided on it said: whoever sat there.
    return going.exists() or theirs.filter(_sat_there(one), sealed).exists()


def _given_up(person: Reader) -> QuerySet[Act]:
    return Act.objects.filter(what=Act.What.SEAT_PERSON, person=person.pk, game__isnull=False)


def _sat_there(person: Reader) -> Q:
    """Also who made way for another: they know the hands that were theirs."""
    seats = Player.objects.filter(user=person.pk, game=OuterRef("pk"))
    return Q(Exists(seats) | Exists(_given_up(person).filter(game=OuterRef("pk"))))


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
    games = just(Game.objects.defer("state", "seed"), "players__user_id", person.pk)
    return list(games.prefetch_related(WITH_PLAYERS)[:MOST_GAMES])


def reports_about(person: User, reader: Reader) -> list[Report]:
    """What others said of them, and what they said of others. One query."""
    found = reports_for(reader).filter(Q(person=person) | Q(reporter=person))
    found = found.select_related("reporter", "person", "game", "message", "assigned_to")
    return list(found.order_by("-pk")[:MOST_ON_A_PAGE])


def my_reports(person: User) -> list[Report]:
    """One query."""
    found = Report.objects.filter(reporter=person).select_related("game", "person", "message")
    return list(found.order_by("-created_at")[:MOST_ON_A_PAGE])
