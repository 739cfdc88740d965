"""The places of a tile as a list, for those who hear the board or do not look for marks on it."""

from __future__ import annotations

from django.utils.translation import ngettext

from games.engine.errors import GameError
from games.kit.presenter import PlaceOffered
from games.qwirkle.presenter.board import Bounds
from games.qwirkle.rules.actions import Place
from games.qwirkle.rules.board import position_of
from games.qwirkle.rules.rehearsal import cells_that_fit, rehearse
from games.qwirkle.rules.tiles import TILES_BY_NAME
from games.qwirkle.rules.view import QwirkleView


def places_for(view: QwirkleView, draft: Place, piece: str) -> list[PlaceOffered]:
    """Row by row; with what the whole turn would score, where it would be legal so."""
    tile, bounds = TILES_BY_NAME[piece], Bounds.around(view["board"])
    offered = []
    for cell in cells_that_fit(view, draft.laid).now.get(tile, ()):
        x, y = position_of(cell)
        points = _points(view, Place((*draft.laid, (cell, tile))))
        words = bounds.where(x, y)
        if points is not None:
            worth = ngettext("%(place)s: %(points)s point", "%(place)s: %(points)s points", points)
            words = worth % {"place": words, "points": points}
        offered.append(PlaceOffered(x, y, words))
    return sorted(offered, key=lambda place: (place.y, place.x))


def _points(view: QwirkleView, action: Place) -> int | None:
    """Nothing of an opening that is not whole yet."""
    try:
        return rehearse(view, action).points
    except GameError:
        return None
