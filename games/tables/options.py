"""What the rules ask for and the table adds: it is about who sits there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

SENIORITY = "seniority"
YOUNG = "young"


class Agreed(Protocol):
    """A game, or one in a list."""

    @property
    def options(self) -> Mapping[str, object]: ...


def has_young(game: Agreed) -> bool:
    """Whether those who join as young players play by a rule of their own."""
    return YOUNG in game.options
