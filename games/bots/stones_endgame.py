"""The end of a game alone, when all cards that are left fit into one hand.

Then nothing is hidden any more: whatever is discarded comes back when the turn ends. So the way to
the last card can be searched over several turns, strikes and all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from games.bots.stones_search import SHIFTS, Part, away, shifted
from games.rules.shifting_stones.deck import CardName
from games.rules.shifting_stones.drawing import HAND_SIZE
from games.rules.shifting_stones.ending import STRIKES_LOSE
from games.rules.shifting_stones.stones import Stones
from games.rules.shifting_stones.turn import Turn, matches

# How long it is thought about: a few tenths of a second.
MOST_LOOKS = 4000


class Stand(NamedTuple):
    """`spare` cards of this turn are left, to be spent or scored; `strikes` may still be taken."""

    stones: Stones
    cards: frozenset[CardName]
    spare: int
    scored: bool
    strikes: int


def way_to_win(view: Mapping[str, Any], turn: Turn) -> tuple[Part, ...] | None:
    """This turn's part of a way to score all cards, if the end is near and a way is found."""
    if view["strikes"] is None or not turn.mixed or len(turn.hand) > HAND_SIZE:
        return None
    if view["deck"] or view["discards"]:
        return None
    scored = turn.so_far is not None
    left = STRIKES_LOSE - 1 - view["strikes"]
    return search(Stand(turn.stones, frozenset(turn.hand), len(turn.hand), scored, left))


def search(start: Stand) -> tuple[Part, ...] | None:
    """Look on from what is nearest to winning, and give up after so many looks."""
    # `order` keeps the queue from comparing stands; `parts` is what this very turn does.
    order = count()
    queue: list[tuple[int, int, Stand, tuple[Part, ...], bool]] = []
    heappush(queue, (_far(start), next(order), start, (), True))
    seen = {start}
    for _ in range(MOST_LOOKS):
        if not queue:
            break
        _, _, stand, parts, this_turn = heappop(queue)
        for after, part in _next_stands(stand):
            goes_on = this_turn and part is not None
            done = (*parts, part) if this_turn and part is not None else parts
            if not after.cards:
                return done
            if after not in seen:
                seen.add(after)
                heappush(queue, (_far(after), next(order), after, done, goes_on))
    return None


def _next_stands(stand: Stand) -> Iterator[tuple[Stand, Part | None]]:
    """What a score, a shift or the end of the turn (`None`) makes of it."""
    stones, cards, spare, scored, strikes = stand
    if spare:
        for card in sorted(cards):
            if matches(card, stones):
                yield Stand(stones, cards - {card}, spare - 1, True, strikes), card
        for shift in SHIFTS:
            yield Stand(shifted(stones, shift), cards, spare - 1, scored, strikes), shift
    if scored or strikes:
        yield Stand(stones, cards, len(cards), False, strikes - (not scored)), None


def _far(stand: Stand) -> int:
    """About how many actions there are to go, a strike counted as one."""
    return sum(1 + away(card, stand.stones) for card in stand.cards) - stand.strikes
