"""A sum of points taken apart: each line with a name that can be followed, and its cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.kit.lasting import once_a_language
from games.kit.presenter import Part
from games.qwirkle.rules.board import (
    EAST,
    SOUTH,
    Cell,
    Grid,
    Laid,
    PlacedTile,
    cell_at,
    position_of,
)
from games.qwirkle.rules.placing import Line, lines_made
from games.qwirkle.rules.scoring import LAST_TILE_BONUS, LINE_POINTS, points_of
from games.qwirkle.rules.tiles import NAMES, SHAPES, TILES_BY_NAME, Tile

# A line shares just one of these: that is its name, since nothing on a board is numbered.
SHARED: Mapping[str, Promise] = {
    "r": pgettext_lazy("a line of", "red"),
    "o": pgettext_lazy("a line of", "orange"),
    "y": pgettext_lazy("a line of", "yellow"),
    "g": pgettext_lazy("a line of", "green"),
    "b": pgettext_lazy("a line of", "blue"),
    "p": pgettext_lazy("a line of", "purple"),
}
SHARED_SHAPES: Mapping[str, Promise] = {
    "o": pgettext_lazy("a line of", "circles"),
    "s": pgettext_lazy("a line of", "squares"),
    "d": pgettext_lazy("a line of", "diamonds"),
    "c": pgettext_lazy("a line of", "clovers"),
    "t": pgettext_lazy("a line of", "stars"),
    "x": pgettext_lazy("a line of", "crosses"),
}


def cells_of(laid: Iterable[PlacedTile]) -> Laid:
    return tuple(sorted((cell_at(x, y), TILES_BY_NAME[name]) for name, x, y in laid))


def sum_of(grid: Grid, laid: Laid, points: int) -> list[Part]:
    """The parts of what these tiles score when they are laid on that grid."""
    return _parts(lines_made(grid, laid)[1], points) if laid else []


def sums_of(turns: Iterable[tuple[Laid, int]]) -> list[list[Part]]:
    """The same for turn after turn, as they were played on an empty table.

    What was allowed then is not asked again, only whether it adds up: else there is no sum.
    """
    tiles: dict[Cell, Tile] = {}
    sums = []
    for laid, points in turns:
        tiles.update(laid)
        lines = _lines_through(Grid(tiles), laid) if laid else []
        adds_up = laid and points - points_of(lines) in (0, LAST_TILE_BONUS)
        sums.append(_parts(lines, points) if adds_up else [])
    return sums


def _lines_through(grid: Grid, laid: Laid) -> list[Line]:
    """The line that all of them are in, and those across it."""
    first, last = laid[0][0], laid[-1][0]
    step, across = (EAST, SOUTH) if last - first < SOUTH else (SOUTH, EAST)
    lines = [grid.line_through(first, step)]
    lines += [grid.line_through(cell, across) for cell, _tile in laid]
    return [line for line in lines if len(line) > 1]


def _parts(lines: Sequence[Line], points: int) -> list[Part]:
    parts = [_part(line) for line in lines]
    if points > points_of(lines):
        bonus = _("last tile: %(points)s") % {"points": LAST_TILE_BONUS}
        parts.append(Part(bonus, points=LAST_TILE_BONUS))
    return parts


def _part(line: Line) -> Part:
    (cell, tile), (next_cell, other) = line[:2]
    words = _line_words(NAMES[tile], NAMES[other], len(line), next_cell - cell == EAST)
    places = [position_of(cell) for cell, _tile in line]
    return Part(
        words,
        cells=" ".join([f"{x},{y}" for x, y in places]),
        points=LINE_POINTS[len(line)],
        great=len(line) == len(SHAPES),
    )


@once_a_language
def _line_words(first: str, other: str, length: int, in_row: bool) -> str:
    """Two tiles of a line say what it shares."""
    shared = SHARED[first[0]] if first[0] == other[0] else SHARED_SHAPES[first[1]]
    if length < len(SHAPES):
        words = _("row (%(kind)s): %(points)s") if in_row else _("column (%(kind)s): %(points)s")
    elif in_row:
        words = _("Qwirkle, row (%(kind)s): %(points)s")
    else:
        words = _("Qwirkle, column (%(kind)s): %(points)s")
    return words % {"kind": shared, "points": LINE_POINTS[length]}
