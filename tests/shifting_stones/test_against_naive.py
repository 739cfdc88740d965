"""The rules agree with the naive ones: the same actions, the same stones, the same points."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from games.shifting_stones.rules.actions import Action
from games.shifting_stones.rules.state import State
from tests.shifting_stones import naive as naive_stones
from tests.shifting_stones.notation import CHANCE, DECK, ENGINE
from tests.shifting_stones.players import any_action, fickle, keen, moments
from tests.shifting_stones.positions import positions


def key(action: Action) -> naive_stones.Key:
    data = action.to_json()
    where = data.get("cells", [data["cell"]] if "cell" in data else [])
    return (data["kind"], *([data["card"]] if "card" in data else []), *where)


def by_the_rules(state: State) -> dict[naive_stones.Key, tuple[list[str], int]]:
    found = {}
    for action in ENGINE.legal_actions(state):
        step = ENGINE.apply(state, action, CHANCE)
        assert key(action) not in found
        found[key(action)] = (ENGINE.view(step.state, None)["stones"], step.points)
    return found


@given(positions())
@settings(max_examples=60)
def test_agrees_in_any_position(state):
    assert by_the_rules(state) == naive_stones.actions(ENGINE.view(state, state.turn), DECK)


@pytest.mark.parametrize("mixed", [True, False])
@pytest.mark.parametrize("player", [any_action, fickle, keen], ids=lambda player: player.__name__)
@pytest.mark.parametrize("seats", ENGINE.seats)
def test_agrees_all_through_a_game(seats, player, mixed):
    for moment in moments(seats, "naive", player, {"mixed": mixed}):
        if moment.before.ply > 150:
            break
        view = ENGINE.view(moment.before, moment.before.turn)
        assert by_the_rules(moment.before) == naive_stones.actions(view, DECK)
