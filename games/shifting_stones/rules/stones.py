"""The nine two-sided stones, and what can be done to them on the table.

A side is a number from 0 to 7, and the other side of the same stone differs in the lowest bit.
Nine stones row by row from the top left are one number of 27 bits, three for each cell: turning a
stone over is one `^`, and so is looking for a pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Side: TypeAlias = int
Cell: TypeAlias = int
Pair: TypeAlias = tuple[Cell, Cell]
Stones: TypeAlias = int

SIDES = ("sun", "moon", "fish", "bird", "horse", "boat", "seed", "tree")
SIDES_BY_NAME = {name: side for side, name in enumerate(SIDES)}
# One side of each stone: 1 sun/moon, 2 fish/bird, 3 horse/boat, 3 seed/tree.
STONES: tuple[Side, ...] = (0, 2, 2, 4, 4, 4, 6, 6, 6)

WIDTH = 3
CELLS: range = range(WIDTH * WIDTH)
BITS = 3
SIDE_MASK = (1 << BITS) - 1
# Side by side, never diagonal; the lower cell first.
PAIRS: tuple[Pair, ...] = tuple(
    (cell, cell + step)
    for cell in CELLS
    for step, stays in ((1, cell % WIDTH < WIDTH - 1), (WIDTH, cell + WIDTH in CELLS))
    if stays
)


def laid(sides: Iterable[Side]) -> Stones:
    """Nine sides, row by row, as they lie."""
    stones = 0
    for cell, side in enumerate(sides):
        stones |= side << BITS * cell
    return stones


def side_at(stones: Stones, cell: Cell) -> Side:
    return stones >> BITS * cell & SIDE_MASK


def swapped(stones: Stones, pair: Pair) -> Stones:
    one, other = pair
    differing = (stones >> BITS * one ^ stones >> BITS * other) & SIDE_MASK
    return stones ^ (differing << BITS * one | differing << BITS * other)


def flipped(stones: Stones, cell: Cell) -> Stones:
    return stones ^ 1 << BITS * cell


def names(stones: Stones) -> list[str]:
    return [SIDES[side_at(stones, cell)] for cell in CELLS]


def stones_named(side_names: Sequence[str]) -> Stones:
    return laid(SIDES_BY_NAME[name] for name in side_names)
