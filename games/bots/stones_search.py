"""Searching a turn of Shifting Stones: what can be scored, for how many shifts, and how it lies.

A plan is reached shift by shift. Two ways to the same stones with the same cards scored are one
plan, found first by the way that spends fewest cards; so there are some hundreds of plans within
three shifts, not the thousands of orders in which their shifts can be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.rules.shifting_stones.deck import CARDS, CardName
from games.rules.shifting_stones.patterns import Spot
from games.rules.shifting_stones.stones import (
    BITS,
    CELLS,
    PAIRS,
    SIDE_MASK,
    Cell,
    Pair,
    Stones,
    flipped,
    swapped,
)
from games.rules.shifting_stones.turn import matches

# A cell to flip, or a pair to swap.
Shift: TypeAlias = Cell | Pair
# A shift, for which some card is spent, or a card that is scored.
Part: TypeAlias = Shift | CardName
SHIFTS: tuple[Shift, ...] = (*PAIRS, *CELLS)
NEXT_TO = {
    cell: [other for pair in PAIRS if cell in pair for other in pair if other != cell]
    for cell in CELLS
}
TURNED_OVER = 1


class Plan(NamedTuple):
    """A turn, but for which cards are spent on its shifts."""

    stones: Stones
    parts: tuple[Part, ...] = ()
    scored: frozenset[CardName] = frozenset()
    shifts: int = 0


def shifted(stones: Stones, shift: Shift) -> Stones:
    return flipped(stones, shift) if isinstance(shift, int) else swapped(stones, shift)


def plans(
    stones: Stones, hand: Sequence[CardName], deepest: int, *, shifting: bool, scoring: bool
) -> Iterator[Plan]:
    """Every plan within so many shifts, by the fewest: the cards last for shifts and scores."""
    seen: set[tuple[Stones, frozenset[CardName]]] = set()
    layer = [Plan(stones)]
    while layer:
        reached = []
        for plan in layer:
            for scoring_some in _with_scores(plan, hand) if scoring else (plan,):
                key = scoring_some.stones, scoring_some.scored
                if key not in seen:
                    seen.add(key)
                    reached.append(scoring_some)
                    yield scoring_some
        layer = [
            Plan(after, (*plan.parts, shift), plan.scored, plan.shifts + 1)
            for plan in reached
            if shifting and plan.shifts < deepest and plan.shifts + len(plan.scored) < len(hand)
            for shift in SHIFTS
            if ((after := shifted(plan.stones, shift)), plan.scored) not in seen
        ]


def _with_scores(plan: Plan, hand: Sequence[CardName]) -> Iterator[Plan]:
    """The plan with each choice of the cards that match now, none included."""
    found = [plan]
    for card in hand:
        if card not in plan.scored and matches(card, plan.stones):
            found += [
                Plan(each.stones, (*each.parts, card), each.scored | {card}, each.shifts)
                for each in found
                if each.shifts + len(each.scored) < len(hand)
            ]
    return iter(found)


@lru_cache(maxsize=1 << 15)
def away(card: CardName, stones: Stones) -> int:
    """About how many shifts the card is from matching, in the spot where it is nearest."""
    return min(_away_in(spot, stones) for spot in CARDS[card].spots)


def _away_in(spot: Spot, stones: Stones) -> int:
    """The shifts for each stone by itself: that they may help or hinder each other is not seen.

    A stone that lies wrong is turned over, or swapped with one beside it that is not right yet.
    """
    differing = (stones ^ spot.stones) & spot.mask
    far = 0
    for cell in spot.cells:
        difference = differing >> BITS * cell & SIDE_MASK
        if difference == TURNED_OVER:
            far += 1
        elif difference:
            wanted, nearest = spot.stones >> BITS * cell & SIDE_MASK, 3
            for other in NEXT_TO[cell]:
                place = BITS * other
                beside = (stones >> place & SIDE_MASK) ^ wanted
                if beside < nearest - 1 and (differing | ~spot.mask) >> place & SIDE_MASK:
                    nearest = 1 + beside
            far += nearest
    return far
