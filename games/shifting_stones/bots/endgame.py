"""The end of a game alone, when all cards that are left fit into one hand.

Then nothing is hidden any more: whatever is discarded comes back when the turn ends. So the way to
the last card can be searched over several turns, strikes and all.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from games.shifting_stones.bots.search import SHIFTS, Part, away, shifted
from games.shifting_stones.rules.deck import CardName
from games.shifting_stones.rules.drawing import HAND_SIZE
from games.shifting_stones.rules.ending import STRIKES_LOSE
from games.shifting_stones.rules.stones import Stones
from games.shifting_stones.rules.turn import Turn, matches
from games.shifting_stones.rules.view import ShiftingStonesView

# How long it is thought about: a few tenths of a second.
MOST_LOOKS = 4000


class Position(NamedTuple):
    """`spare` cards of this turn are left, to be spent or scored; `strikes` may still be taken."""

    stones: Stones
    cards: frozenset[CardName]
    spare: int
    scored: bool
    strikes: int


def way_to_win(view: ShiftingStonesView, turn: Turn) -> tuple[Part, ...] | None:
    """This turn's part of a way to score all cards, if the end is near and a way is found."""
    if view["strikes"] is None or not turn.mixed or len(turn.hand) > HAND_SIZE:
        return None
    if view["deck"] or view["discards"]:
        return None
    scored = turn.so_far is not None
    left = STRIKES_LOSE - 1 - view["strikes"]
    return search(Position(turn.stones, frozenset(turn.hand), len(turn.hand), scored, left))


def search(start: Position) -> tuple[Part, ...] | None:
    """Look on from what is nearest to winning, and give up after so many looks."""
    # `order` keeps the queue from comparing positions; `parts` is what this very turn does.
    order = count()
    queue: list[tuple[int, int, Position, tuple[Part, ...], bool]] = []
    heappush(queue, (_far(start), next(order), start, (), True))
    seen = {start}
    for _ in range(MOST_LOOKS):
        if not queue:
            break
        _, _, position, parts, this_turn = heappop(queue)
        for after, part in _next_positions(position):
            goes_on = this_turn and part is not None
            done = (*parts, part) if this_turn and part is not None else parts
            if not after.cards:
                return done
            if after not in seen:
                seen.add(after)
                heappush(queue, (_far(after), next(order), after, done, goes_on))
    return None


def _next_positions(position: Position) -> Iterator[tuple[Position, Part | None]]:
    """What a score, a shift or the end of the turn (`None`) makes of it."""
    stones, cards, spare, scored, strikes = position
    if spare:
        for card in sorted(cards):
            if matches(card, stones):
                yield Position(stones, cards - {card}, spare - 1, True, strikes), card
        for shift in SHIFTS:
            yield Position(shifted(stones, shift), cards, spare - 1, scored, strikes), shift
    if scored or strikes:
        yield Position(stones, cards, len(cards), False, strikes - (not scored)), None


def _far(position: Position) -> int:
    """About how many actions there are to go, a strike counted as one."""
    return sum(1 + away(card, position.stones) for card in position.cards) - position.strikes
