"""What must hold in every position of every game."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records import advance
from games.rules.errors import IllegalAction
from games.rules.qwirkle.actions import Place, Trade
from games.rules.qwirkle.board import Grid
from games.rules.qwirkle.state import State
from tests.rules.notation import CHANCE, ENGINE, NAMES
from tests.rules.players import (
    NO_OPTIONS,
    any_action,
    blocker,
    chance_from,
    fickle,
    greedy,
    moments,
    quitter,
)
from tests.rules.positions import (
    actions_near,
    all_tiles,
    is_placing,
    legal_points,
    positions,
    with_hidden_moved,
)

THREE_OF_EACH = sorted(NAMES * 3)
VIEW_KEYS = {"ply", "to_act", "scores", "outcome", "board", "hands", "bag", "opening"}
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
        assert after.ply == before.ply + 1
        gained = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
        assert gained[moment.seat] == moment.step.points
        assert sum(gained) == moment.step.points
        assert all(len(hand) <= 6 for hand in after.hands)
        assert (ENGINE.to_act(after) is None) == (ENGINE.outcome(after) is not None)
        assert ENGINE.to_act(after) in {None, *after.staying}
        assert (after.opening is None) == bool(after.grid.tiles or after.ended)
        assert all(after.hands[seat] for seat in after.staying) or after.ended == "out"
        assert not any(after.hands[seat] for seat in after.withdrawn)


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_gaps_kept_up_to_date_are_those_of_the_whole_board(seats):
    for moment in moments(seats, "gaps", any_action):
        assert dict(moment.step.state.grid.gaps) == fresh_gaps(moment.step.state)


@given(positions())
def test_every_listed_action_applies_and_is_listed_once(state):
    listed = list(ENGINE.legal_actions(state))
    assert listed
    assert len(set(listed)) == len(listed)
    assert len({json.dumps(action.to_json()) for action in listed}) == len(listed)
    for action in listed:
        step = ENGINE.apply(state, action, CHANCE)
        assert all_tiles(step.state) == THREE_OF_EACH
        assert ENGINE.parse(action.to_json()) == action


@given(positions(going_on=False))
def test_nothing_is_listed_once_the_game_is_over(state):
    assert bool(list(ENGINE.legal_actions(state))) == (state.ended is None)


@given(positions())
def test_equal_states_list_the_same_actions_in_the_same_order(state):
    loaded = ENGINE.load(ENGINE.dump(state))
    assert list(ENGINE.legal_actions(loaded)) == list(ENGINE.legal_actions(state))


@given(positions(), st.data())
@settings(max_examples=400)
def test_an_action_applies_exactly_if_it_is_listed_and_a_refused_one_changes_nothing(state, data):
    action = ENGINE.parse(data.draw(actions_near(state)))
    before, twin = ENGINE.dump(state), ENGINE.load(ENGINE.dump(state))
    gaps = dict(state.grid.gaps)
    try:
        ENGINE.apply(state, action, CHANCE)
    except IllegalAction as refused:
        applied = False
        json.dumps(refused.data)
    else:
        applied = True
    assert state == twin
    assert ENGINE.dump(state) == before
    assert dict(state.grid.gaps) == gaps
    if state.opening is None:
        assert applied == (action in set(ENGINE.legal_actions(state)))


@given(positions(going_on=False))
def test_load_of_dump_is_the_same_state(state):
    for dumped in (ENGINE.dump(state), json.loads(json.dumps(ENGINE.dump(state)))):
        loaded = ENGINE.load(dumped)
        assert loaded == state
        assert hash(loaded) == hash(state)
        assert ENGINE.dump(loaded) == ENGINE.dump(state)
        assert dict(loaded.grid.gaps) == dict(state.grid.gaps)


@given(positions(going_on=False))
def test_a_view_is_json_and_holds_what_the_contract_names(state):
    for seat in range(len(state.hands)):
        view = ENGINE.view(state, seat)
        assert set(view) == VIEW_KEYS | {"hand"}
        assert view["hand"] == ENGINE.dump(state)["hands"][seat]
        assert json.loads(json.dumps(view)) == view
    spectator = ENGINE.view(state, None)
    assert set(spectator) == VIEW_KEYS
    assert spectator["hands"] == [len(hand) for hand in state.hands]
    assert spectator["bag"] == len(state.bag)
    assert spectator["ply"] == state.ply


@given(positions(going_on=False), rngs)
def test_a_view_does_not_change_when_only_hidden_things_do(state, rng):
    for seat in (None, *range(len(state.hands))):
        seen = json.dumps(ENGINE.view(state, seat))
        moved = with_hidden_moved(state, seat, rng)
        assert all_tiles(moved) == THREE_OF_EACH
        assert json.dumps(ENGINE.view(moved, seat)) == seen


@given(st.binary(min_size=32, max_size=32), st.sampled_from(ENGINE.seats))
def test_a_view_never_holds_the_seed(seed, seats):
    chance = type(CHANCE)(seed)
    state = ENGINE.start(seats, {}, chance)
    for seat in (None, *range(seats)):
        assert seed.hex() not in json.dumps(ENGINE.view(state, seat))
    assert seed.hex() not in json.dumps(ENGINE.dump(state))


@given(positions(), rngs)
def test_what_everybody_is_told_of_an_action_does_not_depend_on_hidden_things(state, rng):
    """Only that nobody can go on, which ends the game, may come of what is hidden."""
    moved = with_hidden_moved(state, state.turn, rng)
    for action in list(ENGINE.legal_actions(state))[:40]:
        events = ENGINE.apply(state, action, CHANCE).events
        others = ENGINE.apply(moved, action, CHANCE).events
        told = [event for event in events if event.kind != "ended"]
        assert told == [event for event in others if event.kind != "ended"]


@given(positions(), rngs)
def test_what_may_be_done_does_not_depend_on_hidden_things(state, rng):
    moved = with_hidden_moved(state, state.turn, rng)
    assert list(ENGINE.legal_actions(moved)) == list(ENGINE.legal_actions(state))


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


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_the_same_seed_and_actions_give_the_same_game(seats):
    seed = "again"
    chance = chance_from(seed)
    state = ENGINE.start(seats, NO_OPTIONS, chance)
    for moment in moments(seats, seed, fickle):
        assert state == moment.before
        step = advance(ENGINE, state, moment.seat, moment.action, chance)
        assert step == moment.step
        assert ENGINE.dump(step.state) == ENGINE.dump(moment.step.state)
        state = ENGINE.load(json.loads(json.dumps(ENGINE.dump(step.state))))


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_another_seed_gives_another_deal(one, other):
    same = ENGINE.start(4, {}, type(CHANCE)(one)) == ENGINE.start(4, {}, type(CHANCE)(other))
    assert same == (one == other)


def test_labels_of_chance_never_repeat_within_a_game():
    class Listening(type(CHANCE)):
        labels: list[str] = []  # noqa: RUF012

        def shuffled(self, items, label):
            self.labels.append(label)
            return super().shuffled(items, label)

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
