"""What must hold in every position of every game."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records import advance
from games.rules.chance import Chance
from games.rules.errors import IllegalAction
from games.rules.shifting_stones.actions import End, Score, Skip
from tests.naive_stones import OTHER_SIDE
from tests.rules.players import NO_OPTIONS, chance_from
from tests.rules.shifting_stones.notation import CHANCE, DECK, ENGINE, NAMES
from tests.rules.shifting_stones.players import (
    Moment,
    Player,
    any_action,
    fickle,
    keen,
    lazy,
    moments,
    quitter,
)
from tests.rules.shifting_stones.positions import (
    actions_near,
    all_cards,
    positions,
    with_hidden_moved,
)

VIEW_KEYS = {
    *("ply", "to_act", "scores", "outcome"),
    *("stones", "hands", "deck", "discards", "scored", "strikes", "turn"),
    *("mixed", "goal", "last_round", "may_skip", "skipped", "first", "left"),
}
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
        assert after.ply == before.ply + 1
        made = [sum(DECK[card]["points"] for card in cards) for cards in after.scored]
        had = [sum(DECK[card]["points"] for card in cards) for cards in before.scored]
        assert made[moment.seat] - had[moment.seat] == sum(made) - sum(had) == moment.step.points
        bonus = [n - m for n, m in zip(ENGINE.scores(after), made, strict=True)]
        assert set(bonus) <= ({0, 3} if after.ended == "cards" else {0})
        assert all(len(hand) <= 6 for hand in after.hands)
        assert (ENGINE.to_act(after) is None) == (ENGINE.outcome(after) is not None)
        assert ENGINE.to_act(after) in {None, *after.staying}
        assert not any(after.hands[seat] for seat in after.withdrawn)
        assert after.strikes in range(4 if after.ended != "lost" else 5)
        assert (after.strikes == 4) == (after.ended == "lost")
        if seats > 1:
            assert after.strikes == 0


@given(positions())
def test_every_listed_action_applies_and_is_listed_once(state):
    listed = list(ENGINE.legal_actions(state))
    assert End() in listed
    assert len(set(listed)) == len(listed)
    assert len({json.dumps(action.to_json()) for action in listed}) == len(listed)
    for action in listed:
        step = ENGINE.apply(state, action, CHANCE)
        assert all_cards(step.state) == all_cards(state)
        assert ENGINE.parse(action.to_json()) == action


@given(positions(going_on=False))
def test_nothing_is_listed_once_the_game_is_over(state):
    assert bool(list(ENGINE.legal_actions(state))) == (state.ended is None)


@given(positions(), st.data())
@settings(max_examples=120)
def test_an_action_applies_exactly_if_it_is_listed_and_a_refused_one_changes_nothing(state, data):
    action = ENGINE.parse(data.draw(actions_near(state)))
    before, twin = ENGINE.dump(state), ENGINE.load(ENGINE.dump(state))
    try:
        ENGINE.apply(state, action, CHANCE)
    except IllegalAction as refused:
        applied = False
        json.dumps(refused.data)
    else:
        applied = True
    assert state == twin
    assert ENGINE.dump(state) == before
    assert applied == (action in set(ENGINE.legal_actions(state)))


@given(positions(going_on=False))
def test_load_of_dump_is_the_same_state(state):
    for dumped in (ENGINE.dump(state), json.loads(json.dumps(ENGINE.dump(state)))):
        loaded = ENGINE.load(dumped)
        assert loaded == state
        assert hash(loaded) == hash(state)
        assert ENGINE.dump(loaded) == ENGINE.dump(state)
        assert list(ENGINE.legal_actions(loaded)) == list(ENGINE.legal_actions(state))


@given(positions(going_on=False))
def test_a_view_is_json_and_holds_what_the_contract_names(state):
    keys = VIEW_KEYS | ({"young"} if state.young else set())
    for seat in range(len(state.hands)):
        view = ENGINE.view(state, seat)
        assert set(view) == keys | {"hand"}
        assert view["hand"] == list(state.hands[seat])
        assert json.loads(json.dumps(view)) == view
    spectator = ENGINE.view(state, None)
    assert set(spectator) == keys
    assert spectator["hands"] == [len(hand) for hand in state.hands]
    assert spectator["deck"] == len(state.deck)
    assert spectator["may_skip"] == (Skip() in list(ENGINE.legal_actions(state)))


@given(positions(going_on=False), rngs)
def test_a_view_does_not_change_when_only_hidden_things_do(state, rng):
    for seat in (None, *range(len(state.hands))):
        seen = json.dumps(ENGINE.view(state, seat))
        moved = with_hidden_moved(state, seat, rng)
        assert all_cards(moved) == all_cards(state)
        assert json.dumps(ENGINE.view(moved, seat)) == seen


@given(st.binary(min_size=32, max_size=32), st.sampled_from(ENGINE.seats))
def test_a_view_never_holds_the_seed(seed, seats):
    state = ENGINE.start(seats, {}, Chance(seed))
    for seat in (None, *range(seats)):
        assert seed.hex() not in json.dumps(ENGINE.view(state, seat))
    assert seed.hex() not in json.dumps(ENGINE.dump(state))


@given(positions(), rngs)
def test_what_may_be_done_and_what_is_told_of_it_does_not_depend_on_hidden_things(state, rng):
    moved = with_hidden_moved(state, state.turn, rng)
    listed = list(ENGINE.legal_actions(state))
    assert list(ENGINE.legal_actions(moved)) == listed
    for action in listed:
        told = ENGINE.apply(state, action, CHANCE).events
        assert ENGINE.apply(moved, action, CHANCE).events == told


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


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_the_same_seed_and_actions_give_the_same_game(seats):
    seed = "again"
    chance = chance_from(seed)
    state = ENGINE.start(seats, NO_OPTIONS, chance)
    for moment in moments(seats, seed, fickle):
        assert state == moment.before
        step = advance(ENGINE, state, moment.seat, moment.action, chance)
        assert step == moment.step
        state = ENGINE.load(json.loads(json.dumps(ENGINE.dump(step.state))))


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_another_seed_gives_another_deal(one, other):
    same = ENGINE.start(4, {}, Chance(one)) == ENGINE.start(4, {}, Chance(other))
    assert same == (one == other)


@pytest.mark.parametrize("seats", [1, 5])
def test_labels_of_chance_never_repeat_within_a_game(seats):
    class Listening(Chance):
        labels: list[str] = []  # noqa: RUF012

        def shuffled(self, items, label):
            self.labels.append(label)
            return super().shuffled(items, label)

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
