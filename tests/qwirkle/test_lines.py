"""What joins a line, for every line there is."""

from __future__ import annotations

from itertools import combinations

from games.qwirkle.rules.lines import FAMILIES, LIKE, joins
from games.qwirkle.rules.tiles import NAMES, Mask, mask_of, tiles_in

LINES: set[Mask] = {
    mask_of(tiles)
    for family in FAMILIES
    for size in range(7)
    for tiles in combinations(tiles_in(family), size)
}


def test_a_line_is_joined_by_what_shares_its_colour_or_its_shape_and_is_not_in_it():
    assert len(LINES) == 721
    for line in LINES:
        names = [NAMES[tile] for tile in tiles_in(line)]
        for tile, name in enumerate(NAMES):
            longer = {*names, name}
            is_line = 1 in {len({each[0] for each in longer}), len({each[1] for each in longer})}
            assert bool(joins(line) >> tile & 1) == (is_line and name not in names)


def test_of_what_joins_a_line_those_like_the_tile_added_join_the_longer_one():
    for line in LINES:
        for tile in tiles_in(joins(line)):
            assert joins(line | 1 << tile) == joins(line) & LIKE[tile]
