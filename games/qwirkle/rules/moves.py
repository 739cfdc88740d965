"""Every way to lay tiles, fast.

The idea: a tile is a bit, so "which tiles of this hand fit here" is one `&` of the hand with
what the grid knows of a gap. A placing of several tiles fills neighbouring empty cells of one
row or column. Among these cells the first that is a gap (next to the grid) is its anchor; each
placing has one anchor and is found from there alone: first growing backwards over cells that
touch nothing, then forwards over whatever comes. As tiles are laid, the tiles of the hand that
can still join the line become fewer by one `&` a tile: mostly none are left, so that nearly all
of the search is never entered. The points follow from how many bits the masks have.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.qwirkle.rules.board import EAST, RIM, SOUTH, Cell, Gap, Grid, Laid, Lane
from games.qwirkle.rules.lines import LIKE, joins
from games.qwirkle.rules.scoring import LINE_POINTS
from games.qwirkle.rules.tiles import Mask


def placings(grid: Grid, hand: Mask) -> list[tuple[Laid, int]]:
    """All placings on a grid that is not empty, each once with its points, cells in order."""
    return list(zip(*found_in(grid.gaps, hand), strict=True))


def ways_to_lay(grid: Grid, hand: Mask) -> list[Laid]:
    """The same without their points."""
    return found_in(grid.gaps, hand)[0]


def best_placing(gaps: Mapping[Cell, Gap], hand: Mask) -> tuple[Laid, int]:
    """One of those that make the most points; no tiles and no points where nothing fits."""
    found, scored = found_in(gaps, hand)
    if not found:
        return (), 0
    most = max(scored)
    return found[scored.index(most)], most


def found_in(gaps: Mapping[Cell, Gap], hand: Mask) -> tuple[list[Laid], list[int]]:
    """All placings, and the points of each."""
    found: list[Laid] = []
    scored: list[int] = []
    rows = _Growth(gaps, EAST, found, scored)
    columns = _Growth(gaps, SOUTH, found, scored)
    # Sorted, so that equal grids list alike, whether built turn by turn or loaded at once.
    for cell in sorted([cell for cell, gap in gaps.items() if gap.fits & hand]):
        gap = gaps[cell]
        row, column = gap.row, gap.column
        in_row, in_column = hand & row.joins, hand & column.joins
        points = row.points + column.points
        choices = hand & gap.fits
        while choices:
            bit = choices & -choices
            choices ^= bit
            tile = bit.bit_length() - 1
            laid = ((cell, tile),)
            found.append(laid)
            scored.append(points)
            if rest := in_row & LIKE[tile]:
                rows.from_anchor(laid, row, bit, rest, column.points)
            if rest := in_column & LIKE[tile]:
                columns.from_anchor(laid, column, bit, rest, row.points)
    return found, scored


class _Growth:
    """Lengthens a placing along one direction, collecting every step of the way.

    `line` is all of the line so far, `rest` what of the hand can still join it, `crossing` the
    points of the lines across it and `ahead` the first empty cell after it.
    """

    __slots__ = ("found", "gaps", "in_rows", "scored", "step")

    def __init__(
        self, gaps: Mapping[Cell, Gap], step: int, found: list[Laid], scored: list[int]
    ) -> None:
        self.gaps = gaps
        self.step = step
        self.in_rows = step == EAST
        self.found = found
        self.scored = scored

    def from_anchor(self, laid: Laid, lane: Lane, bit: Mask, rest: Mask, crossing: int) -> None:
        """Grow from the one tile that lies in a gap of this lane."""
        ahead = laid[0][0] + self.step * lane.onwards
        if lane.before:
            self.forwards(laid, lane.line | bit, rest, crossing, ahead)
        else:
            self.both_ways(laid, lane.line | bit, rest, crossing, ahead)

    def both_ways(self, laid: Laid, line: Mask, rest: Mask, crossing: int, ahead: Cell) -> None:
        """Grow back over cells that touch nothing, and from every length so reached forwards."""
        self.forwards(laid, line, rest, crossing, ahead)
        behind = laid[0][0] - self.step
        if behind in self.gaps or behind in RIM:
            return
        found, scored = self.found, self.scored
        points = LINE_POINTS[line.bit_count() + 1] + crossing
        choices = rest
        while choices:
            bit = choices & -choices
            choices ^= bit
            tile = bit.bit_length() - 1
            added = ((behind, tile),)
            longer = added + laid
            found.append(longer)
            scored.append(points)
            if more := rest & LIKE[tile]:
                self.both_ways(longer, line | bit, more, crossing, ahead)

    def forwards(self, laid: Laid, line: Mask, rest: Mask, crossing: int, ahead: Cell) -> None:
        """Grow into the cell ahead, be it a gap or a cell that touches nothing but this line."""
        choices = rest
        if gap := self.gaps.get(ahead):
            choices &= gap.fits
            if not choices:
                return
            along, across = (gap.row, gap.column) if self.in_rows else (gap.column, gap.row)
            if run := along.after:
                if line & run:
                    return
                line |= run
                rest &= joins(line)
                choices &= rest
                if not choices:
                    return
            crossing += across.points
            beyond = ahead + self.step * along.onwards
        elif ahead in RIM:
            return
        else:
            beyond = ahead + self.step
        found, scored = self.found, self.scored
        points = LINE_POINTS[line.bit_count() + 1] + crossing
        while choices:
            bit = choices & -choices
            choices ^= bit
            tile = bit.bit_length() - 1
            added = ((ahead, tile),)
            longer = laid + added
            found.append(longer)
            scored.append(points)
            if more := rest & LIKE[tile]:
                self.forwards(longer, line | bit, more, crossing, beyond)
