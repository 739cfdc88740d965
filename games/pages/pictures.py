"""The table as a spectator sees it, small."""

from __future__ import annotations

import logging

from games.models import Game

log = logging.getLogger(__name__)


def picture_of(game: Game) -> str | None:
    """An SVG; nothing, where the game cannot be read."""
    try:
        view = game.engine.view(game.engine.load(game.state or {}), None)
        return game.kind.presenter.picture(view)
    except Exception:
        log.exception("game %s cannot be drawn", game.pk)
        return None
