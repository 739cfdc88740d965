"""Positions for property tests: any seat count, any stage, and hidden things moved about."""

from __future__ import annotations

from functools import cache
from itertools import islice

from hypothesis import strategies as st

from games.engine.jsontypes import JsonObject
from games.shifting_stones.rules.state import State
from tests.kinds.games import chance_from
from tests.shifting_stones.notation import ENGINE, NAMES
from tests.shifting_stones.players import any_action, fickle, keen, lazy, moments, quitter

MOST_PLIES = 120
STYLES = {each.__name__: each for each in (any_action, fickle, keen, lazy, quitter)}


@cache
def _states(seats: int, style: str, mixed: bool | None, number: int) -> tuple[State, ...]:
    """The first states of a game. Games are few, so that many examples share one."""
    options = {} if mixed is None else {"mixed": mixed}
    seed = f"property {number}"
    played = islice(moments(seats, seed, STYLES[style], options), MOST_PLIES)
    first = ENGINE.start(seats, options, chance_from(seed))
    return (first, *(moment.step.state for moment in played))


@st.composite
def positions(draw: st.DrawFn, *, going_on: bool = True) -> State:
    """A state that real play reaches; still to act if `going_on`."""
    states = _states(
        draw(st.sampled_from(ENGINE.seats)),
        draw(st.sampled_from(sorted(STYLES))),
        draw(st.sampled_from([None, True, False])),
        draw(st.integers(0, 9)),
    )
    if going_on and states[-1].ended:
        states = states[:-1]
    return states[draw(st.integers(0, len(states) - 1))]


@st.composite
def actions_near(draw: st.DrawFn, state: State) -> JsonObject:
    """A legal action, or one with a card or a cell that may not go with it."""
    hand = list(state.hands[state.turn])
    cards = st.sampled_from(hand * 5 + NAMES) if hand else st.sampled_from(NAMES)
    cells = st.integers(0, 8)
    kind = draw(st.sampled_from(["legal", "swap", "flip", "score", "score", "end", "skip"]))
    if kind == "legal":
        return draw(st.sampled_from(list(ENGINE.legal_actions(state)))).to_json()
    data: JsonObject = {"kind": kind}
    if kind in ("swap", "flip", "score"):
        data["card"] = draw(cards)
    if kind == "swap":
        data["cells"] = [draw(cells), draw(cells)]
    if kind == "flip":
        data["cell"] = draw(cells)
    return data


def all_cards(state: State) -> list[str]:
    piles = [*state.hands, *state.scored, state.deck, state.discards]
    return sorted(card for pile in piles for card in pile)
