"""Tiles and boards of Qwirkle as SVG.

A page has hundreds of tiles, so a board is written in one go, from pieces that are drawn once. No
word of a person's is in it: tiles are looked up by name, and coordinates are numbers (`:d`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.kit.drawing import drawn
from games.kit.lasting import once_a_language
from games.qwirkle.presenter.board import Bounds
from games.qwirkle.rules.board import PlacedTile
from games.qwirkle.rules.tiles import NAMES
from games.qwirkle.words import colour_letter, tile_name

MARK = '<rect class="mark" x="-.01" y="-.01" width="1.02" height="1.02" rx=".19" />'
GONE = ' class="is-gone"'
_SIZE = 'x=".03" y=".03" width=".94" height=".94"'


@dataclass(frozen=True, slots=True)
class Look:
    """How a tile looks on a board. All is HTML."""

    colour: str
    shapes: str
    letter: str
    name: str


@once_a_language
def looks() -> Mapping[str, Look]:
    return {tile: _look(tile) for tile in NAMES}


def _look(tile: str) -> Look:
    name, letter = escape(tile_name(tile)), escape(colour_letter(tile))
    colour, shape = tile[0], tile[1]
    sprite = escape(static("games/qwirkle/pieces.svg"))
    return Look(
        colour=f"colour-{colour}",
        shapes=f'<use href="{sprite}#face" {_SIZE} /><use href="{sprite}#{shape}" {_SIZE} />',
        letter=f'<text class="letter" x=".16" y=".3">{letter}</text>',
        name=name,
    )


@once_a_language
def tile_svgs() -> Mapping[str, SafeString]:
    return {tile: _tile_svg(tile) for tile in NAMES}


def tile_svg(tile: str) -> SafeString:
    """One tile by its name, for a hand or a list."""
    return tile_svgs()[tile]


def tiles_svg(tiles: Iterable[str]) -> SafeString:
    drawings = tile_svgs()
    return mark_safe("".join([drawings[tile] for tile in tiles]))  # noqa: S308


def _tile_svg(tile: str) -> SafeString:
    return drawn(
        "games/qwirkle/_tile.html",
        sprite=static("games/qwirkle/pieces.svg"),
        colour=tile[0],
        shape=tile[1],
        name=tile_name(tile),
        letter=colour_letter(tile),
    )


@once_a_language
def hand_tile(tile: str, key: int, used: bool) -> SafeString:
    """A tile of the reader's hand, picked by its key; used, where it lies in the draft."""
    return drawn(
        "games/qwirkle/_hand_tile.html",
        tile=tile,
        key=key,
        used=used,
        name=tile_name(tile),
        drawing=tile_svg(tile),
    )


def unseen_tiles(left: Iterable[tuple[str, int]]) -> SafeString:
    """Every tile and how many of it are left."""
    drawings = tile_svgs()
    lines = [
        f"<li{'' if count else GONE}>{drawings[tile]}<span>{count:d}</span></li>"
        for tile, count in left
    ]
    return mark_safe("".join(lines))  # noqa: S308


def board_tile(tile: str, x: int, y: int, new: bool = False) -> SafeString:
    """One tile at its cell, for use inside a board."""
    seen = looks()[tile]
    return mark_safe(_at(x, y, seen, seen.shapes + seen.letter, new=new))  # noqa: S308


def board_rows(
    board: Iterable[PlacedTile], bounds: Bounds, marked: Collection[tuple[int, int]]
) -> SafeString:
    """The tiles of a table row by row, each a cell whose label tells where it is."""
    words = escape(_("row %(row)s, column %(column)s: %(tile)s"))
    rows: dict[int, list[str]] = {}
    drawings = looks()
    for tile, x, y in sorted(board, key=lambda item: (item[2], item[1])):
        seen = drawings[tile]
        label = words % {"row": bounds.row(y), "column": bounds.column(x), "tile": seen.name}
        lying = _at(x, y, seen, seen.shapes + seen.letter, new=(x, y) in marked)
        rows.setdefault(y, []).append(
            f'<g role="gridcell" aria-colindex="{bounds.column(x):d}" aria-label="{label}" '
            f'data-x="{x:d}" data-y="{y:d}">{lying}</g>'
        )
    lines = [
        f'<g role="row" aria-rowindex="{bounds.row(y):d}">{"".join(cells)}</g>'
        for y, cells in rows.items()
    ]
    return mark_safe("".join(lines))  # noqa: S308


def board_svg(
    placed: Collection[PlacedTile], new: Collection[PlacedTile] = (), label: str = ""
) -> SafeString:
    """The played area with a cell's width around it; tiles in `new` are marked."""
    marked = {(item[1], item[2]) for item in new}
    tiles, drawings = [], looks()
    for tile, x, y in placed:
        seen = drawings[tile]
        title = f"<title>{seen.name}</title>"
        tiles.append(_at(x, y, seen, seen.shapes, title, new=(x, y) in marked))
    return format_html(
        '<svg class="board" role="img" aria-label="{}" viewBox="{}">{}</svg>',
        label,
        Bounds.around(placed).view_box(margin=1),
        mark_safe("".join(tiles)),  # noqa: S308
    )


def _at(x: int, y: int, seen: Look, drawing: str, title: str = "", *, new: bool) -> str:
    is_new, mark = (" is-new", MARK) if new else ("", "")
    return (
        f'<g class="tile {seen.colour}{is_new}" transform="translate({x:d} {y:d})">'
        f"{title}{mark}{drawing}</g>"
    )
