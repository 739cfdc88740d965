"""Searching a turn of Shifting Stones: what can be scored, for how many shifts, and how it lies.

A plan is reached shift by shift. Two ways to the same stones with the same cards scored are one
plan, found first by the way that spends fewest cards; so there are some hundreds of plans within
three shifts, not the thousands of orders in which their shifts can be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.shifting_stones.rules.deck import CARDS, CardName
from games.shifting_stones.rules.stones import (
    BITS,
    CELLS,
    PAIRS,
    SIDE_MASK,
    Cell,
    Pair,
    Side,
    Stones,
    flipped,
    swapped,
)
from games.shifting_stones.rules.turn import matches

# A cell to flip, or a pair to swap.
Shift: TypeAlias = Cell | Pair
# A shift, for which some card is spent, or a card that is scored.
Part: TypeAlias = Shift | CardName
SHIFTS: tuple[Shift, ...] = (*PAIRS, *CELLS)
# Where in the number the stones beside a cell are.
PLACES_BESIDE = {
    cell: [BITS * other for pair in PAIRS if cell in pair for other in pair if other != cell]
    for cell in CELLS
}
# How the two sides of a stone differ.
TURNED_OVER = 1
FAR = 99


NOTHING: frozenset[CardName] = frozenset()
Key: TypeAlias = tuple[Stones, frozenset[CardName]]


class Plan(NamedTuple):
    """A turn, but for which cards are spent on its shifts."""

    stones: Stones
    parts: tuple[Part, ...] = ()
    scored: frozenset[CardName] = NOTHING
    shifts: int = 0


def shifted(stones: Stones, shift: Shift) -> Stones:
    return flipped(stones, shift) if isinstance(shift, int) else swapped(stones, shift)


def plans(
    stones: Stones, hand: Sequence[CardName], deepest: int, *, shifting: bool, scoring: bool
) -> Iterator[Plan]:
    """Every plan within so many shifts, by the fewest: the cards last for shifts and scores."""
    seen = {(stones, NOTHING)}
    layer = [Plan(stones)]
    while layer:
        if scoring:
            layer += [more for plan in layer for more in _with_scores(plan, hand, seen)]
        yield from layer
        layer = [
            Plan(after, (*plan.parts, shift), plan.scored, plan.shifts + 1)
            for plan in layer
            if shifting and plan.shifts < deepest and len(plan.parts) < len(hand)
            for shift in SHIFTS
            if _is_new((after := shifted(plan.stones, shift), plan.scored), seen)
        ]


def _is_new(key: Key, seen: set[Key]) -> bool:
    if key in seen:
        return False
    seen.add(key)
    return True


def _with_scores(plan: Plan, hand: Sequence[CardName], seen: set[Key]) -> list[Plan]:
    """The plan with each choice of the cards that match now, as far as they are new."""
    found = [plan]
    for card in hand:
        if card not in plan.scored and matches(card, plan.stones):
            found += [
                Plan(plan.stones, (*each.parts, card), scored, plan.shifts)
                for each in found
                if len(each.parts) < len(hand)
                and _is_new((plan.stones, scored := each.scored | {card}), seen)
            ]
    return found[1:]


@lru_cache(maxsize=1 << 15)
def away(card: CardName, stones: Stones) -> int:
    """About how many shifts the card is from matching, in the spot where it is nearest.

    Each stone is looked at by itself: that they may help or hinder each other is not seen.
    """
    nearest = FAR
    for cells, mask, wanted in CARDS[card].spots:
        wrong = (stones ^ wanted) & mask
        loose = wrong | ~mask
        far = 0
        for cell in cells:
            if wrong >> BITS * cell & SIDE_MASK:
                far += _away_at(cell, wanted >> BITS * cell & SIDE_MASK, stones, loose)
                if far >= nearest:
                    break
        else:
            nearest = far
    return nearest


def _away_at(cell: Cell, wanted: Side, stones: Stones, loose: Stones) -> int:
    """Turn the stone over, or swap it with one beside it, unless that lies where it should."""
    if stones >> BITS * cell & SIDE_MASK ^ wanted == TURNED_OVER:
        return 1
    nearest = 3
    for place in PLACES_BESIDE[cell]:
        beside = stones >> place & SIDE_MASK ^ wanted
        if beside <= TURNED_OVER and loose >> place & SIDE_MASK:
            if not beside:
                return 1
            nearest = 2
    return nearest
