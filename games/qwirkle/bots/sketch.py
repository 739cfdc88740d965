"""A table to think on: tiles are laid and taken back in place, thousands of times a second."""

from __future__ import annotations

from typing import TypeAlias

from games.qwirkle.rules.board import EAST, RIM, SOUTH, Cell, Gap, Grid, Laid, gap_between
from games.qwirkle.rules.moves import best_placing
from games.qwirkle.rules.tiles import Mask

# The gaps that laying has changed, as they were; none, where there was none.
Replaced: TypeAlias = "list[tuple[Cell, Gap | None]]"

_TOUCHES_NOTHING = gap_between(0, 0, 0, 0)


class Sketch:
    """The gaps of a grid. The tiles are not needed: gaps know all that counts of their lines."""

    __slots__ = ("gaps",)

    def __init__(self, grid: Grid) -> None:
        self.gaps: dict[Cell, Gap] = dict(grid.gaps)

    def best(self, hand: Mask) -> tuple[Laid, int]:
        """One of the placings that make the most points, and these."""
        return best_placing(self.gaps, hand)

    def lay(self, laid: Laid) -> Replaced:
        """Lay these tiles, cells in order; what comes back takes them back again."""
        gaps = self.gaps
        replaced: Replaced = []
        in_row = laid[-1][0] - laid[0][0] < SOUTH
        line = start = end = 0
        for cell, tile in laid:
            gap = gaps.pop(cell, None)
            replaced.append((cell, gap))
            gap = gap or _TOUCHES_NOTHING
            along, across = (gap.row, gap.column) if in_row else (gap.column, gap.row)
            bit = 1 << tile
            line |= along.line | bit
            step = SOUTH if in_row else EAST
            before = cell - step * (1 + across.before.bit_count())
            self._ends(
                before, cell + step * across.onwards, across.line | bit, not in_row, replaced
            )
            step = EAST if in_row else SOUTH
            start = start or cell - step * (1 + along.before.bit_count())
            end = cell + step * along.onwards
        self._ends(start, end, line, in_row, replaced)
        return replaced

    def take_back(self, replaced: Replaced) -> None:
        gaps = self.gaps
        for cell, gap in reversed(replaced):
            if gap is None:
                gaps.pop(cell, None)
            else:
                gaps[cell] = gap

    def _ends(self, start: Cell, end: Cell, line: Mask, in_row: bool, replaced: Replaced) -> None:
        """The gaps before and after a row or column see all of it."""
        gaps = self.gaps
        if start not in RIM:
            old = gaps.get(start)
            replaced.append((start, old))
            row, column = (old.row, old.column) if old else (_EMPTY, _EMPTY)
            gaps[start] = (
                gap_between(row.before, line, column.before, column.after)
                if in_row
                else gap_between(row.before, row.after, column.before, line)
            )
        if end not in RIM:
            old = gaps.get(end)
            replaced.append((end, old))
            row, column = (old.row, old.column) if old else (_EMPTY, _EMPTY)
            gaps[end] = (
                gap_between(line, row.after, column.before, column.after)
                if in_row
                else gap_between(row.before, row.after, line, column.after)
            )


_EMPTY = _TOUCHES_NOTHING.row
