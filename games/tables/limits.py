"""What one person may do so often, and no more.

What must hold is counted in the database, under a lock of the person's row. Locks are taken in one
order everywhere: the game's row, then people's by their number, then the rest.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError
from games.machinery.guests import refuse_guests
from games.machinery.locks import lock_people
from games.models import Game, Player

Status = Game.Status

MOST_OPEN, MOST_PUBLIC = 10, 5
MOST_TABLES_AN_HOUR, MOST_TABLES_A_DAY = 30, 100
MOST_SEATS = 200
# Of these, games without other people.
MOST_ALONE = 30

# A guest's in all, also those that are over.
MOST_OF_A_GUEST = 10

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def check_new_table(user: User, *, others: int, public: bool) -> None:
    """Of tables that wait, of new ones in an hour and a day, and of seats. The row is locked."""
    now, mine = timezone.now(), Q(opened_by=user)
    if user.is_guest:
        _check_guest(user, others=others, public=public)
    recent = Game.objects.filter(mine, created_at__gt=now - DAY).aggregate(
        day=Count("pk"), hour=Count("pk", filter=Q(created_at__gt=now - HOUR))
    )
    if recent["hour"] >= MOST_TABLES_AN_HOUR:
        raise ServiceError("tables-this-hour", 429)
    if recent["day"] >= MOST_TABLES_A_DAY:
        raise ServiceError("tables-today", 429)
    waiting = Game.objects.filter(mine, status=Status.OPEN).aggregate(
        all=Count("pk"), public=Count("pk", filter=Q(public=True))
    )
    if waiting["all"] >= MOST_OPEN:
        raise ServiceError("open-tables", 429)
    if public and others and waiting["public"] >= MOST_PUBLIC:
        raise ServiceError("public-tables", 429)
    check_seat(user)


def _check_guest(guest: User, *, others: int, public: bool) -> None:
    """With nobody else, for nobody else to see, and a few games in all."""
    if others or public:
        refuse_guests(guest)
    if Game.objects.filter(opened_by=guest).count() >= MOST_OF_A_GUEST:
        raise ServiceError("many-guest-games", 429)


def check_seat(user: User) -> None:
    """Tables that wait count as games, as they may all start at once. The row is locked."""
    going = Player.objects.filter(user=user, left=False, over_at=None)
    if going.count() >= MOST_SEATS:
        raise ServiceError("many-games", 429)


def check_alone(user: User) -> None:
    """Games against bots, and for one: they cost us work and nobody waits in them."""
    lock_people(user)
    others = Player.objects.filter(game=OuterRef("game"), user__isnull=False, left=False)
    going = Player.objects.filter(user=user, left=False, over_at=None, game__status=Status.ACTIVE)
    if going.filter(~Exists(others.exclude(user=user))).count() >= MOST_ALONE:
        raise ServiceError("many-alone", 429)
