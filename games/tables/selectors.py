"""Home, the lobby, invitations. Each function says how many queries it takes."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import Block, User
from accounts.readers import Reader
from games.models import WITH_PLAYERS, Game, Invitation, Player

MOST_LISTED = 50
MOST_FINISHED = 12
# Of one opener, in a list for all.
MOST_OF_ONE = 3


@dataclass(frozen=True, slots=True)
class Home:
    """Everything on a player's home page."""

    yours: list[Game]
    theirs: list[Game]
    open_tables: list[Game]
    finished: list[Game]
    invitations: list[Invitation]


def home(user: User) -> Home:
    """A player's games, those that wait for them first, by time left. Five queries."""
    mine = Player.objects.filter(user=user).select_related("game")
    mine = mine.prefetch_related(Prefetch("game__players", Player.objects.select_related("user")))
    going = mine.filter(left=False, game__status__in=[Game.Status.ACTIVE, Game.Status.OPEN])
    seats = list(going.order_by("game__deadline", "-game__created_at")[:MOST_LISTED])
    finished = mine.filter(game__status=Game.Status.FINISHED).order_by("-game__finished_at")
    active = [seat for seat in seats if seat.game.is_active]
    return Home(
        yours=[seat.game for seat in active if seat.seat == seat.game.to_act],
        theirs=[seat.game for seat in active if seat.seat != seat.game.to_act],
        open_tables=[seat.game for seat in seats if seat.game.is_open],
        finished=[seat.game for seat in finished[:MOST_FINISHED]],
        invitations=list(invitations(user)),
    )


def invitations(user: User) -> QuerySet[Invitation]:
    """Those not answered yet, to tables that still wait. One query."""
    return (
        Invitation.objects.filter(
            Invitation.for_person(user),
            answer=Invitation.Answer.WAITING,
            game__status=Game.Status.OPEN,
        )
        .exclude(game__players__user=user)
        .exclude(invited_by__in=Block.objects.filter(blocker=user).values("blocked"))
        .select_related("game", "invited_by")
        .order_by("-created_at")[:MOST_LISTED]
    )


def open_tables(user: Reader) -> list[Game]:
    """Public tables with a free seat, without those of people who are blocked. Two queries."""
    tables: QuerySet[Game] = (
        Game.objects.filter(status=Game.Status.OPEN, public=True)
        .annotate(taken=Count("players"))
        .filter(taken__lt=F("seats"))
    )
    if user.is_authenticated:
        tables = without_blocked(tables, user)
    listed = _few_of_each(tables, "-created_at")
    return list(listed.prefetch_related(WITH_PLAYERS).order_by("-created_at")[:MOST_LISTED])


def without_blocked(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """Where nobody sits whom this person has blocked, or who has blocked them."""
    blocked = Block.objects.filter(blocker=user).values("blocked")
    blocking = Block.objects.filter(blocked=user).values("blocker")
    return games.exclude(
        pk__in=Player.objects.filter(Q(user__in=blocked) | Q(user__in=blocking)).values("game")
    )


def _few_of_each(games: QuerySet[Game], order: str) -> QuerySet[Game]:
    """Nobody fills a list with their own: of each opener the first few."""
    place = Window(RowNumber(), partition_by="opened_by", order_by=order)
    return games.annotate(place=place).filter(place__lte=MOST_OF_ONE)


def games_to_watch() -> list[Game]:
    """Public games in progress, the liveliest first. Two queries."""
    going = Game.objects.filter(status=Game.Status.ACTIVE, public=True)
    listed = _few_of_each(going, "-moved_at")
    return list(listed.prefetch_related(WITH_PLAYERS).order_by("-moved_at")[:MOST_FINISHED])
