"""How a game ended."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from games.engine.view import OutcomeView


@dataclass(frozen=True, slots=True)
class Outcome:
    """Final scores, places from 1 (shared on ties) and why the game ended.

    `beaten` is a game that nobody won: whoever played alone lost against the game itself.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str
    beaten: bool = field(default=False, compare=False)

    @property
    def winners(self) -> tuple[int, ...]:
        if self.beaten:
            return ()
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def to_json(self) -> OutcomeView:
        return {"scores": list(self.scores), "places": list(self.places), "reason": self.reason}


def places(scores: Sequence[int], last: Collection[int] = ()) -> tuple[int, ...]:
    """Most points first, ties share the place; those in `last` share the place after all others."""
    ranks = [(seat in last, 0 if seat in last else -score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
