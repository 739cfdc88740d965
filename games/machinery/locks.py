"""The order in which rows are locked, so that nobody waits in a ring.

What is the whole site's (its pause, the run of a sweep); games by number; then people; then seats;
then the rest. Locks leave the key alone (`no_key`), so
that a message or a notification that refers to a locked row need not wait.
"""

from __future__ import annotations

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from games.machinery.errors import not_found
from games.machinery.transactions import ChangedMeanwhile
from games.models import Game, Player

GOING = (Game.Status.OPEN, Game.Status.ACTIVE)


def lock_person(person_id: int, *, for_good: bool = False) -> User:
    """`for_good`: who is about to be deleted, so that nothing new refers to them."""
    person = User.objects.select_for_update(no_key=not for_good).filter(pk=person_id).first()
    if person is None:
        raise not_found()
    return person


def lock_with_their_games(person_id: int, *, for_good: bool = False) -> tuple[User, list[Game]]:
    """A person, after all the tables at which they sit."""
    games = list(_games_of(person_id).select_for_update(no_key=True).order_by("pk"))
    person = lock_person(person_id, for_good=for_good)
    now = set(_games_of(person_id).values_list("pk", flat=True))
    if now - {game.pk for game in games}:
        raise ChangedMeanwhile
    return person, [game for game in games if game.pk in now]


def _games_of(person_id: int) -> QuerySet[Game]:
    seats = Player.objects.filter(user=person_id, over_at=None, left=False)
    return Game.objects.filter(status__in=GOING, pk__in=seats.values("game"))


def lock_people(*people: User) -> None:
    """What these people do comes one after the other, until the transaction ends."""
    rows = User.objects.filter(pk__in=[person.pk for person in people]).order_by("pk")
    list(rows.select_for_update(no_key=True).values_list("pk"))


def lock_words(text: str) -> None:
    """The same for something that has no row, such as an address."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [text])
