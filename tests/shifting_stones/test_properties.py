"""What must hold in every position of Shifting Stones, besides what must in every game."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.advancing import advance
from games.shifting_stones.rules.actions import End, Score, Skip
from tests.kinds.games import Listening, chance_from
from tests.shifting_stones.naive import OTHER_SIDE
from tests.shifting_stones.notation import CHANCE, DECK, ENGINE, NAMES
from tests.shifting_stones.players import (
    Moment,
    Player,
    any_action,
    fickle,
    keen,
    lazy,
    moments,
    quitter,
)
from tests.shifting_stones.positions import all_cards, positions

STYLES = [any_action, keen, lazy, fickle, quitter]
MODES = [{"mixed": True}, {"mixed": False}]
FRONTS = {"sun": 1, "fish": 2, "horse": 3, "seed": 3}

rngs = st.integers(0, 2**32).map(Random)


@cache
def game_of(seats: int, player: Player, mixed: bool) -> list[Moment]:
    return list(moments(seats, "books", player, {"mixed": mixed}))


def fronts(stones: list[str]) -> Counter[str]:
    return Counter(name if name in FRONTS else OTHER_SIDE[name] for name in stones)


@pytest.mark.parametrize("options", MODES, ids=str)
@pytest.mark.parametrize("player", STYLES, ids=lambda player: player.__name__)
@pytest.mark.parametrize("seats", ENGINE.seats)
def test_cards_and_stones_are_all_there_at_every_ply(seats, player, options):
    cards = NAMES
    if seats == 1:
        cards = all_cards(ENGINE.start(1, options, chance_from("books")))
        assert len(cards) == 16
    for moment in game_of(seats, player, options["mixed"]):
        assert all_cards(moment.step.state) == cards
        assert fronts(ENGINE.view(moment.step.state, None)["stones"]) == FRONTS


@pytest.mark.parametrize("options", MODES, ids=str)
@pytest.mark.parametrize("player", STYLES, ids=lambda player: player.__name__)
@pytest.mark.parametrize("seats", ENGINE.seats)
def test_the_books_are_kept_at_every_ply(seats, player, options):
    for moment in game_of(seats, player, options["mixed"]):
        before, after = moment.before, moment.step.state
        made = [sum(DECK[card]["points"] for card in cards) for cards in after.scored]
        had = [sum(DECK[card]["points"] for card in cards) for cards in before.scored]
        assert made[moment.seat] - had[moment.seat] == sum(made) - sum(had) == moment.step.points
        bonus = [n - m for n, m in zip(ENGINE.scores(after), made, strict=True)]
        assert set(bonus) <= ({0, 3} if after.ended == "cards" else {0})
        assert all(len(hand) <= 6 for hand in after.hands)
        assert after.strikes in range(4 if after.ended != "lost" else 5)
        assert (after.strikes == 4) == (after.ended == "lost")
        if seats > 1:
            assert after.strikes == 0


@given(positions())
def test_a_turn_can_always_be_ended(state):
    assert End() in list(ENGINE.legal_actions(state))


@given(positions(going_on=False))
def test_a_view_says_whether_one_may_skip(state):
    for seat in (None, *range(len(state.hands))):
        may_skip = ENGINE.view(state, seat)["may_skip"]
        assert may_skip == (Skip() in list(ENGINE.legal_actions(state)))


@given(positions())
def test_a_missed_turn_is_an_ended_one_but_for_what_is_told(state):
    missed, ended = ENGINE.skip(state, CHANCE), ENGINE.apply(state, End(), CHANCE)
    assert missed.state == ended.state
    assert missed.points == 0
    assert missed.events[0].kind == "skipped"


@given(positions())
def test_a_score_leaves_the_stones_and_the_turn_with_the_seat(state):
    for action in ENGINE.legal_actions(state):
        if isinstance(action, Score):
            after = ENGINE.apply(state, action, CHANCE).state
            assert after.stones == state.stones
            assert after.turn == state.turn
            assert after.scored[state.turn][-1] == action.card


@pytest.mark.parametrize("seats", [1, 5])
def test_labels_of_chance_never_repeat_within_a_game(seats):
    chance, rng = Listening(bytes(32)), Random(2)
    state = ENGINE.start(seats, {}, chance)
    while ENGINE.to_act(state) is not None and state.ply < 1000:
        for seat, action in fickle(state, rng):
            state = advance(ENGINE, state, seat, action, chance).state
    assert any(label.startswith("deck:") for label in chance.labels)
    assert any(label.startswith("withdraw:") for label in chance.labels) == (seats > 1)
    assert len(set(chance.labels)) == len(chance.labels)


def test_actions_and_states_are_frozen_and_hashable():
    state = ENGINE.start(2, {}, CHANCE)
    assert len({state, ENGINE.load(ENGINE.dump(state))}) == 1
    assert len({End(), End(), Skip(), Score("p1-01"), Score("p1-01")}) == 3
    for thing, name in ((state, "turn"), (Score("p1-01"), "card"), (state.playing, "hand")):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
