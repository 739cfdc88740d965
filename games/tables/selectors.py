"""Home, the lobby, invitations. Each function says how many queries it takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Block, User
from accounts.readers import Reader
from accounts.selectors import people_apart
from games.models import Game, Invitation, Player
from games.pages.paging import Key, Page, newest_first, page_of
from games.tables.cards import Card, cards_of
from games.tables.limits import MOST_SEATS

MOST_LISTED = 50
MOST_ON_A_PAGE = 20
MOST_CARDS = 12
# Of one opener, in a list for all.
MOST_OF_ONE = 3
# What has no deadline comes after all that has one.
NEVER = datetime(2222, 2, 2, tzinfo=UTC)


class Going(NamedTuple):
    """A table at which somebody sits, while it waits or is played at."""

    number: int
    code: str
    status: str
    deadline: datetime | None
    is_turn: bool

    @property
    def key(self) -> Key:
        return Key(self.deadline or NEVER, self.number)


@dataclass(frozen=True, slots=True)
class Home:
    """Everything on a player's home page. `waiting` are the codes of all that wait for them."""

    yours: Page[Card]
    theirs: Page[Card]
    open_tables: Sequence[Card]
    finished: Page[Card]
    invitations: list[Invited]
    waiting: list[str]


def home(user: User) -> Home:
    """A player's games, those that wait for them first, by time left. Five queries."""
    tables = going(user)
    yours, theirs = (turns(tables, is_turn=is_turn) for is_turn in (True, False))
    waiting = [it.number for it in tables if it.status == Game.Status.OPEN][:MOST_LISTED]
    shown = cards(
        numbers(yours),
        numbers(theirs, MOST_CARDS),
        finished_numbers(user, most=MOST_CARDS),
        Page(waiting, ""),
    )
    return Home(
        yours=shown[0],
        theirs=shown[1],
        finished=shown[2],
        open_tables=shown[3].items,
        invitations=invitations(user),
        waiting=[it.code for it in yours],
    )


def going(user: User) -> list[Going]:
    """Where somebody sits while it waits or goes on, by time left: a few hundred at most.

    One query.
    """
    seats = Player.objects.filter(user=user, over_at=None, left=False)
    fields = ("game_id", "game__code", "game__status", "game__deadline")
    rows = seats.values_list(*fields, "seat", "game__to_act")[: 2 * MOST_SEATS]
    found = [
        Going(number, code, status, deadline, is_turn=seat == to_act)
        for number, code, status, deadline, seat, to_act in rows
    ]
    return sorted(found, key=lambda table: table.key)


def turns(tables: Sequence[Going], *, is_turn: bool, after: Key | None = None) -> list[Going]:
    """Of these the games that wait for the person, or those that wait for others."""
    active = [it for it in tables if it.status == Game.Status.ACTIVE and it.is_turn == is_turn]
    return [it for it in active if after is None or it.key > after]


def numbers(tables: Sequence[Going], most: int = MOST_ON_A_PAGE) -> Page[int]:
    page = page_of(tables, most, lambda table: table.key)
    return page.of(lambda items: [table.number for table in items])


def finished_numbers(
    user: User, after: Key | None = None, most: int = MOST_ON_A_PAGE, **which: object
) -> Page[int]:
    """The games that somebody has finished, the latest first. One query."""
    seats = Player.objects.filter(user=user, company__gt="", **which)
    rows = newest_first(seats, "over_at", after).values_list("game_id", "over_at", "pk")
    page = page_of(list(rows[: most + 1]), most, lambda row: Key(row[1] or NEVER, row[2]))
    return page.of(lambda items: [row[0] for row in items])


def cards(*pages: Page[int]) -> list[Page[Card]]:
    """The games with these numbers, without what is gone meanwhile. Two queries for all pages."""
    found = cards_of(number for page in pages for number in page.items)
    return [page.of(lambda items: [found[it] for it in items if it in found]) for page in pages]


class Invited(NamedTuple):
    """A seat kept for somebody, at a table that waits."""

    number: int
    host: str
    code: str
    engine_slug: str
    options: Mapping[str, object]


def invitations(user: User) -> list[Invited]:
    """Those not answered yet, to tables that still wait. One query."""
    found = (
        Invitation.objects.filter(
            Invitation.for_person(user),
            answer=Invitation.Answer.WAITING,
            game__status=Game.Status.OPEN,
        )
        .exclude(Exists(Player.objects.filter(game=OuterRef("game"), user=user)))
        .exclude(Exists(Block.objects.filter(blocker=user, blocked=OuterRef("invited_by"))))
        .order_by("-created_at")
    )
    game = ("game__code", "game__engine_slug", "game__options")
    rows = found.values_list("pk", "invited_by__username", *game)[:MOST_LISTED]
    return [Invited(*row) for row in rows]


def open_tables(user: Reader, after: Key | None = None) -> Page[int]:
    """Public tables with a free seat, without those of people who are blocked. Two queries."""
    seated = Player.objects.filter(game=OuterRef("pk")).order_by().values("game")
    taken = Subquery(seated.annotate(count=Count("pk")).values("count"))
    waiting = Game.objects.filter(status=Game.Status.OPEN, public=True)
    free = waiting.annotate(taken=Coalesce(taken, 0)).filter(taken__lt=F("seats"))
    tables: QuerySet[Game] = free
    if user.is_authenticated:
        tables = without_people(tables, people_apart(user))
    few = _few_of_each(tables, waiting, "created_at")
    return _page(few, "created_at", after, MOST_ON_A_PAGE)


def without_people(games: QuerySet[Game], people: Collection[int]) -> QuerySet[Game]:
    """Where none of these sit. By their numbers: so it can be foreseen that few are left out."""
    sits = Player.objects.filter(game=OuterRef("pk"), user__in=people, over_at=None)
    return games.exclude(Exists(sits)) if people else games


def games_to_watch(after: Key | None = None) -> Page[int]:
    """Public games in progress, the liveliest first. One query."""
    active = Game.objects.filter(status=Game.Status.ACTIVE, public=True)
    return _page(_few_of_each(active, active, "moved_at"), "moved_at", after, MOST_CARDS)


def _few_of_each(games: QuerySet[Game], all_of_them: QuerySet[Game], field: str) -> QuerySet[Game]:
    """Nobody fills a list with their own: of each opener the latest few."""
    later = all_of_them.filter(opened_by=OuterRef("opened_by"), **{f"{field}__gt": OuterRef(field)})
    return games.exclude(Exists(later.order_by()[MOST_OF_ONE - 1 : MOST_OF_ONE]))


def _page(games: QuerySet[Game], field: str, after: Key | None, most: int) -> Page[int]:
    rows = newest_first(games, field, after).values_list("pk", field)[: most + 1]
    page = page_of(list(rows), most, lambda row: Key(row[1], row[0]))
    return page.of(lambda items: [row[0] for row in items])
