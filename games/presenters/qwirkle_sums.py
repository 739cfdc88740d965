"""A sum of points taken apart: each line with a name that can be followed, and its cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.rules.qwirkle.board import Grid, Laid, cell_at, named
from games.rules.qwirkle.placing import lines_made
from games.rules.qwirkle.scoring import LAST_TILE_BONUS, LINE_POINTS, points_of
from games.rules.qwirkle.tiles import SHAPES, TILES_BY_NAME

Placed = Sequence[Any]

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


class Part(TypedDict):
    """One part of a sum; `cells` as "0,0 1,0", or nothing for what no line has made."""

    words: str
    cells: str


def cells_of(laid: Iterable[Placed]) -> Laid:
    return tuple(sorted((cell_at(x, y), TILES_BY_NAME[name]) for name, x, y in laid))


def sum_of(grid: Grid, laid: Laid, points: int) -> list[Part]:
    """The parts of what these tiles scored when they were laid on that grid."""
    if not laid:
        return []
    _after, lines = lines_made(grid, laid)
    parts = [_part([named(*item) for item in line]) for line in lines]
    if points > points_of(lines):
        bonus = _("last tile: %(points)s") % {"points": LAST_TILE_BONUS}
        parts.append({"words": bonus, "cells": ""})
    return parts


def _part(line: Sequence[Placed]) -> Part:
    first, other = line[0][0], line[1][0]
    shared = SHARED[first[0]] if first[0] == other[0] else SHARED_SHAPES[first[1]]
    in_row = line[0][2] == line[1][2]
    if len(line) < len(SHAPES):
        words = _("row (%(kind)s): %(points)s") if in_row else _("column (%(kind)s): %(points)s")
    elif in_row:
        words = _("Qwirkle, row (%(kind)s): %(points)s")
    else:
        words = _("Qwirkle, column (%(kind)s): %(points)s")
    values = {"kind": shared, "points": LINE_POINTS[len(line)]}
    return {"words": words % values, "cells": " ".join(f"{x},{y}" for _name, x, y in line)}
