"""How a game ends, who has won, and what leaving does."""

from __future__ import annotations

import pytest

from games.engine.errors import IllegalAction
from games.engine.outcome import Outcome
from games.qwirkle.rules.tiles import ALL_TILES, NAMES
from tests.qwirkle.notation import CHANCE, ENGINE, listed, play, position

ROW = "rc rd ro"
# All eighteen yellow tiles, three full columns: no line can be made longer by any other tile.
DEAD = """
    ys yd yx
    yo ys yt
    yx yt yc
    yt yx yo
    yc yo yd
    yd yc ys
"""


def test_end_is_out_at_once_when_bag_and_hand_are_empty_with_six_points_more():
    state = position(ROW, ["rs rt", "go go go"], "", scores=[10, 40])
    step = play(state, "rs@3,0 rt@4,0")
    assert step.points == 5 + 6
    assert ENGINE.to_act(step.state) is None
    assert ENGINE.outcome(step.state) == Outcome((21, 40), (2, 1), "out")
    assert listed(step.state) == set()


def test_end_is_told_to_everybody():
    step = play(position(ROW, ["rs", "go"], ""), "rs@3,0")
    assert [(event.kind, event.seat, event.data) for event in step.events][1:] == [
        ("bonus", 0, {"points": 6}),
        ("ended", None, {"reason": "out"}),
    ]


def test_end_does_not_come_while_the_bag_refills_the_hand():
    step = play(position(ROW, ["rs", "go"], "gx"), "rs@3,0")
    assert step.points == 4
    assert ENGINE.outcome(step.state) is None
    assert ENGINE.view(step.state, 0)["hand"] == ["gx"]


def test_end_does_not_come_while_a_tile_is_kept():
    step = play(position(ROW, ["rs gx", "go"], ""), "rs@3,0")
    assert step.points == 4
    assert ENGINE.outcome(step.state) is None


def test_end_is_out_even_if_nobody_else_could_lay_a_tile():
    step = play(position(ROW, ["rs", "px"], ""), "rs@3,0")
    assert ENGINE.outcome(step.state).reason == "out"


def test_blocked_when_the_bag_is_empty_and_nobody_can_lay_a_tile():
    state = position(ROW, ["rs gx", "px", "bt"], "", scores=[3, 9, 9])
    step = play(state, "rs@3,0")
    assert step.points == 4, "no bonus"
    assert ENGINE.outcome(step.state) == Outcome((7, 9, 9), (3, 1, 1), "blocked")
    assert ENGINE.to_act(step.state) is None
    assert step.events[-1].data == {"reason": "blocked"}


def test_not_blocked_while_anybody_can_lay_a_tile():
    step = play(position(ROW, ["rs gx", "px", "rx"], ""), "rs@3,0")
    assert ENGINE.outcome(step.state) is None
    assert listed(step.state) == {"pass"}


def test_not_blocked_by_the_hand_of_a_seat_that_left():
    state = position(ROW, ["rs gx", "px", ""], "", withdrawn=[2])
    assert ENGINE.outcome(play(state, "rs@3,0").state).reason == "blocked"


def test_not_blocked_while_the_bag_has_tiles_to_trade():
    step = play(position(ROW, ["rs gx", "px"], "bt bt bt bt bt bt"), "rs@3,0")
    assert ENGINE.view(step.state, None)["bag"] == 1
    assert ENGINE.outcome(step.state) is None
    assert listed(step.state) == {"trade px"}


def test_blocked_with_tiles_in_the_bag_when_none_of_them_can_ever_be_laid():
    lying = [name for row in DEAD.split("\n") for name in row.split()]
    rest = [NAMES[tile] for tile in ALL_TILES]
    for name in lying:
        rest.remove(name)
    state = position(DEAD, [" ".join(rest[:6]), " ".join(rest[6:12])], " ".join(rest[12:]))
    assert all(text.startswith("trade") for text in listed(state))
    assert not any(gap.fits >> tile & 1 for gap in state.grid.gaps.values() for tile in state.bag)
    outcome = ENGINE.outcome(play(state, f"trade {rest[0]}").state)
    assert outcome is not None
    assert outcome.reason == "blocked"


def test_withdrawn_ends_the_game_and_the_seat_that_stays_wins_whatever_the_points():
    state = position(ROW, ["rs gx", "px bt"], "yo", scores=[3, 90])
    step = ENGINE.withdraw(state, 1, CHANCE)
    assert ENGINE.outcome(step.state) == Outcome((3, 90), (1, 2), "withdrawn")
    assert ENGINE.outcome(step.state).winners == (0,)
    assert step.points == 0
    assert [event.kind for event in step.events] == ["withdrew", "ended"]


