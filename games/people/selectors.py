"""What somebody has played. Each function says how many queries it takes."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.models import Game, Player, Tally
from games.pages.paging import Key, Page
from games.tables.selectors import MOST_CARDS, finished_numbers

Company = Player.Company


@dataclass(frozen=True, slots=True)
class Results:
    """How somebody did in one company: all in all, and the latest."""

    played: int = 0
    won: int = 0
    most: int = 0
    latest: tuple[Player, ...] = ()


def results(user: User) -> dict[str, Results]:
    """In each company; the latest where no other person sat. At most three queries."""
    kept = {tally.company: tally for tally in Tally.objects.filter(user=user)}
    return {
        company: Results(
            tally.played,
            tally.won,
            tally.most,
            () if company == Company.PEOPLE else _latest(user, company),
        )
        for company, tally in kept.items()
    }


def _latest(user: User, company: str) -> tuple[Player, ...]:
    """One query."""
    seats = Player.objects.filter(user=user, company=company, company__gt="")
    shown = ("place", "score", "over_at", "game__code", "game__engine_slug")
    latest = seats.select_related("game").only(*shown).order_by("-over_at", "-pk")
    return tuple(latest[:MOST_CARDS])


def games_going_on(user: User) -> Page[int]:
    """What somebody plays for all to see, the liveliest of a few hundred at most. One query."""
    seats = Player.objects.filter(user=user, over_at=None)
    rows = seats.values_list("game_id", "game__status", "game__public", "game__moved_at")
    going = [
        (moved_at, number)
        for number, status, public, moved_at in rows
        if public and status == Game.Status.ACTIVE
    ]
    return Page([number for _moved_at, number in sorted(going, reverse=True)[:MOST_CARDS]], "")


def games_finished(user: User, after: Key | None = None) -> Page[int]:
    """What somebody has played for all to see, the latest first. One query."""
    return finished_numbers(user, after, MOST_CARDS, public=True)
