"""Positions for property tests: any seat count, any stage, and hidden things moved about."""

from __future__ import annotations

from itertools import islice

from hypothesis import strategies as st

from games.engine.jsontypes import JsonObject
from games.qwirkle.rules.actions import Action, Place
from games.qwirkle.rules.state import State
from tests.kinds.games import chance_from
from tests.qwirkle.notation import CHANCE, ENGINE, NAMES
from tests.qwirkle.players import any_action, fickle, greedy, moments

STYLES = {"greedy": greedy, "any": any_action, "fickle": fickle}


@st.composite
def positions(draw: st.DrawFn, *, going_on: bool = True) -> State:
    """A state that real play reaches; still to act if `going_on`."""
    seats = draw(st.sampled_from(ENGINE.seats))
    player = STYLES[draw(st.sampled_from(sorted(STYLES)))]
    seed = f"property {draw(st.integers(0, 10**6))}"
    plies = draw(st.integers(0, 90))
    state = ENGINE.start(seats, {}, chance_from(seed))
    for moment in islice(moments(seats, seed, player), plies):
        if going_on and moment.step.state.ended:
            break
        state = moment.step.state
    return state


@st.composite
def actions_near(draw: st.DrawFn, state: State) -> JsonObject:
    """A legal action, or one that differs from a legal one by a tile or a cell, or any other."""
    data = draw(st.sampled_from(list(ENGINE.legal_actions(state)))).to_json()
    hand = st.sampled_from(ENGINE.view(state, state.turn)["hand"])
    change = draw(
        st.sampled_from(["none", "tile", "cell", "more", "fewer", "loose", "trade", "pass"])
    )
    if change == "trade":
        tile = hand | st.sampled_from(NAMES)
        return {"kind": "trade", "tiles": draw(st.lists(tile, max_size=6))}
    if change == "pass":
        return {"kind": "pass"}
    if change == "loose" or data["kind"] != "place":
        cell = st.integers(-200, 200)
        return {"kind": "place", "tiles": draw(st.lists(st.tuples(hand, cell, cell), max_size=3))}
    return {"kind": "place", "tiles": _changed(draw, data["tiles"], change, hand)}


def _changed(
    draw: st.DrawFn, placed: list[list[str | int]], change: str, hand: st.SearchStrategy[str]
) -> list[list[str | int]]:
    tiles = [list(tile) for tile in placed]
    number = draw(st.integers(0, len(tiles) - 1))
    name, x, y = tiles[number]
    dx, dy = draw(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
    if change == "tile":
        tiles[number][0] = draw(hand)
    elif change == "cell":
        tiles[number] = [name, x + dx, y + dy]
    elif change == "more" and len(tiles) < 6:
        distance = draw(st.integers(1, 3))
        tiles.append([draw(hand), x + dx * distance, y + dy * distance])
    elif change == "fewer":
        del tiles[number]
    return tiles


def legal_points(state: State) -> dict[Action, int]:
    """Every legal action with the points it makes."""
    return {
        action: ENGINE.apply(state, action, CHANCE).points for action in ENGINE.legal_actions(state)
    }


def all_tiles(state: State) -> list[str]:
    dumped = ENGINE.dump(state)
    lying = [name for name, _, _ in dumped["board"]]
    return sorted(lying + dumped["bag"] + [name for hand in dumped["hands"] for name in hand])


def is_placing(action: Action) -> bool:
    return isinstance(action, Place)
