"""Every distinct legal action of the seat to act."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from games.qwirkle.rules.actions import Action, Pass, Place, Trade
from games.qwirkle.rules.board import EAST, SOUTH, cell_at
from games.qwirkle.rules.lines import FAMILIES
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import Tile, mask_of, tiles_in


def legal_actions(state: State) -> Iterator[Action]:
    if state.ended is not None:
        return
    hand = state.hands[state.turn]
    if state.opening is not None:
        yield from openings(hand, state.opening)
        return
    found = placings(state.grid, mask_of(hand))
    for laid, _ in found:
        yield Place(laid)
    if state.bag:
        yield from _trades(hand, len(state.bag))
    elif not found:
        yield Pass()


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


def _trades(hand: tuple[Tile, ...], most: int) -> Iterator[Trade]:
    """Each choice of tiles once, even if a tile is held twice; at most as many as the bag holds."""
    ordered = sorted(hand)
    for size in range(1, min(len(hand), most) + 1):
        for tiles in dict.fromkeys(combinations(ordered, size)):
            yield Trade(tiles)
