"""How a game ends, the bonus, who has won, and what leaving does."""

from __future__ import annotations

import pytest

from games.engine.errors import IllegalAction
from games.engine.outcome import Outcome
from games.shifting_stones.rules.state import State
from tests.shifting_stones.notation import CHANCE, ENGINE, listed, ones, play, position, step, twos

GOALS = {2: 10, 3: 9, 4: 8, 5: 7}
# p1-26 matches the plain stones.
MATCHING = "p1-26"


def nearly(seats: int, *, first: int = 0, turn: int = 0, short: int = 1, **fields: object) -> State:
    """The seat to act holds a card that matches, and is so many cards short of the goal."""
    done = GOALS[seats] - short
    return position(
        hands=[f"{MATCHING} p1-27" if seat == turn else "p5-01" for seat in range(seats)],
        deck=twos(14, start=11),
        scored=[twos(done) if seat == turn else "" for seat in range(seats)],
        first=first,
        turn=turn,
        **fields,
    )


def reason(state: State) -> str | None:
    outcome = ENGINE.outcome(state)
    return outcome.reason if outcome else None


@pytest.mark.parametrize("seats", GOALS)
def test_end_comes_with_10_9_8_7_cards_for_2_3_4_5_seats_when_the_round_is_finished(seats):
    state = nearly(seats)
    assert ENGINE.view(state, None)["goal"] == GOALS[seats]
    assert not ENGINE.view(state, None)["last_round"]
    state = play(state, f"score {MATCHING}")
    assert ENGINE.view(state, None)["last_round"]
    state = play(state, "end")
    for _ in range(seats - 1):
        assert ENGINE.outcome(state) is None
        state = play(state, "end")
    assert reason(state) == "cards"
    assert ENGINE.to_act(state) is None
    assert listed(state) == set()


@pytest.mark.parametrize("seats", GOALS)
def test_end_does_not_come_one_card_earlier(seats):
    state = play(nearly(seats, short=2), f"score {MATCHING}; end")
    for _ in range(3 * seats):
        state = play(state, "end")
    assert ENGINE.outcome(state) is None


@pytest.mark.parametrize("seats", GOALS)
@pytest.mark.parametrize("behind", range(5))
def test_end_leaves_all_with_as_many_turns(seats, behind):
    """Whoever reaches the goal, those after it in the round have a turn, and nobody else."""
    for first in range(seats):
        turn = (first + behind) % seats
        state = play(nearly(seats, first=first, turn=turn), f"score {MATCHING}; end")
        more = 0
        while ENGINE.outcome(state) is None:
            state = play(state, "end")
            more += 1
        assert more == seats - 1 - behind % seats
        assert reason(state) == "cards"


def test_end_waits_for_the_turn_to_be_ended():
    state = play(nearly(2, first=1), f"score {MATCHING}")
    assert ENGINE.to_act(state) == 0
    assert reason(play(state, "end")) == "cards"


def test_more_cards_than_needed_may_be_scored():
    state = position(hands=["p1-26 p1-08", "p5-01"], scored=[twos(9), ""], first=1)
    state = play(state, "score p1-26; score p1-08; end")
    assert len(state.scored[0]) == 11
    assert reason(state) == "cards"


@pytest.mark.parametrize("how", ["end", "skip", "skip-turn"])
def test_end_comes_whichever_way_the_last_turn_is_ended(how):
    state = play(nearly(2), f"score {MATCHING}; end")
    assert reason(step(state, how).state) == "cards"


def test_end_is_told_with_the_last_round_and_the_bonus():
    first = step(nearly(2), f"score {MATCHING}")
    assert [(event.kind, event.seat, event.data) for event in first.events][1:] == [
        ("last-round", 0, {"goal": 10})
    ]
    last = step(play(first.state, "end"), "end")
    assert [(event.kind, event.seat, event.data) for event in last.events][1:] == [
        ("bonus", 0, {"points": 3}),
        ("ended", None, {"reason": "cards"}),
    ]


def test_the_last_round_is_told_once():
    state = position(
        hands=["p1-26 p1-08 p1-01", "p2-16"], scored=[twos(9), twos(9, start=17)], deck=ones(9, 10)
    )
    state = play(state, "score p1-26")
    assert [event.kind for event in step(state, "score p1-08").events] == ["scored"]
    assert [event.kind for event in step(play(state, "end"), "score p2-16").events] == ["scored"]


def ended(*scored: str, **fields: object) -> State:
    hands = ["p5-01"] * len(scored)
    return position(hands=hands, scored=scored, ended="cards", **fields)


