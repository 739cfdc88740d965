"""Qwirkle's table as a picture for mails and lists, from the same sprite as on the page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from django.template.loader import render_to_string

from games.kit.mosaic import Piece, drawn, mosaic
from games.kit.sprites import inside, parts
from games.qwirkle.rules.board import PlacedTile

COLOURS = {
    "r": "#ff6166",
    "o": "#ff9d2e",
    "y": "#ffe14d",
    "g": "#3ed18d",
    "b": "#4aa8ff",
    "p": "#be82ff",
}
MARK = "#2659e0"
CELL = 44  # pixels, twice as many as shown: screens are fine
WIDEST = 1100


def small_svg(placed: Sequence[PlacedTile], new: Collection[tuple[int, int]] = ()) -> str:
    """The board for lists and links. Each tile is drawn once, however often it lies there."""
    kinds = sorted({name for name, _x, _y in placed})
    faces = "".join(_small_tile(name) for name in kinds)
    frames = "".join(_frame(x, y) for _name, x, y in placed if (x, y) in new)
    tiles = "".join(f'<use href="#{name}" x="{x}" y="{y}"/>' for name, x, y in placed)
    view_box = " ".join(str(number) for number in _box(placed))
    pieces = parts("qwirkle", ["face", *(name[1] for name in kinds)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}">'
        f"{pieces}<defs>{faces}</defs>{frames}{tiles}</svg>"
    )


def _small_tile(name: str) -> str:
    where = 'x=".03" y=".03" width=".94" height=".94"'
    return (
        f'<g id="{name}" color="{COLOURS[name[0]]}">'
        f'<use href="#face" {where}/><use href="#{name[1]}" {where}/></g>'
    )


def _frame(x: int, y: int) -> str:
    where = f'x="{x - 0.01:.2f}" y="{y - 0.01:.2f}" width="1.02" height="1.02" rx=".19"'
    return f'<rect {where} fill="none" stroke="{MARK}" stroke-width=".07"/>'


def _box(placed: Sequence[PlacedTile]) -> tuple[int, int, int, int]:
    """Left, top, width and height of what lies there, with a cell's width around it."""
    xs, ys = [item[1] for item in placed] or [0], [item[2] for item in placed] or [0]
    left, top = min(xs) - 1, min(ys) - 1
    return left, top, max(xs) - left + 2, max(ys) - top + 2


def png(placed: Sequence[PlacedTile], new: Collection[tuple[int, int]] = ()) -> bytes:
    """The table with an empty cell around it. Cells are of one size until it would be too wide."""
    return _table(tuple((name, x, y) for name, x, y in placed), frozenset(new))


# When a game is over, everybody is sent the same table.
@lru_cache(maxsize=16)
def _table(placed: tuple[PlacedTile, ...], new: frozenset[tuple[int, int]]) -> bytes:
    left, top, width, height = _box(placed)
    columns, rows = range(left, left + width), range(top, top + height)
    size = min(CELL, WIDEST // width)
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
