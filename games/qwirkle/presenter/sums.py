"""A sum of points taken apart: each line with a name that can be followed, and its cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.kit.presenter import Part
from games.qwirkle.rules.board import Grid, Laid, PlacedTile, cell_at, named
from games.qwirkle.rules.placing import lines_made
from games.qwirkle.rules.scoring import LAST_TILE_BONUS, LINE_POINTS, points_of
from games.qwirkle.rules.tiles import SHAPES, TILES_BY_NAME

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
    """The parts of what these tiles scored when they were laid on that grid."""
    if not laid:
        return []
    _after, lines = lines_made(grid, laid)
    parts = [_part([named(*item) for item in line]) for line in lines]
    if points > points_of(lines):
        bonus = _("last tile: %(points)s") % {"points": LAST_TILE_BONUS}
        parts.append(Part(bonus, points=LAST_TILE_BONUS))
    return parts


def _part(line: Sequence[PlacedTile]) -> Part:
    first, other = line[0][0], line[1][0]
    shared = SHARED[first[0]] if first[0] == other[0] else SHARED_SHAPES[first[1]]
    in_row = line[0][2] == line[1][2]
    if len(line) < len(SHAPES):
        words = _("row (%(kind)s): %(points)s") if in_row else _("column (%(kind)s): %(points)s")
    elif in_row:
        words = _("Qwirkle, row (%(kind)s): %(points)s")
    else:
        words = _("Qwirkle, column (%(kind)s): %(points)s")
    points = LINE_POINTS[len(line)]
    return Part(
        words % {"kind": shared, "points": points},
        cells=" ".join(f"{x},{y}" for _name, x, y in line),
        points=points,
        great=len(line) == len(SHAPES),
    )