BONUS = [
    (["p1-01 p1-02", "p1-03", ""], (2 + 3, 1, 0)),
    (["p1-01", "p1-03", ""], (1 + 3, 1 + 3, 0)),
    (["p1-01", "p1-03", "p1-02"], (4, 4, 4)),
    (["p2-01 p3-01", "p5-02", ""], (5, 5, 0)),
    (["p2-01 p3-01", "p1-05", ""], (5, 1 + 3, 0)),
]


@pytest.mark.parametrize(("scored", "scores"), BONUS)
def test_bonus_is_three_points_for_most_one_point_cards_to_each_who_ties_nobody_with_none(
    scored, scores
):
    state = ended(*scored)
    assert ENGINE.scores(state) == scores
    assert ENGINE.outcome(state).scores == scores
    assert ENGINE.view(state, None)["scores"] == list(scores)


def test_bonus_comes_with_the_end_and_not_before():
    before = play(nearly(2), f"score {MATCHING}; end")
    assert ENGINE.scores(before) == (19, 0)
    last = step(before, "end")
    assert last.points == 0
    assert ENGINE.scores(last.state) == (22, 0)


def test_bonus_goes_to_seats_that_stayed_only():
    state = ended("p1-01 p1-02", "p1-03", "p2-01", withdrawn=[0])
    assert ENGINE.scores(state) == (2, 4, 2)


def test_winner_has_most_points_bonus_included():
    assert ENGINE.outcome(ended("p5-01", "p1-01 p1-02 p1-03", "p3-01")) == Outcome(
        (5, 6, 3), (2, 1, 3), "cards"
    )


def test_ties_share_the_place():
    assert ENGINE.outcome(ended("p2-01 p3-01 p1-01", "p3-02 p1-02 p2-02", "p5-01")).places == (
        1,
        1,
        3,
    )


def test_winner_is_never_a_seat_that_left():
    outcome = ENGINE.outcome(ended("p5-01 p5-02", "p1-01", "p1-02 p2-02", withdrawn=[0]))
    assert outcome.places == (3, 2, 1)


def test_outcome_is_in_every_view_once_over():
    state = play(nearly(2), f"score {MATCHING}; end; end")
    for seat in (None, 0, 1):
        view = ENGINE.view(state, seat)
        assert view["to_act"] is None
        assert view["turn"] is None
        assert view["may_skip"] is False
        assert view["outcome"] == {"scores": [22, 0], "places": [1, 2], "reason": "cards"}


def test_withdrawn_ends_the_game_and_the_seat_that_stays_wins_whatever_the_points():
    state = position(scored=["p1-01", "p5-01 p1-02 p1-03"])
    done = ENGINE.withdraw(state, 1, CHANCE)
    assert ENGINE.outcome(done.state) == Outcome((1, 7), (1, 2), "withdrawn")
    assert [(event.kind, event.seat) for event in done.events] == [("withdrew", 1), ("ended", None)]
    assert done.points == 0


@pytest.mark.parametrize("leaving", [(1, 2), (2, 1), (0, 2), (2, 0), (0, 1), (1, 0)])
def test_withdrawn_only_once_a_single_seat_is_left(leaving):
    state = position(hands=["p1-26", "p1-27", "p1-28"], scored=["p1-01", "p5-01", "p2-01"], turn=1)
    first, second = leaving
    (staying,) = {0, 1, 2} - {*leaving}
    state = ENGINE.withdraw(state, first, CHANCE).state
    assert ENGINE.outcome(state) is None
    assert ENGINE.to_act(state) not in (first, None)
    state = ENGINE.withdraw(state, second, CHANCE).state
    outcome = ENGINE.outcome(state)
    assert (outcome.reason, outcome.scores) == ("withdrawn", (1, 5, 2)), "no bonus"
    assert [outcome.places[seat] for seat in (staying, first, second)] == [1, 2, 2]


def test_withdrawing_puts_the_hand_back_and_mixes_the_deck_and_leaves_what_was_scored():
    state = position(
        hands=["p1-26", "p1-27 p1-28", "p5-01"],
        deck="p2-01 p2-02",
        discards="p3-01",
        scored=["", "p1-01", ""],
        ply=5,
    )
    after = ENGINE.withdraw(state, 1, CHANCE).state
    assert after.deck == CHANCE.shuffled(["p2-01", "p2-02", "p1-27", "p1-28"], "withdraw:5")
    assert after.hands == (("p1-26",), (), ("p5-01",))
    assert after.discards == ("p3-01",)
    assert ENGINE.scores(after) == (0, 1, 0)
    assert ENGINE.view(after, None)["left"] == [1]
    assert after.ply == 6


