"""What must hold in every position of Qwirkle, besides what must in every game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.advancing import advance
from games.engine.errors import IllegalAction
from games.qwirkle.rules.actions import Place, Trade
from games.qwirkle.rules.board import Grid
from games.qwirkle.rules.state import State
from tests.kinds.games import Listening
from tests.qwirkle.notation import CHANCE, ENGINE, NAMES
from tests.qwirkle.players import (
    any_action,
    blocker,
    fickle,
    greedy,
    moments,
    quitter,
)
from tests.qwirkle.positions import (
    actions_near,
    all_tiles,
    is_placing,
    legal_points,
    positions,
)

THREE_OF_EACH = sorted(NAMES * 3)
STYLES = [greedy, any_action, fickle, quitter, blocker]

rngs = st.integers(0, 2**32).map(Random)


def fresh_gaps(state: State) -> dict[int, object]:
    return dict(Grid.of(state.grid.to_json()).gaps)


@pytest.mark.parametrize("player", STYLES, ids=lambda player: player.__name__)
@pytest.mark.parametrize("seats", ENGINE.seats)
def test_tiles_are_108_at_every_ply(seats, player):
    for number in range(3):
        for moment in moments(seats, f"108 {number}", player):
            assert all_tiles(moment.step.state) == THREE_OF_EACH


@pytest.mark.parametrize("player", STYLES, ids=lambda player: player.__name__)
@pytest.mark.parametrize("seats", ENGINE.seats)
def test_the_books_are_kept_at_every_ply(seats, player):
    for moment in moments(seats, "books", player):
        before, after = moment.before, moment.step.state
        gained = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
        assert gained[moment.seat] == moment.step.points
        assert sum(gained) == moment.step.points
        assert all(len(hand) <= 6 for hand in after.hands)
        assert (after.opening is None) == bool(after.grid.tiles or after.ended)
        assert all(after.hands[seat] for seat in after.staying) or after.ended == "out"


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_gaps_kept_up_to_date_are_those_of_the_whole_board(seats):
    for moment in moments(seats, "gaps", any_action):
        assert dict(moment.step.state.grid.gaps) == fresh_gaps(moment.step.state)


TURNED = {
    "as it is": lambda x, y: (x, y),
    "a quarter turn": lambda x, y: (-y, x),
    "a half turn": lambda x, y: (-x, -y),
    "three quarters": lambda x, y: (y, -x),
    "left and right": lambda x, y: (-x, y),
    "up and down": lambda x, y: (x, -y),
    "one diagonal": lambda x, y: (y, x),
    "the other diagonal": lambda x, y: (-y, -x),
    "moved": lambda x, y: (x + 31, y - 57),
}


def placings_as_sets(state: State, turn) -> dict[frozenset[object], int]:
    return {
        frozenset((name, *turn(x, y)) for name, x, y in action.to_json()["tiles"]): points
        for action, points in legal_points(state).items()
        if is_placing(action)
    }


@pytest.mark.parametrize("turn", TURNED.values(), ids=TURNED)
@given(state=positions())
@settings(max_examples=15)
def test_turning_or_mirroring_the_board_changes_neither_legality_nor_points(state, turn):
    dumped = ENGINE.dump(state)
    if not dumped["board"]:
        return
    dumped["board"] = [(name, *turn(x, y)) for name, x, y in dumped["board"]]
    turned = ENGINE.load(dumped)
    assert placings_as_sets(state, turn) == placings_as_sets(turned, TURNED["as it is"])


@pytest.mark.parametrize("turn", TURNED.values(), ids=TURNED)
@given(data=st.data(), state=positions())
@settings(max_examples=40)
def test_turning_or_mirroring_the_board_refuses_for_the_same_reason(data, state, turn):
    action = data.draw(actions_near(state))
    dumped = ENGINE.dump(state)
    dumped["board"] = [(name, *turn(x, y)) for name, x, y in dumped["board"]]
    turned = dict(action)
    if action["kind"] == "place":
        tiles = [[name, *turn(x, y)] for name, x, y in action["tiles"]]
        farthest = 200 if dumped["board"] else 90
        if any(max(abs(x), abs(y)) > farthest for _, x, y in [*action["tiles"], *tiles]):
            return
        turned["tiles"] = tiles
    assert verdict(ENGINE.load(dumped), turned) == verdict(state, action)


def verdict(state: State, action: object) -> str | int:
    """The points, or the code. Which of two wrong lines is named first may turn with the board."""
    try:
        return ENGINE.apply(state, ENGINE.parse(action), CHANCE).points
    except IllegalAction as refused:
        return "line" if refused.code.startswith("line-") else refused.code


def test_labels_of_chance_never_repeat_within_a_game():
    chance = Listening(bytes(32))
    rng = Random(1)
    state = ENGINE.start(8, {}, chance)
    while ENGINE.to_act(state) is not None:
        seat, action = fickle(state, rng)
        if action["kind"] == "place":
            hand = ENGINE.view(state, state.turn)["hand"]
            if len(state.bag) >= 6 and not state.opening and rng.random() < 0.5:
                action = {"kind": "trade", "tiles": hand}
        state = advance(ENGINE, state, seat, action, chance).state
    assert chance.labels[0] == "bag"
    assert len(chance.labels) > 10
    assert len(set(chance.labels)) == len(chance.labels)


@given(positions())
def test_skipping_does_nothing_but_pass_the_turn_on(state):
    after = ENGINE.skip(state, CHANCE).state
    assert (after.grid, after.hands, after.bag) == (state.grid, state.hands, state.bag)
    assert after.scores == state.scores
    assert after.turn == state.seat_after(state.turn)


def test_actions_and_states_are_frozen_and_hashable():
    state = ENGINE.start(2, {}, CHANCE)
    assert len({state, ENGINE.load(ENGINE.dump(state))}) == 1
    assert len({Place(()), Place(()), Trade(())}) == 2
    for thing, name in ((state, "turn"), (state.grid, "tiles"), (Place(()), "laid")):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
