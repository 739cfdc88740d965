"""Qwirkle's table as a picture for mails and lists, from the same sprite as on the page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import resvg_py
from django.template.loader import render_to_string

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
CELL = 44  # pixels, twice as many as shown: screens are fine
WIDEST = 1100


def small_svg(placed: Sequence[PlacedTile]) -> str:
    """The board for lists. Each tile is drawn once, however often it lies there."""
    kinds = sorted({name for name, _x, _y in placed})
    drawn = "".join(_small_tile(name) for name in kinds)
    tiles = "".join(f'<use href="#{name}" x="{x}" y="{y}"/>' for name, x, y in placed)
    view_box = " ".join(str(number) for number in _box(placed))
    pieces = parts("qwirkle", ["face", *(name[1] for name in kinds)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}">'
        f"{pieces}<defs>{drawn}</defs>{tiles}</svg>"
    )


def _small_tile(name: str) -> str:
    where = 'x=".03" y=".03" width=".94" height=".94"'
    return (
        f'<g id="{name}" color="{COLOURS[name[0]]}">'
        f'<use href="#face" {where}/><use href="#{name[1]}" {where}/></g>'
    )


def _box(placed: Sequence[PlacedTile]) -> tuple[int, int, int, int]:
    """Left, top, width and height of what lies there, with a cell's width around it."""
    xs, ys = [item[1] for item in placed] or [0], [item[2] for item in placed] or [0]
    left, top = min(xs) - 1, min(ys) - 1
    return left, top, max(xs) - left + 2, max(ys) - top + 2


def board_svg(placed: Sequence[PlacedTile], new: Collection[tuple[int, int]] = ()) -> str:
    left, top, width, height = _box(placed)
    context = {
        "sprite": inside("qwirkle"),
        "view_box": f"{left} {top} {width} {height}",
        "left": left,
        "top": top,
        "width": width,
        "height": height,
        "tiles": [
            {"x": x, "y": y, "shape": name[1], "colour": COLOURS[name[0]], "new": (x, y) in new}
            for name, x, y in placed
        ],
    }
    return render_to_string("games/qwirkle/picture.svg", context)


def hand_svg(hand: Iterable[str]) -> str:
    return board_svg([(name, place, 0) for place, name in enumerate(hand)])


def png(svg: str, cells: int) -> bytes:
    """The picture, so wide that a cell is always of one size until it would be too wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=min(WIDEST, cells * CELL)))