def test_withdrawing_on_anothers_turn_leaves_it_to_them_as_far_as_it_has_come():
    state = position(hands=["p1-26 p1-27", "p1-28", "p5-01"], deck=twos(4))
    state = play(state, "flip p1-27 0")
    after = ENGINE.withdraw(state, 2, CHANCE).state
    assert (ENGINE.to_act(after), after.so_far) == (0, "shift")
    assert ENGINE.to_act(play(after, "end; end")) == 0


def test_withdrawing_in_mid_turn_hands_the_turn_on_and_draws_nothing():
    state = play(position(hands=["p1-26 p1-27", "p1-28", "p5-01"], deck=twos(4)), "flip p1-27 0")
    after = ENGINE.withdraw(state, 0, CHANCE).state
    assert (ENGINE.to_act(after), after.so_far) == (1, None)
    assert after.stones == state.stones
    assert after.discards == ("p1-27",)
    assert sorted(after.deck) == ["p1-26", *twos(4).split()]
    assert "skip" in listed(after)


@pytest.mark.parametrize("seat", [1, 3, -1, None])
def test_withdrawing_is_refused_to_a_seat_that_is_not_there(seat):
    state = position(hands=["p1-26", "", "p5-01"], withdrawn=[1])
    with pytest.raises(IllegalAction, match="not-at-the-table"):
        ENGINE.withdraw(state, seat, CHANCE)


def test_the_goal_stays_that_of_the_seats_at_the_start():
    state = ENGINE.withdraw(nearly(3), 2, CHANCE).state
    assert ENGINE.view(state, None)["goal"] == 9


def test_in_the_last_round_the_last_to_play_leaves_and_the_game_ends_by_cards():
    state = play(nearly(3), f"score {MATCHING}; end; end")
    assert ENGINE.to_act(state) == 2
    done = ENGINE.withdraw(state, 2, CHANCE)
    assert reason(done.state) == "cards"
    assert ENGINE.outcome(done.state).scores == (17 + 3, 0, 0)
    assert [event.kind for event in done.events] == ["withdrew", "bonus", "ended"]


def test_in_the_last_round_who_was_to_play_last_leaves_early_and_the_round_is_shorter():
    state = play(nearly(3), f"score {MATCHING}; end")
    state = ENGINE.withdraw(state, 2, CHANCE).state
    assert (reason(state), ENGINE.to_act(state)) == (None, 1)
    assert reason(play(state, "end")) == "cards"


def test_in_the_last_round_of_two_the_other_leaves_and_the_game_ends_withdrawn():
    state = play(nearly(2), f"score {MATCHING}; end")
    state = ENGINE.withdraw(state, 1, CHANCE).state
    assert ENGINE.outcome(state) == Outcome((19, 0), (1, 2), "withdrawn")


def test_the_first_player_leaves_and_rounds_still_begin_at_that_seat():
    state = nearly(4, first=1, turn=3)
    state = ENGINE.withdraw(state, 1, CHANCE).state
    state = play(state, f"score {MATCHING}; end")
    assert (reason(state), ENGINE.to_act(state)) == (None, 0), "seat 0 ends the round"
    assert reason(play(state, "end")) == "cards"


def test_the_first_player_leaves_on_their_own_turn_and_the_round_goes_on():
    state = nearly(3, first=0, turn=0, short=0)
    state = ENGINE.withdraw(state, 0, CHANCE).state
    assert (reason(state), ENGINE.to_act(state)) == (None, 1)
    state = play(state, "end")
    assert (reason(state), ENGINE.to_act(state)) == (None, 2)
    assert reason(play(state, "end")) == "cards"


def test_who_reached_the_goal_leaves_and_the_round_is_still_the_last():
    """It was announced to all, who play for it; leaving must not make a game longer."""
    state = play(nearly(3, first=2), f"score {MATCHING}; end")
    state = ENGINE.withdraw(state, 0, CHANCE).state
    assert ENGINE.view(state, None)["last_round"]
    assert reason(state) is None
    outcome = ENGINE.outcome(play(state, "end"))
    assert (outcome.reason, outcome.places) == ("cards", (3, 1, 1))


def test_who_reaches_the_goal_leaves_in_that_very_turn():
    state = play(nearly(3), f"score {MATCHING}")
    state = ENGINE.withdraw(state, 0, CHANCE).state
    assert (reason(state), ENGINE.to_act(state)) == (None, 1)
    assert reason(play(state, "end; end")) == "cards"
