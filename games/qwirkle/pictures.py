"""Qwirkle's table as a picture for mails, from the same sprite as on the page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from django.template.loader import render_to_string

from games.kit.mosaic import Piece, drawn, mosaic
from games.kit.sprites import inside
from games.qwirkle.rules.board import PlacedTile

COLOURS = {
    "r": "#ff6166",
    "o": "#ff9d2e",
    "y": "#ffe14d",
    "g": "#3ed18d",
    "b": "#4aa8ff",
    "p": "#be82ff",
}
CELL = 44  # pixels, twice as many as shown: screens are fine
WIDEST = 1100


def png(placed: Sequence[PlacedTile], new: Collection[tuple[int, int]] = ()) -> bytes:
    """The table with an empty cell around it. Cells are of one size until it would be too wide."""
    return _table(tuple((name, x, y) for name, x, y in placed), frozenset(new))


# When a game is over, everybody is sent the same table.
@lru_cache(maxsize=16)
def _table(placed: tuple[PlacedTile, ...], new: frozenset[tuple[int, int]]) -> bytes:
    xs, ys = [item[1] for item in placed], [item[2] for item in placed]
    columns, rows = range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)
    size = min(CELL, WIDEST // len(columns))
    lying = {(x, y): _cell(name, (x, y) in new, size) for name, x, y in placed}
    empty = _cell("", False, size)
    return mosaic([[lying.get((x, y), empty) for x in columns] for y in rows])


def hand_png(hand: Sequence[str]) -> bytes:
    return png([(name, place, 0) for place, name in enumerate(hand)] or [("", 0, 0)])


@lru_cache(maxsize=512)
def _cell(name: str, new: bool, size: int) -> Piece:
    """A tile in its cell, marked if it is new, or a cell without one."""
    tile = {"shape": name[1], "colour": COLOURS[name[0]], "new": new} if name else None
    context = {"sprite": inside("qwirkle"), "tile": tile}
    return drawn(render_to_string("games/qwirkle/picture.svg", context), size)
