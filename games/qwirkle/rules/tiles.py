"""The 108 tiles: three each of six colours and six shapes.

A tile is a number from 0 to 35, so that a set of different tiles is a 36-bit mask. Its name,
colour letter and shape letter, is what JSON carries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

COLOURS = "roygbp"
SHAPES = "osdctx"
COPIES = 3
HAND_SIZE = 6

Tile: TypeAlias = int
Mask: TypeAlias = int

NAMES = tuple(colour + shape for colour in COLOURS for shape in SHAPES)
TILES_BY_NAME = {name: tile for tile, name in enumerate(NAMES)}
ALL_TILES: tuple[Tile, ...] = tuple(tile for tile in range(len(NAMES)) for _ in range(COPIES))


def mask_of(tiles: Iterable[Tile]) -> Mask:
    """The set of different tiles among these."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def tiles_in(mask: Mask) -> Iterator[Tile]:
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1


def names(tiles: Iterable[Tile]) -> list[str]:
    return [NAMES[tile] for tile in tiles]


def tiles_named(tile_names: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(TILES_BY_NAME[name] for name in tile_names)
