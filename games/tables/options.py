"""What the rules ask for and the table adds: it is about who sits there."""

from __future__ import annotations

from games.models import Game

SENIORITY = "seniority"
YOUNG = "young"


def has_young(game: Game) -> bool:
    """Whether those who join as young players play by a rule of their own."""
    return YOUNG in game.options
