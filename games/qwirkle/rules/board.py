"""The grid of tiles, and the gaps around it kept up to date from turn to turn.

A cell is one number, so that a step in a direction is one addition. x grows to the right and
y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, cast

from games.qwirkle.rules.lines import joins
from games.qwirkle.rules.scoring import LINE_POINTS
from games.qwirkle.rules.tiles import NAMES, TILES_BY_NAME, Mask, Tile

Cell: TypeAlias = int
Laid: TypeAlias = "tuple[tuple[Cell, Tile], ...]"
# A tile on the board as JSON, `["rc", 1, 0]`: a list, but only a tuple can say what is in it.
PlacedTile: TypeAlias = tuple[str, int, int]

FARTHEST = 200
# With 108 tiles, a game that opens within this can never come to where the table ends.
FARTHEST_OPENING = 90
_WIDTH = 512
_CENTRE = _WIDTH // 2
EAST, SOUTH = 1, _WIDTH
WEST, NORTH = -EAST, -SOUTH


def cell_at(x: int, y: int) -> Cell:
    return (y + _CENTRE) * _WIDTH + x + _CENTRE


def position_of(cell: Cell) -> tuple[int, int]:
    y, x = divmod(cell, _WIDTH)
    return x - _CENTRE, y - _CENTRE


# The cells just off the table. Whoever goes along a line meets them before any farther out.
RIM: frozenset[Cell] = frozenset(
    cell
    for near in range(-FARTHEST - 1, FARTHEST + 2)
    for far in (-FARTHEST - 1, FARTHEST + 1)
    for cell in (cell_at(near, far), cell_at(far, near))
)


def on_table(cell: Cell) -> bool:
    """Whether a tile may lie here: an action cannot name a cell farther out than this."""
    return max(map(abs, position_of(cell))) <= FARTHEST


def near_middle(cell: Cell) -> bool:
    """Whether a tile of the opening may lie here."""
    return max(map(abs, position_of(cell))) <= FARTHEST_OPENING


def named(cell: Cell, tile: Tile) -> PlacedTile:
    """A tile on the board as JSON: `["rc", 1, 0]`."""
    return cast("PlacedTile", [NAMES[tile], *position_of(cell)])


@dataclass(frozen=True, slots=True)
class Lane:
    """A gap's row or column: the runs of tiles that end at it, before and after.

    `joins` are the tiles that make one line of both, `points` what that line then counts, and
    `onwards` how many steps it is to the empty cell after it.
    """

    before: Mask
    after: Mask
    line: Mask
    joins: Mask
    points: int
    onwards: int

    @classmethod
    def between(cls, before: Mask, after: Mask) -> Lane:
        line = before | after
        joining = 0 if before & after else joins(line)
        points = LINE_POINTS[line.bit_count() + 1] if joining else 0
        return cls(before, after, line, joining, points, 1 + after.bit_count())


@dataclass(frozen=True, slots=True)
class Gap:
    """An empty cell next to the grid, and which tiles fit into both of its lines."""

    fits: Mask
    row: Lane
    column: Lane


# Gaps are much alike in all games. Not all are kept: somebody may try out nonsense for ever.
@lru_cache(maxsize=1 << 13)
def gap_between(west: Mask, east: Mask, north: Mask, south: Mask) -> Gap:
    row, column = Lane.between(west, east), Lane.between(north, south)
    return Gap(row.joins & column.joins, row, column)


@dataclass(frozen=True, slots=True)
class Grid:
    """The tiles that lie, in the order laid, and the gaps that follow from them."""

    tiles: Mapping[Cell, Tile] = field(default_factory=dict)
    gaps: Mapping[Cell, Gap] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, placed: Iterable[PlacedTile]) -> Grid:
        """The grid of these named tiles."""
        tiles = {cell_at(x, y): TILES_BY_NAME[name] for name, x, y in placed}
        return cls(tiles, _all_gaps(tiles))

    def lay(self, laid: Iterable[tuple[Cell, Tile]]) -> Grid:
        """The grid with these tiles added. Only the gaps at the ends of their lines change."""
        laid = tuple(laid)
        tiles = {**self.tiles, **dict(laid)}
        gaps = dict(self.gaps)
        for cell, _ in laid:
            gaps.pop(cell, None)
        for cell in _line_ends(tiles, laid):
            west, east = _run(tiles, cell, WEST), _run(tiles, cell, EAST)
            north, south = _run(tiles, cell, NORTH), _run(tiles, cell, SOUTH)
            gaps[cell] = gap_between(west, east, north, south)
        return Grid(tiles, gaps)

    def line_through(self, cell: Cell, step: int) -> list[tuple[Cell, Tile]]:
        """The tiles of the row (EAST) or column (SOUTH) that runs through this cell, in order."""
        tiles = self.tiles
        while cell - step in tiles:
            cell -= step
        line = []
        while cell in tiles:
            line.append((cell, tiles[cell]))
            cell += step
        return line

    def to_json(self) -> list[PlacedTile]:
        return [named(cell, tile) for cell, tile in self.tiles.items()]


def _all_gaps(tiles: Mapping[Cell, Tile]) -> dict[Cell, Gap]:
    """The gaps of a whole grid, from its runs: each is walked along once, and has two ends."""
    west, east = _runs(tiles, EAST)
    north, south = _runs(tiles, SOUTH)
    return {
        cell: gap_between(
            west.get(cell, 0), east.get(cell, 0), north.get(cell, 0), south.get(cell, 0)
        )
        for cell in west.keys() | east.keys() | north.keys() | south.keys()
        if cell not in RIM
    }


def _runs(tiles: Mapping[Cell, Tile], step: int) -> tuple[dict[Cell, Mask], dict[Cell, Mask]]:
    """All runs of tiles in rows (EAST) or columns (SOUTH), by the empty cell after and before."""
    ended, begun = {}, {}
    for start in tiles:
        if start - step in tiles:
            continue
        run, cell = 0, start
        while cell in tiles:
            run |= 1 << tiles[cell]
            cell += step
        ended[cell] = begun[start - step] = run
    return ended, begun


def _line_ends(tiles: Mapping[Cell, Tile], laid: Laid) -> set[Cell]:
    """The empty cells at the ends of the rows and columns through the tiles laid."""
    ends = set()
    for start, _ in laid:
        for step in (EAST, WEST, SOUTH, NORTH):
            cell = start + step
            while cell in tiles:
                cell += step
            ends.add(cell)
    return ends - RIM


def _run(tiles: Mapping[Cell, Tile], cell: Cell, step: int) -> Mask:
    """The tiles that lie without a break from the neighbour of this cell onwards."""
    run = 0
    cell += step
    while cell in tiles:
        run |= 1 << tiles[cell]
        cell += step
    return run
