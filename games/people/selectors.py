"""What somebody has played. Each function says how many queries it takes."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import WITH_PLAYERS, Game, Player

MOST_FINISHED = 12


@dataclass(frozen=True, slots=True)
class Results:
    """What a profile says of somebody's games."""

    finished: int
    won: int


def results(user: User) -> Results:
    """Over all finished games with other people. One query."""
    seats = _finished_seats(user).filter(_with_people)
    return Results(**seats.aggregate(finished=Count("pk"), won=Count("pk", filter=Q(place=1))))


# Somebody else sat there, though perhaps the computer took over, or they have gone since.
_with_people = Exists(
    Player.objects.filter(game=OuterRef("game"))
    .exclude(seat=OuterRef("seat"))
    .filter(Q(user__isnull=False) | Q(bot=""))
)


def _finished_seats(user: User) -> QuerySet[Player]:
    return Player.objects.filter(user=user, game__status=Game.Status.FINISHED, game__seats__gt=1)


@dataclass(frozen=True, slots=True)
class Tally:
    """How somebody did where no other person sat: all in all, and the latest."""

    played: int
    won: int
    most: int
    latest: list[Player]


def results_alone(user: User) -> Tally:
    """Games for one that were played to their end. Two queries."""
    return _tally(
        Player.objects.filter(
            user=user, left=False, game__status=Game.Status.FINISHED, game__seats=1
        )
    )


def results_against_computers(user: User) -> Tally:
    """Games in which the computer had all other seats. Two queries."""
    return _tally(_finished_seats(user).exclude(_with_people))


def _tally(seats: QuerySet[Player]) -> Tally:
    figures = seats.aggregate(
        played=Count("pk"), won=Count("pk", filter=Q(place=1)), most=Max("score")
    )
    latest = seats.select_related("game").order_by("-game__finished_at")[:MOST_FINISHED]
    return Tally(figures["played"], figures["won"], figures["most"] or 0, list(latest))


def public_games_of(user: User, status: str) -> list[Game]:
    """What somebody plays, or has played, for all to see; the latest first. Two queries."""
    games = Game.objects.filter(players__user=user, status=status, public=True)
    return list(games.prefetch_related(WITH_PLAYERS).order_by("-moved_at")[:MOST_FINISHED])
