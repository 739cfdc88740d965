"""Games and tables as lists show them: no more is read than is shown, and of boards nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.kinds import name_of
from games.models import Game, Player
from games.pages.addresses import picture_stamp
from games.words import seat_name

GAME = (
    *("pk", "code", "engine_slug", "status", "ply", "to_act", "deadline", "paused_at"),
    *("seats", "options", "turn_time", "bank", "weekends_off", "moved_at"),
)
SEAT = ("game_id", "seat", "bot", "user_id", "user__username", "score", "place")


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there, and how they do."""

    number: int
    person: int | None
    name: str
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A table that waits, or a game that goes on or is over."""

    code: str
    engine_slug: str
    status: str
    ply: int
    to_act: int | None
    deadline: datetime | None
    paused_at: datetime | None
    size: int
    options: Mapping[str, object]
    turn_time: timedelta | None
    bank: timedelta
    weekends_off: bool
    moved_at: datetime | None
    seats: list[Seat] = field(default_factory=list)

    @property
    def name(self) -> str:
        return name_of(self.engine_slug)

    @property
    def picture(self) -> str:
        """What its picture's address ends with."""
        return f"picture/{self.ply}-{picture_stamp(self.moved_at)}.svg"

    @property
    def acting(self) -> str:
        """Whose turn it is."""
        return next((seat.name for seat in self.seats if seat.number == self.to_act), "")

    def seats_person(self, person: int | None) -> bool:
        return any(seat.person == person for seat in self.seats if seat.person)


def cards_of(numbers: Iterable[int]) -> dict[int, Card]:
    """Games by their numbers, with who sits there. Two queries."""
    wanted = list(numbers)
    if not wanted:
        return {}
    rows = Game.objects.filter(pk__in=wanted).values_list(*GAME)
    cards = {number: Card(*facts) for number, *facts in rows}
    seats = Player.objects.filter(game__in=wanted).order_by("seat").values_list(*SEAT)
    for game, seat, bot, person, name, score, place in seats:
        if game in cards:
            taken = Seat(seat, person, seat_name(seat, bot, name), score, place == 1)
            cards[game].seats.append(taken)
    return cards
