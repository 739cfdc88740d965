"""When a turn must be made."""

from __future__ import annotations

from datetime import datetime

from games.models import Game


def deadline_after(game: Game, moment: datetime) -> datetime:
    """The end of a turn that begins at this moment."""
    return moment + game.turn_time
