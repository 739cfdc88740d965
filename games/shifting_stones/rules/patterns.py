"""What a card shows, and where on the table it lies.

A card matches where its whole grid, empty places included, fits into the 3 x 3 by sliding, never
turned or mirrored, and every stone that it shows is there. So 1 x 2 floats, 1 x 3 fixes the
columns, and 3 x 3 fixes all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from games.shifting_stones.rules.stones import (
    BITS,
    SIDE_MASK,
    SIDES_BY_NAME,
    WIDTH,
    Cell,
    Side,
    Stones,
)

# Rows from the top; `None` is any stone.
Pattern: TypeAlias = tuple[tuple[Side | None, ...], ...]


class Spot(NamedTuple):
    """One place of a grid on the table: the cells where it shows a stone, and these stones."""

    cells: tuple[Cell, ...]
    mask: Stones
    stones: Stones


def pattern_of(drawing: str) -> Pattern:
    """The grid of a drawing, `boat . / . tree`."""
    return tuple(
        tuple(None if word == "." else SIDES_BY_NAME[word] for word in row.split())
        for row in drawing.split("/")
    )


def spots_of(pattern: Pattern) -> Iterator[Spot]:
    """Every place to which the whole grid can slide, row by row."""
    for top in range(WIDTH - len(pattern) + 1):
        for left in range(WIDTH - len(pattern[0]) + 1):
            yield _spot(pattern, top * WIDTH + left)


def _spot(pattern: Pattern, corner: Cell) -> Spot:
    shown = {
        corner + WIDTH * row + column: side
        for row, sides in enumerate(pattern)
        for column, side in enumerate(sides)
        if side is not None
    }
    mask = sum(SIDE_MASK << BITS * cell for cell in shown)
    stones = sum(side << BITS * cell for cell, side in shown.items())
    return Spot(tuple(shown), mask, stones)


def fits(spots: Iterable[Spot], stones: Stones) -> bool:
    """Whether all the stones of one spot lie there."""
    # A plain loop: bots ask this some thousand times a turn.
    for _, mask, wanted in spots:  # noqa: SIM110
        if stones & mask == wanted:
            return True
    return False


def where(spots: Iterable[Spot], stones: Stones) -> list[tuple[Cell, ...]]:
    """The cells of every spot whose stones all lie there."""
    return [cells for cells, mask, wanted in spots if stones & mask == wanted]
