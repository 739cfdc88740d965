"""Checking a game played at a table, of which only the cards that were put down are known.

How the stones lay at the start nobody wrote down, nor who drew what: so whether a card matched, or
was in the hand, cannot be told. What can: a card that was scored stays with its seat, so it is
never seen again; a score makes the points of its card, and nothing else makes any; and who has
most 1-point cards lies open for all to count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.errors import IllegalAction
from games.shifting_stones.rules.actions import Action, Flip, Score, Swap
from games.shifting_stones.rules.deck import CARDS, CardName
from games.shifting_stones.rules.ending import BONUS, GOALS, bonus_seats
from games.shifting_stones.rules.stones import PAIRS


def audit(turns: Sequence[Action]) -> Iterator[tuple[int, ...]]:
    scored: set[CardName] = set()
    for action in turns:
        if isinstance(action, Swap | Flip | Score) and action.card in scored:
            raise IllegalAction("card-scored", card=action.card)
        if isinstance(action, Swap) and action.cells not in PAIRS:
            raise IllegalAction("not-adjacent", cells=list(action.cells))
        if isinstance(action, Score):
            scored.add(action.card)
            yield (CARDS[action.card].points,)
        else:
            yield (0,)


def closing(
    turns: Sequence[tuple[int, Action]], staying: Sequence[int], seats: int
) -> dict[int, int]:
    """The bonus of a table game that is over: somebody reached the goal, or all others left."""
    scored: dict[int, list[CardName]] = {seat: [] for seat in range(seats)}
    for seat, action in turns:
        if isinstance(action, Score):
            scored[seat].append(action.card)
    if len(staying) < 2:
        return {}
    if max(map(len, scored.values())) < GOALS[seats]:
        raise IllegalAction("goal-not-reached", goal=GOALS[seats])
    return dict.fromkeys(bonus_seats({seat: scored[seat] for seat in staying}), BONUS)
