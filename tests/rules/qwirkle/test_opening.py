"""The opening: a set of exactly the announced size, any such set, in either direction."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.rules.errors import IllegalAction
from tests.rules.notation import CHANCE, ENGINE, listed, play, position

# Two sets of three: red, and circles; the square and the star join neither.
TWO_SETS = "ro rc rd bo go ys"
BAG = "px px px px px px"


def opening(hand: str = TWO_SETS, size: int = 3):
    return position(hands=[hand, "gs gs gs pd pd pd"], bag=BAG, opening=size, ply=0)


@pytest.mark.parametrize(
    "placing",
    [
        "ro@0,0 rc@1,0 rd@2,0",
        "rd@0,0 ro@1,0 rc@2,0",
        "ro@0,0 rc@0,1 rd@0,2",
        "ro@0,0 bo@1,0 go@2,0",
        "go@0,0 ro@0,1 bo@0,2",
    ],
)
def test_opening_may_be_any_set_of_that_size_in_either_direction(placing):
    state = opening()
    assert placing in listed(state)
    assert play(state, placing).points == 3


@pytest.mark.parametrize("x", [-200, -7, 0, 198])
@pytest.mark.parametrize("y", [-200, 3, 200])
def test_opening_may_lie_anywhere(x, y):
    step = play(opening(), f"ro@{x},{y} rc@{x + 1},{y} rd@{x + 2},{y}")
    assert ENGINE.view(step.state, None)["board"] == [
        ["ro", x, y],
        ["rc", x + 1, y],
        ["rd", x + 2, y],
    ]


def test_opening_is_listed_once_for_each_order_from_the_middle_to_the_right_and_down():
    red = {
        " ".join(f"{name}@{n * dx},{n * dy}" for n, name in enumerate(order))
        for order in permutations(["ro", "rc", "rd"])
        for dx, dy in ((1, 0), (0, 1))
    }
    circles = {
        " ".join(f"{name}@{n * dx},{n * dy}" for n, name in enumerate(order))
        for order in permutations(["ro", "bo", "go"])
        for dx, dy in ((1, 0), (0, 1))
    }
    assert listed(opening()) == red | circles
    assert len(list(ENGINE.legal_actions(opening()))) == 24


def test_opening_with_a_lone_tile_is_listed_once_for_each_tile():
    state = opening("ro ro ro gs gs gs", size=1)
    assert sorted(listed(state)) == ["gs@0,0", "ro@0,0"]


def test_opening_with_six_lists_every_order_in_both_directions():
    assert len(listed(opening("ro rs rd rc rt rx", size=6))) == 2 * 720


@pytest.mark.parametrize("placing", ["ro@0,0", "ro@0,0 rc@1,0", "ys@0,0", "bo@5,5 go@5,6"])
def test_opening_refuses_a_smaller_set(placing):
    with pytest.raises(IllegalAction, match="opening-too-small"):
        play(opening(), placing)


def test_opening_allows_no_trade_instead():
    assert not any(text.startswith("trade") for text in listed(opening()))
    with pytest.raises(IllegalAction, match="trade-at-opening"):
        play(opening(), "trade ys")


def test_opening_allows_no_pass_instead():
    with pytest.raises(IllegalAction, match="can-place"):
        play(opening(), "pass")


def test_opening_is_over_once_tiles_lie():
    after = play(opening(), "ro@0,0 rc@1,0 rd@2,0").state
    assert ENGINE.view(after, None)["opening"] is None
    assert "trade gs" in listed(after)


def test_opening_passes_on_when_the_clock_runs_out_and_takes_the_size_of_the_next_hand():
    after = play(opening(), "skip-turn").state
    assert ENGINE.to_act(after) == 1
    assert ENGINE.view(after, None)["opening"] == 1


def test_opening_passes_on_when_the_seat_withdraws():
    state = position(
        hands=["ro ro ro gs gs gs", TWO_SETS, "pd pd pd os os os"], bag=BAG, opening=1, ply=0
    )
    after = ENGINE.withdraw(state, 0, CHANCE).state
    assert ENGINE.to_act(after) == 1
    assert ENGINE.view(after, None)["opening"] == 3


def test_opening_keeps_its_size_when_another_seat_withdraws():
    state = position(
        hands=["ro ro ro gs gs gs", TWO_SETS, "pd pd pd os os os"], bag=BAG, opening=1, ply=0
    )
    after = ENGINE.withdraw(state, 1, CHANCE).state
    assert ENGINE.to_act(after) == 0
    assert ENGINE.view(after, None)["opening"] == 1
