"""What makes a line: one colour and different shapes, or one shape and different colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.qwirkle.rules.tiles import COLOURS, NAMES, SHAPES, Mask, Tile, mask_of

LONGEST_LINE = 6

# The twelve sets that a line must lie within: the six tiles of a colour or of a shape.
FAMILIES: tuple[Mask, ...] = tuple(
    mask_of(tile for tile, name in enumerate(NAMES) if name[place] == letter)
    for place, letters in enumerate((COLOURS, SHAPES))
    for letter in letters
)


# There are 721 lines; what else is asked of is nonsense that somebody tries out, for ever perhaps.
@lru_cache(maxsize=1 << 11)
def joins(line: Mask) -> Mask:
    """The tiles that may join a line of these tiles: none if they are no line, or six already."""
    found = 0
    for family in FAMILIES:
        if not line & ~family:
            found |= family & ~line
    return found


# By tile, those that share its colour or its shape. Of the tiles that join a line, those like the
# one that is added join the longer line: two tiles of a colour are both like only that colour's.
LIKE: tuple[Mask, ...] = tuple(joins(1 << tile) for tile in range(len(NAMES)))


def alike(tiles: Sequence[Tile]) -> bool:
    """Whether all these tiles share a colour or all share a shape."""
    mask = mask_of(tiles)
    return any(not mask & ~family for family in FAMILIES)


def fault_of(line: Sequence[Tile]) -> str | None:
    """The code of what is wrong with a line of these tiles, if anything.

    Seven tiles are always mixed or hold one twice as well, but their number is what a player
    sees first.
    """
    if len(line) > LONGEST_LINE:
        return "line-too-long"
    if not alike(line):
        return "line-mixed"
    if len(set(line)) < len(line):
        return "line-duplicate"
    return None


def largest_set(hand: Sequence[Tile]) -> int:
    """The most different tiles in a hand that share a colour or a shape."""
    mask = mask_of(hand)
    return max((mask & family).bit_count() for family in FAMILIES)
