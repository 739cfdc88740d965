"""The grid of tiles, and the gaps around it kept up to date from turn to turn.

A cell is one number, so that a step in a direction is one addition. x grows to the right and
y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, cast

from games.qwirkle.rules.lines import joins
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


_FIRST, _LAST = cell_at(-FARTHEST, -FARTHEST), cell_at(FARTHEST, FARTHEST)


def on_table(cell: Cell) -> bool:
    """Whether a tile may lie here: an action cannot name a cell farther out than this."""
    return _FIRST <= cell <= _LAST and -FARTHEST <= cell % _WIDTH - _CENTRE <= FARTHEST


def near_middle(cell: Cell) -> bool:
    """Whether a tile of the opening may lie here."""
    return max(map(abs, position_of(cell))) <= FARTHEST_OPENING


def named(cell: Cell, tile: Tile) -> PlacedTile:
    """A tile on the board as JSON: `["rc", 1, 0]`."""
    return cast("PlacedTile", [NAMES[tile], *position_of(cell)])


class Gap(NamedTuple):
    """An empty cell next to the grid: which tiles fit, and the runs of tiles that end at it."""

    fits: Mask
    west: Mask
    east: Mask
    north: Mask
    south: Mask


@dataclass(frozen=True, slots=True)
class Grid:
    """The tiles that lie, in the order laid, and the gaps that follow from them."""

    tiles: Mapping[Cell, Tile] = field(default_factory=dict)
    gaps: Mapping[Cell, Gap] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, placed: Iterable[PlacedTile]) -> Grid:
        """The grid of these named tiles."""
        tiles = tuple((cell_at(x, y), TILES_BY_NAME[name]) for name, x, y in placed)
        return cls().lay(tiles)

    def lay(self, laid: Iterable[tuple[Cell, Tile]]) -> Grid:
        """The grid with these tiles added. Only the gaps at the ends of their lines change."""
        laid = tuple(laid)
        tiles = {**self.tiles, **dict(laid)}
        gaps = dict(self.gaps)
        for cell, _ in laid:
            gaps.pop(cell, None)
        for cell in _line_ends(tiles, laid):
            gaps[cell] = _gap(tiles, cell)
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


def _line_ends(tiles: Mapping[Cell, Tile], laid: Laid) -> Iterator[Cell]:
    """The empty cells, each once, at the ends of the rows and columns through the tiles laid."""
    seen = set()
    for start, _ in laid:
        for step in (EAST, WEST, SOUTH, NORTH):
            cell = start + step
            while cell in tiles:
                cell += step
            if cell not in seen and on_table(cell):
                seen.add(cell)
                yield cell


def _gap(tiles: Mapping[Cell, Tile], cell: Cell) -> Gap:
    west, east = _run(tiles, cell, WEST), _run(tiles, cell, EAST)
    north, south = _run(tiles, cell, NORTH), _run(tiles, cell, SOUTH)
    in_row = 0 if west & east else joins(west | east)
    in_column = 0 if north & south else joins(north | south)
    return Gap(in_row & in_column, west, east, north, south)


def _run(tiles: Mapping[Cell, Tile], cell: Cell, step: int) -> Mask:
    """The tiles that lie without a break from the neighbour of this cell onwards."""
    run = 0
    cell += step
    while cell in tiles:
        run |= 1 << tiles[cell]
        cell += step
    return run