@pytest.mark.parametrize("leaving", [(1, 2), (2, 1), (0, 2), (2, 0), (0, 1), (1, 0)])
def test_withdrawn_only_once_a_single_seat_is_left(leaving):
    state = position(ROW, ["rs gx", "px bt", "go go"], "yo", scores=[3, 90, 5], turn=1)
    first, second = leaving
    (staying,) = {0, 1, 2} - {*leaving}
    state = ENGINE.withdraw(state, first, CHANCE).state
    assert ENGINE.outcome(state) is None
    assert ENGINE.to_act(state) != first
    state = ENGINE.withdraw(state, second, CHANCE).state
    outcome = ENGINE.outcome(state)
    assert outcome.reason == "withdrawn"
    assert [outcome.places[seat] for seat in (staying, first, second)] == [1, 2, 2]


def test_withdrawing_puts_the_hand_back_and_mixes_the_bag():
    state = position(ROW, ["rs gx", "px bt", "go go"], "yo ys", ply=5)
    after = ENGINE.withdraw(state, 1, CHANCE).state
    expected = CHANCE.shuffled(["yo", "ys", "px", "bt"], "withdraw:5")
    assert ENGINE.dump(after)["bag"] == list(expected)
    assert ENGINE.view(after, 1)["hand"] == []
    assert ENGINE.view(after, None)["hands"] == [2, 0, 2]


def test_withdrawing_on_ones_turn_hands_the_turn_on():
    state = position(ROW, ["rs gx", "px bt", "go go"], "yo ys", turn=2)
    assert ENGINE.to_act(ENGINE.withdraw(state, 2, CHANCE).state) == 0


def test_withdrawing_on_anothers_turn_leaves_it_to_them():
    state = position(ROW, ["rs gx", "px bt", "go go"], "yo ys", turn=2)
    after = ENGINE.withdraw(state, 0, CHANCE).state
    assert ENGINE.to_act(after) == 2
    assert after.ply == state.ply + 1


def test_withdrawing_into_an_empty_bag_lets_others_trade_again():
    state = position(ROW, ["px gx", "bt", "go yt"], "")
    after = ENGINE.withdraw(state, 2, CHANCE).state
    assert listed(after) == {"trade px", "trade gx", "trade gx px"}


@pytest.mark.parametrize("seat", [1, 3, -1, None])
def test_withdrawing_is_refused_to_a_seat_that_is_not_there(seat):
    state = position(ROW, ["rs gx", "", "go go"], "yo", withdrawn=[1])
    with pytest.raises(IllegalAction, match="not-at-the-table"):
        ENGINE.withdraw(state, seat, CHANCE)


@pytest.mark.parametrize(
    ("scores", "places", "winners"),
    [
        ((10, 30, 20, 5), (3, 1, 2, 4), (1,)),
        ((30, 30, 20, 30), (1, 1, 4, 1), (0, 1, 3)),
        ((20, 30, 20, 5), (2, 1, 2, 4), (1,)),
        ((0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 2, 3)),
    ],
)
def test_winner_has_most_points_and_ties_share_the_place(scores, places, winners):
    state = position(ROW, ["gx"] * 4, "", scores=scores, ended="blocked")
    outcome = ENGINE.outcome(state)
    assert outcome.places == places
    assert outcome.winners == winners


def test_winner_is_never_a_seat_that_left():
    state = position(ROW, ["gx", "gx", ""], "", scores=[3, 7, 90], withdrawn=[2], ended="out")
    assert ENGINE.outcome(state).places == (2, 1, 3)


def test_outcome_is_none_while_the_game_goes_on():
    state = position(ROW, ["rs", "go"], "yo")
    assert ENGINE.outcome(state) is None
    assert ENGINE.view(state, 0)["outcome"] is None


def test_outcome_is_in_every_view_once_over():
    after = play(position(ROW, ["rs", "go"], ""), "rs@3,0").state
    for seat in (None, 0, 1):
        view = ENGINE.view(after, seat)
        assert view["to_act"] is None
        assert view["outcome"] == {"scores": [10, 0], "places": [1, 2], "reason": "out"}


def test_a_cell_beyond_the_edge_of_the_table_is_no_place_to_lay():
    corner = """
        ro rs rd rc rt
        bx .  .  .  .
    """
    at_the_edge = position(corner, ["rx rx", "gx"], "", at=(196, 200 - 1))
    assert "rx@201,199" not in listed(at_the_edge)
    assert "rx@195,199" in listed(at_the_edge)
