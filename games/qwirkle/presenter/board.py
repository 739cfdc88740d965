"""Qwirkle's board for pages: the played area, its cells by name, and where a place is in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.qwirkle.rules.board import PlacedTile
from games.qwirkle.words import tile_name

MARGIN = 2


@dataclass(frozen=True, slots=True)
class Bounds:
    """The played area with room around it; rows and columns are counted from its corner."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, placed: Iterable[PlacedTile]) -> Bounds:
        items = list(placed)
        xs, ys = [item[1] for item in items] or [0], [item[2] for item in items] or [0]
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def view_box(self) -> str:
        width, height = self.columns + 2 * MARGIN, self.rows + 2 * MARGIN
        return f"{self.left - MARGIN} {self.top - MARGIN} {width} {height}"

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    def row(self, y: int) -> int:
        return y - self.top + 1

    def column(self, x: int) -> int:
        return x - self.left + 1

    def where(self, x: int, y: int) -> str:
        """In words: beyond the tiles there are no numbers that anyone could count."""
        return f"{self._row_words(y)}, {self._column_words(x)}"

    def _row_words(self, y: int) -> str:
        if y < self.top:
            return _("%(count)s above the board") % {"count": self.top - y}
        if y > self.bottom:
            return _("%(count)s below the board") % {"count": y - self.bottom}
        return _("row %(row)s") % {"row": self.row(y)}

    def _column_words(self, x: int) -> str:
        if x < self.left:
            return _("%(count)s left of the board") % {"count": self.left - x}
        if x > self.right:
            return _("%(count)s right of the board") % {"count": x - self.right}
        return _("column %(column)s") % {"column": self.column(x)}


@dataclass(frozen=True, slots=True)
class Square:
    """A tile where it lies; `new` is whether the last turn laid it."""

    tile: str
    x: int
    y: int
    column: int
    label: str
    new: bool


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    cells: list[Square]


def rows_of(board: Sequence[PlacedTile], bounds: Bounds, marked: set[tuple[int, int]]) -> list[Row]:
    rows: dict[int, list[Square]] = {}
    for name, x, y in sorted(board, key=lambda item: (item[2], item[1])):
        place = {"row": bounds.row(y), "column": bounds.column(x), "tile": tile_name(name)}
        label = _("row %(row)s, column %(column)s: %(tile)s") % place
        rows.setdefault(y, []).append(Square(name, x, y, bounds.column(x), label, (x, y) in marked))
    return [Row(bounds.row(y), cells) for y, cells in rows.items()]
