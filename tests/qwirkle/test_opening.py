"""The opening: a set of exactly the announced size, any such set, in either direction."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from games.engine.errors import IllegalAction
from games.qwirkle.rules.board import FARTHEST, FARTHEST_OPENING, position_of
from games.qwirkle.rules.rehearsal import cells_that_fit
from games.qwirkle.rules.tiles import ALL_TILES
from tests.kinds.games import chance_from
from tests.qwirkle import naive
from tests.qwirkle.notation import CHANCE, ENGINE, action, listed, play, position

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


@pytest.mark.parametrize("x", [-90, -7, 0, 88])
@pytest.mark.parametrize("y", [-90, 3, 90])
def test_opening_may_lie_anywhere_near_the_middle(x, y):
    step = play(opening(), f"ro@{x},{y} rc@{x + 1},{y} rd@{x + 2},{y}")
    assert ENGINE.view(step.state, None)["board"] == [
        ["ro", x, y],
        ["rc", x + 1, y],
        ["rd", x + 2, y],
    ]


@pytest.mark.parametrize("far", [-200, -91, 91, 200])
def test_opening_refuses_a_place_from_which_the_edge_could_be_reached(far):
    for placing in (f"ro@{far},0 rc@{far},1 rd@{far},2", f"ro@0,{far} rc@1,{far} rd@2,{far}"):
        with pytest.raises(IllegalAction, match="too-far-out") as caught:
            play(opening(), placing)
        assert len(caught.value.data["tiles"]) == 3


def test_opening_refuses_only_the_tiles_that_lie_too_far_out():
    with pytest.raises(IllegalAction, match="too-far-out") as caught:
        play(opening(), "ro@89,0 rc@90,0 rd@91,0")
    assert caught.value.data == {"tiles": [["rd", 91, 0]]}


@pytest.mark.parametrize("corner", [(-90, -90), (90, -90), (-90, 90), (90, 90)])
def test_opening_in_a_far_corner_leaves_as_many_replies_as_one_in_the_middle(corner):
    hands = ["ro ro ro gs gs gs", "rs rd bo go pd pd"]
    x, y = corner
    replies = [
        len(listed(play(position(hands=hands, bag=BAG, opening=1, ply=0), f"ro@{x},{y}").state))
        for x, y in ((0, 0), (x, y))
    ]
    assert replies[0] == replies[1]


def test_opening_leaves_room_for_every_other_tile_in_a_row():
    assert FARTHEST_OPENING + len(ALL_TILES) - 1 <= FARTHEST


def test_opening_marks_no_cell_that_lies_too_far_out():
    view = ENGINE.view(opening(), 0)
    for x, ends in ((90, {(89, 0), (90, 1), (90, -1)}), (-90, {(-89, 0), (-90, 1), (-90, -1)})):
        draft = action(f"ro@{x},0").laid
        fitting = cells_that_fit(view, draft)
        cells = set().union(*fitting.now.values(), *fitting.later.values())
        assert {position_of(cell) for cell in cells} == ends


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


def test_opening_goes_to_the_largest_set_that_is_left_when_the_opener_withdraws():
    lone, three, two = "ro ro ro gs gs gs", TWO_SETS, "bo bs gd gd px px"
    for hands, opener in (([three, lone, two, three], 3), ([three, lone, three, two], 2)):
        state = position(hands=hands, bag=BAG, opening=3, ply=0)
        after = ENGINE.withdraw(state, 0, CHANCE).state
        assert ENGINE.to_act(after) == opener
        assert ENGINE.view(after, None)["opening"] == 3


@pytest.mark.parametrize("seniority", list(permutations(range(3))))
def test_opening_of_a_seat_that_withdraws_goes_to_the_oldest_of_equals(seniority):
    same = "ro rs gd gd gd px"
    state = position(hands=[same, same, same], bag=BAG, opening=2, ply=0, seniority=seniority)
    after = ENGINE.withdraw(state, 0, CHANCE).state
    assert ENGINE.to_act(after) == next(seat for seat in seniority if seat != 0)


def test_opening_may_come_back_to_a_seat_whose_clock_ran_out():
    hands = [TWO_SETS, "ro ro ro gs gs gs", "bo bs gd gd px px"]
    skipped = play(position(hands=hands, bag=BAG, opening=3, ply=0), "skip-turn").state
    assert ENGINE.to_act(skipped) == 1
    after = ENGINE.withdraw(skipped, 1, CHANCE).state
    assert (ENGINE.to_act(after), ENGINE.view(after, None)["opening"]) == (0, 3)


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_opening_is_whose_the_naive_rule_says_however_many_leave(seats):
    for number in range(40):
        seniority = tuple(Random(f"{seats} {number}").sample(range(seats), seats))
        chance = chance_from(f"leaving {number}")
        state = ENGINE.start(seats, {"seniority": list(seniority)}, chance)
        while ENGINE.to_act(state) is not None:
            hands = {seat: ENGINE.view(state, seat)["hand"] for seat in state.staying}
            expected = naive.opener(hands, seniority)
            assert (ENGINE.to_act(state), ENGINE.view(state, None)["opening"]) == expected
            state = ENGINE.withdraw(state, expected[0], chance).state


def test_opening_of_a_game_stored_before_its_seats_were_known_by_age_goes_by_their_order():
    dumped = ENGINE.dump(ENGINE.start(4, {"seniority": [3, 2, 1, 0]}, CHANCE))
    assert dumped.pop("seniority") == [3, 2, 1, 0]
    assert ENGINE.load(dumped).seniority == (0, 1, 2, 3)


def test_opening_keeps_its_size_when_another_seat_withdraws():
    state = position(
        hands=["ro ro ro gs gs gs", TWO_SETS, "pd pd pd os os os"], bag=BAG, opening=1, ply=0
    )
    after = ENGINE.withdraw(state, 1, CHANCE).state
    assert ENGINE.to_act(after) == 0
    assert ENGINE.view(after, None)["opening"] == 1
