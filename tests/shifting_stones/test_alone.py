"""Playing alone: sixteen cards to score, and four strikes to lose."""

from __future__ import annotations

import pytest

from games.engine.outcome import Outcome
from games.shifting_stones.rules.state import State
from tests.shifting_stones.notation import CHANCE, ENGINE, listed, ones, play, position, step

# p1-26 and p2-16 match the plain stones, p1-27 does not.
HAND = "p1-26 p2-16 p1-27 p5-01"
FIFTEEN = f"{ones(7)} p2-01 p2-02 p2-03 p2-04 p3-01 p3-02 p3-03 p5-02"


def alone(hand: str = HAND, deck: str = "p1-01 p1-02 p1-03 p1-04", **fields: object) -> State:
    return position(hands=[hand], deck=deck, **{"mixed": True, **fields})


STRIKES = [
    ("end", 1),
    ("skip", 1),
    ("skip-turn", 1),
    ("flip p1-27 0; end", 1),
    ("swap p1-27 0,1; flip p5-01 4; skip-turn", 1),
    ("score p1-26; end", 0),
    ("score p1-26; skip-turn", 0),
    ("score p1-26; flip p1-27 0; end", 0),
    ("flip p1-27 0; score p1-26; end", 0),
    ("flip p1-27 0; score p1-26; skip-turn", 0),
]


@pytest.mark.parametrize(("turn", "strikes"), STRIKES)
def test_a_turn_without_points_is_a_strike_a_skip_too(turn, strikes):
    state = play(alone(), turn)
    assert ENGINE.view(state, 0)["strikes"] == strikes
    assert ENGINE.to_act(state) == 0


def test_a_strike_is_told():
    done = step(alone(strikes=1), "end")
    assert [(event.kind, event.seat, event.data) for event in done.events] == [
        ("turn-ended", 0, {"drew": 0}),
        ("strike", 0, {"strikes": 2}),
    ]


def test_strikes_are_nothing_to_a_game_of_several():
    state = play(position(deck=ones(9)), "end; end; skip; skip; end; end; end; end")
    assert state.strikes == 0
    assert ENGINE.view(state, 0)["strikes"] is None


def test_the_fourth_strike_loses():
    state = play(alone(scored=["p1-05 p2-05"]), "end; flip p1-27 0; end; skip")
    assert ENGINE.view(state, 0)["strikes"] == 3
    assert ENGINE.outcome(state) is None
    done = step(state, "skip-turn")
    assert ENGINE.outcome(done.state) == Outcome((3,), (1,), "lost"), "no bonus"
    assert [event.kind for event in done.events] == ["skipped", "strike", "ended"]
    assert ENGINE.to_act(done.state) is None


def test_all_sixteen_scored_wins_at_once():
    state = alone(hand="p1-26", deck="", scored=[FIFTEEN], strikes=3)
    done = step(state, "score p1-26")
    outcome = ENGINE.outcome(done.state)
    assert outcome == Outcome((8 + 8 + 9 + 5,), (1,), "won"), "no bonus"
    assert [event.kind for event in done.events] == ["scored", "ended"]
    assert listed(done.state) == set()
    assert ENGINE.view(done.state, 0)["turn"] is None


def test_fifteen_scored_are_not_enough():
    state = alone(hand="p1-26", deck="", scored=[FIFTEEN.removesuffix(" p5-02")])
    assert ENGINE.outcome(play(state, "score p1-26; end")) is None


def test_the_goal_alone_is_sixteen_and_there_is_no_last_round():
    state = alone(scored=[ones(9, start=10)])
    assert ENGINE.view(state, 0)["goal"] == 16
    assert ENGINE.view(state, 0)["last_round"] is False


def test_a_skip_alone_is_not_allowed_twice_in_a_row():
    state = play(alone(), "skip")
    assert "skip" not in listed(state)
    assert "skip" in listed(play(state, "end"))


def test_without_mixed_every_shifting_turn_is_a_strike():
    state = alone(mixed=False)
    state = play(state, "flip p1-27 0")
    assert not any(text.startswith("score") for text in listed(state))
    assert play(state, "end").strikes == 1


def test_the_last_card_goes_round_and_round():
    state = alone(hand="p1-27", deck="", scored=[FIFTEEN])
    state = play(state, "flip p1-27 6; end")
    assert state.hands == (("p1-27",),)
    state = play(state, "flip p1-27 3; end; swap p1-27 3,6; end")
    assert state.strikes == 3


def test_leaving_alone_ends_the_game():
    done = ENGINE.withdraw(alone(scored=["p1-01"]), 0, CHANCE)
    assert ENGINE.outcome(done.state) == Outcome((1,), (1,), "withdrawn")
    assert [event.kind for event in done.events] == ["withdrew", "ended"]
    assert done.state.hands == ((),)
