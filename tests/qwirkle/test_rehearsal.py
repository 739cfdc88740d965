"""Where a tile can lie now, and where only after another."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given

from games.engine.errors import IllegalAction
from games.qwirkle.rules.actions import Place
from games.qwirkle.rules.board import cell_at
from games.qwirkle.rules.rehearsal import cells_that_fit, rehearse
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import TILES_BY_NAME
from tests.qwirkle.notation import ENGINE
from tests.qwirkle.positions import positions


def is_legal(view: dict, laid: set) -> bool:
    try:
        rehearse(view, Place(tuple(sorted(laid))))
    except IllegalAction:
        return False
    return True


@given(positions())
def test_a_mark_means_that_the_tile_can_lie_there_now(state: State) -> None:
    """With the first tiles of some placings laid already; an opening is not whole until its end."""
    if state.opening is not None:
        return
    view = ENGINE.view(state, state.turn)
    placings = [a for a in ENGINE.legal_actions(state) if isinstance(a, Place)]
    for placing in islice(placings, 0, None, 1 + len(placings) // 5):
        draft = placing.laid[:-1]
        fitting = cells_that_fit(view, draft)

        marked = {(cell, tile) for tile, cells in fitting.now.items() for cell in cells}
        follow = {(cell, tile) for tile, cells in fitting.later.items() for cell in cells}
        assert placing.laid[-1] in marked
        assert all(is_legal(view, {*draft, item}) for item in marked)
        assert not any(is_legal(view, {*draft, item}) for item in follow)


@pytest.mark.parametrize("draft", [(), ("rs", 1, 0)])
def test_what_can_only_follow_is_told_apart(draft: tuple) -> None:
    """A red circle lies there, and three red tiles are held: two cells away only follows."""
    view = {"board": [("ro", 0, 0)], "hand": ["rs", "rd"], "bag": 9, "opening": None}
    laid = ((cell_at(*draft[1:]), TILES_BY_NAME[draft[0]]),) if draft else ()

    fitting = cells_that_fit(view, laid)

    far, near = cell_at(2, 0), cell_at(1, 0)
    diamond = TILES_BY_NAME["rd"]
    assert (far in fitting.now[diamond]) is bool(draft)
    assert (far in fitting.later.get(diamond, ())) is not bool(draft)
    assert (near in fitting.now[diamond]) is not bool(draft)
