"""What every game's view holds, as far as code that does not know the game may read it."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class OutcomeView(TypedDict):
    """How a game ended: places from 1, shared on ties."""

    scores: list[int]
    places: list[int]
    reason: str


class Hidden(TypedDict):
    """What no view shows: the hands by seat, and the pile in the order it will be drawn."""

    hands: list[list[str]]
    pile: list[str]


class View(TypedDict):
    """What one seat or a spectator may know; each game's own view holds more.

    `hand` are the names of the viewer's own tiles or cards; a spectator has none.
    """

    ply: int
    to_act: int | None
    scores: list[int]
    outcome: OutcomeView | None
    hand: NotRequired[list[str]]
