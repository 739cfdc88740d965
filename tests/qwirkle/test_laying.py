"""A turn, what may be laid where, and every line that comes of it."""

from __future__ import annotations

import pytest

from games.engine.errors import IllegalAction
from tests.qwirkle.notation import CHANCE, ENGINE, listed, play, position

BAG = "px px px px px px"
ROW = "rc rd ro"
SPLIT = """
    rc rd .  rs rt
"""


def test_turn_goes_clockwise_after_laying_trading_and_a_missed_turn():
    state = position(ROW, ["rs bs gs gd gt gc", "bo bo", "go go", "gx gx"], BAG)
    after = play(state, "rs@3,0").state
    assert ENGINE.to_act(after) == 1
    after = play(after, "trade bo").state
    assert ENGINE.to_act(after) == 2
    after = play(after, "skip-turn").state
    assert ENGINE.to_act(after) == 3
    after = play(after, "trade gx").state
    assert ENGINE.to_act(after) == 0
    assert after.ply == state.ply + 4


def test_turn_passes_over_seats_that_withdrew():
    state = position(ROW, ["rs gs", "", "", "go go"], BAG, withdrawn=[2, 1])
    assert ENGINE.to_act(play(state, "rs@3,0").state) == 3


def test_turn_is_to_lay_or_to_trade():
    assert listed(position("rc rd ro rs rt", ["rx", "go"], BAG)) == {
        *("rx@-1,0", "rx@5,0"),
        *(f"rx@{x},{y}" for x in range(5) for y in (-1, 1)),
        "trade rx",
    }


ACCEPTED = {
    "one tile at the end": (ROW, "rs@3,0"),
    "one tile at the beginning": (ROW, "rs@-1,0"),
    "a tile on both sides": (ROW, "rs@-1,0 rt@3,0"),
    "a column from a row": (ROW, "rs@3,0 bs@3,1 gs@3,2"),
    "a column through a row": (ROW, "bd@1,-1 gd@1,1"),
    "a tile between two lines": (SPLIT, "ro@2,0"),
    "existing tiles between those laid": (SPLIT, "rx@-1,0 ro@2,0"),
    "a row beside a row": ("ro rd", "bo@0,1 bd@1,1"),
    "far along, one tile touching": (ROW, "bo@2,1 go@2,2 yo@2,3"),
    "backwards over cells that touch nothing": (ROW, "yc@-2,1 gc@-1,1 bc@0,1"),
}


@pytest.mark.parametrize(("board", "placing"), ACCEPTED.values(), ids=ACCEPTED)
def test_laying_accepts(board, placing):
    hand = ["rs", "rt", "ro", "rx", "bs", "gs", "bd", "gd", "bo", "go", "yo", "bc", "gc", "yc"]
    used = [word.partition("@")[0] for word in placing.split()]
    spare = [tile for tile in [*hand, "pd"] if tile not in used][: 6 - len(used)]
    state = position(board, [" ".join(used + spare), "px"], BAG)
    assert placing in listed(state)
    after = play(state, placing).state
    assert len(after.grid.tiles) == len(state.grid.tiles) + len(used)


REFUSED = {
    "tiles of different colour and shape": (ROW, "rs@3,0 go@4,0", "tiles-unlike"),
    "three tiles alike two by two only": (ROW, "rs@3,0 rt@3,1 bt@3,2", "tiles-unlike"),
    "the same tile twice": ("rc", "rs@1,0 rs@2,0", "line-duplicate"),
    "a corner": (ROW, "rs@3,0 rt@3,1 rx@2,1", "not-one-line"),
    "a diagonal": (ROW, "rs@3,0 rt@4,1", "not-one-line"),
    "an empty cell between": (ROW, "rs@3,0 rt@5,0", "gap"),
    "an empty cell between, both ends touching": ("rc . . . rd", "rs@1,0 rt@3,0", "gap"),
    "no tile at the grid": (ROW, "rs@3,1 bs@3,2", "not-connected"),
    "a corner touches nothing": (ROW, "rs@3,1", "not-connected"),
    "on another tile": (ROW, "rs@2,0", "occupied"),
}


