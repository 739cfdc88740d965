"""Drawing tiles and boards as SVG."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

from django import template
from django.templatetags.static import static

from games.qwirkle.rules.board import PlacedTile
from games.qwirkle.rules_page import Picture
from games.qwirkle.words import colour_letter, tile_name

register = template.Library()

RULE_TILE = 44  # pixels


class Tile(TypedDict):
    sprite: str
    colour: str
    shape: str
    name: str
    letter: str


class BoardTile(Tile):
    x: int
    y: int
    new: bool


@register.inclusion_tag("games/qwirkle/_tile.html")
def tile(tile: str) -> Tile:
    """One tile by its name, for a hand or a list."""
    return _tile(tile)


@register.inclusion_tag("games/qwirkle/_board.html")
def board(
    placed: Collection[PlacedTile], new: Collection[PlacedTile] = (), label: str = ""
) -> dict[str, object]:
    """The played area with a cell's width around it; tiles in `new` are marked."""
    marked = {(item[1], item[2]) for item in new}
    tiles = [_board_tile(item, marked) for item in placed]
    left, top = (min((item[key] for item in tiles), default=0) for key in ("x", "y"))
    right, bottom = (max((item[key] for item in tiles), default=0) for key in ("x", "y"))
    return {
        "tiles": tiles,
        "label": label,
        "view_box": f"{left - 1} {top - 1} {right - left + 3} {bottom - top + 3}",
    }


@register.inclusion_tag("games/qwirkle/_board_tile.html")
def board_tile(tile: str, x: int, y: int, new: bool = False) -> BoardTile:
    """One tile at its cell, for use inside a board."""
    return {**_tile(tile), "x": x, "y": y, "new": new}


@register.inclusion_tag("games/qwirkle/_rule_board.html")
def rule_board(picture: Picture) -> dict[str, object]:
    """A picture of the rules page; tiles are of one size in all of them."""
    tiles = sorted(picture.tiles, key=lambda tile: (tile.y, tile.x))
    squares = [*((tile.x, tile.y) for tile in tiles), *picture.dead]
    columns, rows = (1 + max(square[axis] for square in squares) for axis in (0, 1))
    return {
        "tiles": tiles,
        "dead": picture.dead,
        "label": ", ".join(tile_name(tile.name) for tile in tiles),
        "width": RULE_TILE * columns,
        "height": RULE_TILE * rows,
        "view_box": f"0 0 {columns} {rows}",
    }


def _tile(name: str) -> Tile:
    return {
        "sprite": static("games/qwirkle/pieces.svg"),
        "colour": name[0],
        "shape": name[1],
        "name": tile_name(name),
        "letter": colour_letter(name),
    }


def _board_tile(item: PlacedTile, marked: Collection[tuple[int, int]]) -> BoardTile:
    name, x, y = item
    return {**_tile(name), "x": x, "y": y, "new": (x, y) in marked}
