"""The fast generator agrees with the naive one: the same actions, the same points."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from games.qwirkle.rules.actions import Action
from games.qwirkle.rules.state import State
from tests.qwirkle import naive
from tests.qwirkle.notation import ENGINE, position
from tests.qwirkle.players import any_action, blocker, fickle, greedy, moments
from tests.qwirkle.positions import legal_points

# Tiles lying, and in the bag, for each stage of a game.
STAGES = {
    "opening": lambda lying, bag: lying == 0,
    "early": lambda lying, bag: 0 < lying < 20,
    "middle": lambda lying, bag: 20 <= lying < 50,
    "late": lambda lying, bag: lying >= 50 and bag > 0,
    "empty bag": lambda lying, bag: bag == 0,
}
EACH = 10
COUNTS = json.loads((Path(__file__).with_name("counts.json")).read_text())


def of_stage(seats: int, stage: str) -> Iterator[State]:
    """A position of this stage from each of many games."""
    for number in count():
        player = (greedy, any_action, fickle, blocker)[number % 4]
        game = [moment.before for moment in moments(seats, f"naive {number}", player)]
        fitting = [s for s in game if STAGES[stage](len(s.grid.tiles), len(s.bag))]
        if fitting:
            yield fitting[number * 7 % len(fitting)]


def naively(state: State) -> dict[naive.Key, int]:
    board = {(x, y): name for name, x, y in state.grid.to_json()}
    return naive.actions(board, ENGINE.view(state, state.turn)["hand"], len(state.bag))


def key(action: Action) -> naive.Key:
    data = action.to_json()
    if data["kind"] == "place":
        return "place", frozenset(tuple(tile) for tile in data["tiles"])
    return data["kind"], tuple(sorted(data.get("tiles", ())))


def fast(state: State) -> dict[naive.Key, int]:
    return {key(action): points for action, points in legal_points(state).items()}


def moved(state: State, dx: int, dy: int) -> State:
    dumped = ENGINE.dump(state)
    dumped["board"] = [(name, x + dx, y + dy) for name, x, y in dumped["board"]]
    return ENGINE.load(dumped)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seats", ENGINE.seats)
def test_agrees_with_the_naive_generator(seats, stage):
    for _, state in zip(range(EACH), of_stage(seats, stage), strict=False):
        assert fast(state) == naively(state)


def test_agrees_on_at_least_three_hundred_positions():
    assert EACH * len(STAGES) * len(ENGINE.seats) >= 300


EDGES = {
    "right": (1, 0),
    "left": (-1, 0),
    "bottom": (0, 1),
    "top": (0, -1),
    "lower right": (1, 1),
    "upper left": (-1, -1),
}


@pytest.mark.parametrize("slack", [0, 1, 3])
@pytest.mark.parametrize("edge", EDGES.values(), ids=EDGES)
def test_agrees_at_the_edge_of_the_table_and_lists_nothing_beyond(edge, slack):
    for _, state in zip(range(3), of_stage(3, "middle"), strict=False):
        shifts = []
        for axis, side in enumerate(edge):
            numbers = [placed[1 + axis] for placed in state.grid.to_json()]
            outermost = max(numbers) if side > 0 else min(numbers)
            shifts.append(side * (200 - slack) - outermost if side else 0)
        at_edge = moved(state, *shifts)
        found = fast(at_edge)
        assert found == naively(at_edge)
        cells = [tile[1:] for kind, tiles in found if kind == "place" for tile in tiles]
        assert max(abs(number) for cell in cells for number in cell) <= 200


def test_agrees_where_only_the_edge_leaves_no_room():
    state = position("ro\nrs\nrd\nrc\nrt", ["rx bx gx yx", "go"], "px", at=(200, 196))
    assert fast(state) == naively(state)
    assert ("place", frozenset([("rx", 200, 195)])) in fast(state)


@pytest.mark.parametrize("example", COUNTS, ids=[example["name"] for example in COUNTS])
def test_counts_of_legal_actions_are_as_kept(example):
    found = legal_points(ENGINE.load(example["state"]))
    kinds = Counter(action.to_json()["kind"] for action in found)
    assert dict(kinds) == example["actions"]
    assert sum(found.values()) == example["points"]
    assert max(found.values()) == example["best"]


def test_counts_are_of_twenty_positions_of_all_seat_counts():
    assert len(COUNTS) == 20
    assert {len(example["state"]["hands"]) for example in COUNTS} == set(ENGINE.seats)
