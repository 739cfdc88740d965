"""Every distinct legal action of the seat to act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations, permutations

from games.qwirkle.rules.actions import Action, Pass, Place, Trade
from games.qwirkle.rules.board import EAST, SOUTH, cell_at
from games.qwirkle.rules.lines import FAMILIES
from games.qwirkle.rules.moves import ways_to_lay
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import Tile, mask_of, tiles_in


def legal_actions(state: State) -> Iterator[Action]:
    if state.ended is not None:
        return iter(())
    hand = state.hands[state.turn]
    if state.opening is not None:
        return openings(hand, state.opening)
    found = ways_to_lay(state.grid, mask_of(hand))
    if state.bag:
        most = min(len(hand), len(state.bag))
        return chain(Place.each(found), trades(tuple(sorted(hand)), most))
    return iter(Place.each(found) if found else [Pass()])


def openings(hand: tuple[Tile, ...], size: int) -> Iterator[Place]:
    """Each set of that size in each order, from (0, 0) to the right and downwards."""
    mask = mask_of(hand)
    sets = {tiles for family in FAMILIES for tiles in combinations(tiles_in(mask & family), size)}
    directions = (EAST, SOUTH) if size > 1 else (EAST,)
    start = cell_at(0, 0)
    for tiles in sorted(sets):
        for order in permutations(tiles):
            for step in directions:
                yield Place(tuple((start + step * n, tile) for n, tile in enumerate(order)))


# A hand is asked about again and again: by whoever holds it, and all through a bot's search.
@lru_cache(maxsize=1 << 8)
def trades(hand: tuple[Tile, ...], most: int) -> tuple[Trade, ...]:
    """Each choice of so many tiles of a sorted hand once, even if it holds a tile twice."""
    sizes = range(1, most + 1)
    chosen = dict.fromkeys(tiles for size in sizes for tiles in combinations(hand, size))
    return tuple(Trade(tiles) for tiles in chosen)
