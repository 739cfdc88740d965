"""The Master plays legal turns within its time, and the same turn for the same dice and deals."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings

from games.engine.thinking import Thinking
from games.shifting_stones.bots.levels import clever
from games.shifting_stones.bots.master import master
from games.shifting_stones.rules.rehearsal import rehearse
from tests.kinds.games import chance_from
from tests.shifting_stones.notation import ENGINE
from tests.shifting_stones.positions import positions
from tests.shifting_stones.test_bots import MOST_TURNS, game

UNHURRIED = 1e6
# Few deals, as a test has little time.
quick = partial(master, deals=3)


def unhurried(seed: int) -> Thinking:
    return Thinking(UNHURRIED, Random(seed))


@given(state=positions())
@settings(max_examples=8, deadline=None)
def test_its_turn_is_legal_in_any_position_even_a_turn_begun_by_another(state):
    view = ENGINE.view(state, state.turn)
    found = rehearse(view, master(view, unhurried(state.ply), deals=2))
    assert found.error is None
    assert found.last.over


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_the_same_dice_and_deals_give_the_same_turn_and_leave_the_view(seats):
    state = ENGINE.start(seats, {}, chance_from("dice"))
    view = ENGINE.view(state, state.turn)
    assert quick(view, unhurried(5)) == quick(view, unhurried(5))
    assert view == ENGINE.view(state, state.turn)


@given(state=positions())
@settings(max_examples=25, deadline=None)
def test_without_time_it_plays_as_the_clever_one(state):
    view = ENGINE.view(state, state.turn)
    assert master(view, Thinking(0, Random(1))) == clever(view, Thinking(0, Random(1)))


def test_five_strict_masters_come_to_an_end():
    players = [partial(_within, seconds=0.01)] * 5
    state, turns = game(players, "five", {"mixed": False})
    assert state.ended == "cards"
    assert turns < MOST_TURNS


def _within(view, thinking, seconds):
    return master(view, Thinking(seconds, thinking.dice))