@pytest.mark.parametrize(("board", "placing", "code"), REFUSED.values(), ids=REFUSED)
def test_laying_refuses(board, placing, code):
    hand = " ".join(word.partition("@")[0] for word in placing.split())
    state = position(board, [hand, "px"], BAG)
    assert placing not in listed(state)
    with pytest.raises(IllegalAction) as caught:
        play(state, placing)
    assert caught.value.code == code


WRONG_LINES = {
    "another colour and shape at the end": (ROW, "bs@3,0", "line-mixed"),
    "the shape of one neighbour in a line of one colour": (ROW, "bo@3,0", "line-mixed"),
    "a line across that mixes": ("ro rd", "bo@0,1 bs@1,1", "line-mixed"),
    "a bridge that joins two kinds of line": ("ro rd . bs", "rs@2,0", "line-mixed"),
    "the same tile at the end": (ROW, "rc@3,0", "line-duplicate"),
    "the same tile on both sides of a bridge": ("ro rd . ro", "rs@2,0", "line-duplicate"),
    "the same tile across": ("rc bd\nbc .", "bc@1,1", "line-duplicate"),
    "a line across of another colour and shape": ("rc rd\nbc .", "bs@1,1", "line-mixed"),
    "a seventh tile": ("ro rs rd rc rt rx", "ro@6,0", "line-too-long"),
    "a bridge that makes seven": ("ro rs rd . rc rt rx", "rd@3,0", "line-too-long"),
}


@pytest.mark.parametrize(("board", "placing", "code"), WRONG_LINES.values(), ids=WRONG_LINES)
def test_every_line_formed_is_one_colour_or_one_shape_of_two_to_six_different_tiles(
    board, placing, code
):
    hand = " ".join(word.partition("@")[0] for word in placing.split())
    state = position(board, [hand, "px"], BAG)
    assert placing not in listed(state)
    with pytest.raises(IllegalAction) as caught:
        play(state, placing)
    assert caught.value.code == code


def test_every_line_formed_may_be_six_long():
    assert play(position("ro rs rd rc rt", ["rx", "px"], BAG), "rx@5,0").points == 12


def test_order_of_the_tiles_laid_does_not_matter():
    state = position(ROW, ["rs bs gs ys", "px"], BAG)
    one = play(state, "rs@3,0 bs@3,1 gs@3,2")
    other = play(state, "gs@3,2 rs@3,0 bs@3,1")
    assert one == other
    assert ENGINE.dump(one.state) == ENGINE.dump(other.state)


def test_refill_is_to_six_tiles_in_the_order_of_the_bag():
    state = position(ROW, ["rs bx gs gd bs gt", "px"], "yo ys yd yc yt yx oo")
    after = play(state, "rs@3,0 bs@3,1").state
    assert ENGINE.view(after, 0)["hand"] == ["bx", "gs", "gd", "gt", "yo", "ys"]
    assert ENGINE.dump(after)["bag"] == ["yd", "yc", "yt", "yx", "oo"]


def test_refill_lasts_only_as_long_as_the_bag():
    state = position(ROW, ["rs bs gs gd gd gt", "px rt"], "yo")
    after = play(state, "rs@3,0 bs@3,1 gs@3,2").state
    assert ENGINE.view(after, 0)["hand"] == ["gd", "gd", "gt", "yo"]
    assert ENGINE.view(after, 0)["bag"] == 0


def test_refill_fills_a_hand_that_was_short_when_tiles_came_back_into_the_bag():
    state = position(ROW, ["rs gd", "px", "go go"], "")
    state = ENGINE.withdraw(state, 2, CHANCE).state
    after = play(state, "rs@3,0").state
    assert ENGINE.view(after, 0)["hand"] == ["gd", "go", "go"]
