"""Every distinct legal action of the seat to act."""

from __future__ import annotations

from collections.abc import Iterator

from games.shifting_stones.rules.actions import Action, End, Flip, Score, Skip, Swap
from games.shifting_stones.rules.state import State
from games.shifting_stones.rules.stones import CELLS, PAIRS
from games.shifting_stones.rules.turn import Turn, matches


def legal_actions(state: State) -> Iterator[Action]:
    if state.ended is None:
        yield from actions_of(state.playing)


def actions_of(turn: Turn) -> Iterator[Action]:
    """What may be done next in a turn: score first, then shift, then end or skip it."""
    if turn.allows("score"):
        for card in turn.hand:
            if matches(card, turn.stones):
                yield Score(card)
    if turn.allows("shift"):
        for card in turn.hand:
            for pair in PAIRS:
                yield Swap(card, pair)
            for cell in CELLS:
                yield Flip(card, cell)
    yield End()
    if turn.may_skip:
        yield Skip()
