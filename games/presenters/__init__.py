"""From a view of a game to what its templates show. One module for each game.

A presenter is given views, never states: a page cannot show what its reader may not know.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.presenters.contract import Presenter, in_turns
from games.presenters.qwirkle import QwirklePresenter
from games.presenters.shifting_stones import ShiftingStonesPresenter

__all__ = ["PRESENTERS", "Presenter", "in_turns", "name_of"]

PRESENTERS: Mapping[str, Presenter] = {
    "qwirkle": QwirklePresenter(),
    "shifting_stones": ShiftingStonesPresenter(),
}


def name_of(slug: str) -> str:
    """What a game is called; its slug, where it is one that nobody here knows."""
    presenter = PRESENTERS.get(slug)
    return str(presenter.name) if presenter else slug
