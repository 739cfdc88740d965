"""What a home without games offers instead. Each function says how many queries it takes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, F

from accounts.models import User
from accounts.selectors import people_apart
from games.models import WITH_PLAYERS, Game, Player
from games.now import database_now
from games.tables.cards import Card, cards_of
from games.tables.selectors import without_people

# Of the tables that wait, so many of the newest are looked at, however many there are.
LOOKED_AT = 100
MOST_OFFERED = 3
LIVE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Tables at which the game starts as soon as this person sits down, and a game to watch."""

    tables: list[Game]
    live: list[Card]


def first_steps(user: User) -> FirstSteps:
    """Six queries, whatever the number of tables and games."""
    apart = people_apart(user)
    waiting = Game.objects.filter(status=Game.Status.OPEN, public=True)
    newest = waiting.order_by("-created_at").values("pk")[:LOOKED_AT]
    nearly_full = (
        Game.objects.filter(pk__in=newest)
        .annotate(taken=Count("players"))
        .filter(taken=F("seats") - 1)
        .exclude(pk__in=Player.objects.filter(user=user).values("game"))
    )
    tables = without_people(nearly_full, apart).order_by("-created_at")[:MOST_OFFERED]
    going = Game.objects.filter(
        status=Game.Status.ACTIVE, public=True, moved_at__gt=database_now() - LIVE
    )
    liveliest = without_people(going, apart).order_by("-moved_at", "-pk")
    live = cards_of(liveliest.values_list("pk", flat=True)[:1])
    return FirstSteps(
        tables=list(tables.prefetch_related(WITH_PLAYERS)),
        live=list(live.values()),
    )
