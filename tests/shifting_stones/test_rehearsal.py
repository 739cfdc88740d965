"""A staged turn, tried out on what the seat may see, does what it will do when it is played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import IllegalAction, MalformedAction
from games.shifting_stones.rules.rehearsal import rehearse
from tests.shifting_stones.notation import CHANCE, ENGINE, PLAIN, ones, position, turn_of, twos
from tests.shifting_stones.players import any_action
from tests.shifting_stones.positions import actions_near, positions

# p1-26 and p2-16 match the plain stones, p1-27 does not.
HAND = "p1-26 p2-16 p1-27 p1-14"
STRICT = position(hands=[HAND, "p1-28"], deck=twos(9))
MIXED = position(hands=[HAND, "p1-28"], deck=twos(9), mixed=True)


def rehearsed(state, text, seat=None):
    viewer = state.turn if seat is None else seat
    return rehearse(ENGINE.view(state, viewer), turn_of(text), seat)


def test_nothing_staged_is_how_it_stands():
    found = rehearsed(STRICT, "")
    assert len(found.moments) == 1
    assert found.last.stones == PLAIN.split()
    assert found.last.turn.hand == tuple(HAND.split())
    assert found.last.matching == ["p1-26", "p2-16"]
    assert (found.points, found.error, found.failed_at) == (0, None, None)


def test_every_step_says_what_it_would_do():
    found = rehearsed(MIXED, "flip p1-14 0; score p2-16; score p1-26; end")
    assert [moment.points for moment in found.moments] == [0, 0, 2, 1, 0]
    assert [moment.turn.so_far for moment in found.moments] == [
        *(None, "shift", "mixed", "mixed", "mixed")
    ]
    assert [len(moment.turn.hand) for moment in found.moments] == [4, 3, 2, 1, 1]
    assert found.moments[1].stones == ["moon", *PLAIN.split()[1:]]
    assert found.last.over
    assert found.last.draws == 3
    assert found.points == 3


def test_a_refused_step_is_named_and_those_before_it_hold():
    found = rehearsed(STRICT, "flip p1-14 0; flip p1-27 7; score p1-26; end")
    assert found.failed_at == 2
    assert isinstance(found.error, IllegalAction)
    assert (found.error.code, found.error.data) == ("one-kind", {"turn": "shift"})
    assert found.last.turn.hand == ("p1-26", "p2-16")


def test_a_malformed_step_is_named_too():
    found = rehearse(ENGINE.view(STRICT, 0), [*turn_of("flip p1-14 0"), {"kind": "nonsense"}])
    assert found.failed_at == 1
    assert isinstance(found.error, MalformedAction)


def test_nothing_matches_in_a_turn_that_may_not_score_any_more():
    assert rehearsed(STRICT, "flip p1-14 0").last.matching == []
    assert rehearsed(MIXED, "flip p1-14 0").last.matching == ["p1-26", "p2-16"]
    assert rehearsed(STRICT, "end").last.matching == []


@pytest.mark.parametrize("first", ["end", "skip"])
def test_nothing_follows_the_end_of_a_turn(first):
    found = rehearsed(STRICT, f"{first}; end")
    assert (found.failed_at, found.error.code) == (1, "turn-over")


def test_a_skip_says_how_many_cards_come():
    assert rehearsed(STRICT, "skip").last.draws == 2
    assert rehearsed(position(hands=[ones(5), "p1-28"], deck=twos(9)), "skip").last.draws == 1
    found = rehearsed(position(hands=[HAND, "p1-28"], skipped=[0]), "skip")
    assert (found.failed_at, found.error.code) == (0, "skipped-before")


def test_no_more_cards_come_than_there_are():
    state = position(hands=["p1-26", "p1-28"], deck="p2-01", discards="p2-02")
    assert rehearsed(state, "end").last.draws == 2
    assert rehearsed(state, "flip p1-26 0; end").last.draws == 3


def test_alone_the_last_card_is_the_end():
    fifteen = f"{ones(7)} {twos(4)} p3-01 p3-02 p3-03 p5-02"
    state = position(hands=["p1-26"], scored=[fifteen], mixed=True)
    found = rehearsed(state, "score p1-26; end")
    assert found.last.over
    assert (found.failed_at, found.error.code) == (1, "turn-over")
    two_left = position(hands=["p1-26 p1-27"], scored=[fifteen.removesuffix(" p5-02")], mixed=True)
    assert rehearsed(two_left, "score p1-26; end").error is None


def test_a_game_that_is_over_refuses_the_first_step():
    found = rehearsed(position(ended="cards"), "end", seat=0)
    assert (found.failed_at, found.error.code) == (0, "game-over")
    assert found.error.data == {"reason": "cards"}


def test_on_anothers_turn_a_seat_rehearses_as_if_its_own_had_begun():
    state = position(hands=[HAND, "p1-28"], turn=1, so_far="shift", skipped=[0])
    found = rehearsed(state, "score p1-26", seat=0)
    assert found.error is None
    assert rehearsed(state, "skip", seat=0).error.code == "skipped-before"


@given(positions(), st.integers(0, 2**32), st.data())
@settings(max_examples=80)
def test_a_rehearsal_agrees_with_the_game(state, seed, data):
    rng, staged, seat = Random(seed), [], state.turn
    now = state
    for _ in range(6):
        near = rng.random() < 0.3
        action = data.draw(actions_near(now)) if near else any_action(now, rng)[0][1]
        staged.append(action)
        found = rehearse(ENGINE.view(state, seat), staged)
        if found.error is not None:
            assert found.failed_at == len(staged) - 1
            with pytest.raises(IllegalAction) as refused:
                ENGINE.apply(now, ENGINE.parse(action), CHANCE)
            assert str(refused.value) == str(found.error)
            return
        step = ENGINE.apply(now, ENGINE.parse(action), CHANCE)
        after = step.state
        assert found.last.points == step.points
        assert found.last.stones == ENGINE.view(after, None)["stones"]
        assert after.hands[seat][: len(found.last.turn.hand)] == found.last.turn.hand
        assert len(after.hands[seat]) == len(found.last.turn.hand) + found.last.draws
        ended = action["kind"] in ("end", "skip")
        assert found.last.over == (ended or after.ended == "won")
        if found.last.over:
            return
        assert found.last.turn == after.playing
        now = after
