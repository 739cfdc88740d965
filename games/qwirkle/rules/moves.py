"""Every way to lay tiles, fast.

The idea: a tile is a bit, so "which tiles of this hand fit here" is one `&` of the hand with
what the grid knows of a gap. A placing of several tiles fills neighbouring empty cells of one
row or column. Among these cells the first that is a gap (next to the grid) is its anchor; each
placing has one anchor and is found from there alone: first growing backwards over cells that
touch nothing, then forwards over whatever comes. As the tiles are laid, the whole line is one
mask, and `joins(line)` says which tiles of the hand can go on: usually none, so that nearly all
of the search is never entered. The points follow from how many bits the masks have.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.qwirkle.rules.board import EAST, SOUTH, Cell, Gap, Grid, Laid, on_table
from games.qwirkle.rules.lines import joins
from games.qwirkle.rules.scoring import LINE_POINTS
from games.qwirkle.rules.tiles import Mask


def placings(grid: Grid, hand: Mask) -> list[tuple[Laid, int]]:
    """All placings on a grid that is not empty, each once with its points, cells in order."""
    found: list[tuple[Laid, int]] = []
    rows = _Growth(grid.gaps, hand, EAST, found)
    columns = _Growth(grid.gaps, hand, SOUTH, found)
    # Sorted, so that equal grids list alike, whether built turn by turn or loaded at once.
    for cell, (fits, west, east, north, south) in sorted(grid.gaps.items()):
        choices = fits & hand
        if not choices:
            continue
        row, column = west | east, north | south
        row_points = LINE_POINTS[row.bit_count() + 1]
        column_points = LINE_POINTS[column.bit_count() + 1]
        while choices:
            bit = choices & -choices
            choices ^= bit
            laid = ((cell, bit.bit_length() - 1),)
            found.append((laid, row_points + column_points))
            if hand & joins(row | bit):
                ahead = cell + EAST * (1 + east.bit_count())
                grow = rows.forwards if west else rows.both_ways
                grow(laid, row | bit, column_points, ahead)
            if hand & joins(column | bit):
                ahead = cell + SOUTH * (1 + south.bit_count())
                grow = columns.forwards if north else columns.both_ways
                grow(laid, column | bit, row_points, ahead)
    return found


class _Growth:
    """Lengthens a placing along one direction, collecting every step of the way.

    `line` is all of the line so far, `crossing` the points of the lines across it and `ahead`
    the first empty cell after it.
    """

    __slots__ = ("across", "beyond", "found", "gaps", "hand", "step")

    def __init__(
        self, gaps: Mapping[Cell, Gap], hand: Mask, step: int, found: list[tuple[Laid, int]]
    ) -> None:
        self.gaps = gaps
        self.hand = hand
        self.step = step
        self.found = found
        # Which runs of a gap lie further along, and which across.
        in_rows = step == EAST
        self.beyond = Gap._fields.index("east" if in_rows else "south")
        self.across = Gap._fields.index("north" if in_rows else "west")

    def both_ways(self, laid: Laid, line: Mask, crossing: int, ahead: Cell) -> None:
        """Grow back over cells that touch nothing, and from every length so reached forwards."""
        self.forwards(laid, line, crossing, ahead)
        behind = laid[0][0] - self.step
        if behind in self.gaps or not on_table(behind):
            return
        choices = self.hand & joins(line)
        while choices:
            bit = choices & -choices
            choices ^= bit
            longer = ((behind, bit.bit_length() - 1), *laid)
            grown = line | bit
            self.found.append((longer, LINE_POINTS[grown.bit_count()] + crossing))
            if self.hand & joins(grown):
                self.both_ways(longer, grown, crossing, ahead)

    def forwards(self, laid: Laid, line: Mask, crossing: int, ahead: Cell) -> None:
        """Grow into the cell ahead, be it a gap or a cell that touches nothing but this line."""
        gap = self.gaps.get(ahead)
        if gap is None:
            if not on_table(ahead):
                return
            choices, beyond = self.hand & joins(line), 0
        else:
            beyond = gap[self.beyond]
            if line & beyond:
                return
            line |= beyond
            choices = self.hand & gap.fits & joins(line)
            if not choices:
                return
            crossing += LINE_POINTS[(gap[self.across] | gap[self.across + 1]).bit_count() + 1]
        while choices:
            bit = choices & -choices
            choices ^= bit
            longer = (*laid, (ahead, bit.bit_length() - 1))
            grown = line | bit
            self.found.append((longer, LINE_POINTS[grown.bit_count()] + crossing))
            if self.hand & joins(grown):
                self.forwards(longer, grown, crossing, ahead + self.step * (1 + beyond.bit_count()))
