"""What must hold in every position of every game."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.errors import IllegalAction
from tests.kinds.games import NO_OPTIONS, Listening, Moment, chance_from, game_of
from tests.kinds.proof import Proof
from tests.kinds.proofs import PROOFS

CHANCE = Chance(bytes(range(32)))

every_game = pytest.mark.parametrize("proof", PROOFS, ids=str)
TABLES = [(proof, seats) for proof in PROOFS for seats in proof.engine.seats]
every_table = pytest.mark.parametrize(("proof", "seats"), TABLES, ids=str)
rngs = st.integers(0, 2**32).map(Random)
seeds = st.binary(min_size=32, max_size=32)


@cache
def games(proof: Proof, seats: int) -> list[Moment]:
    """Every ply of a game by each player, however it plays."""
    return [
        moment
        for player in proof.players
        for moment in game_of(
            proof.engine, player, seats=seats, seed="books", most_plies=proof.most_plies
        )
    ]


@every_table
def test_every_piece_is_there_at_every_ply(proof, seats):
    for moment in games(proof, seats):
        assert proof.all_pieces(moment.step.state) == proof.all_pieces(moment.before)
        proof.intact(moment.step.state)


@every_table
def test_the_books_are_kept_at_every_ply(proof, seats):
    engine = proof.engine
    for moment in games(proof, seats):
        before, after = moment.before, moment.step.state
        assert after.ply == before.ply + 1
        assert all(len(hand) <= proof.kind.largest_hand for hand in after.hands)
        assert all(piece in proof.kind.pieces for piece in proof.all_pieces(after))
        assert (engine.to_act(after) is None) == (engine.outcome(after) is not None)
        assert engine.to_act(after) in {None, *after.staying}
        assert not any(after.hands[seat] for seat in after.withdrawn)
        assert engine.between_turns(after) or after.turn == before.turn


@every_game
@given(data=st.data())
def test_every_listed_action_applies_and_is_listed_once(proof, data):
    state = data.draw(proof.positions())
    listed = list(proof.engine.legal_actions(state))
    assert listed
    assert len(set(listed)) == len(listed)
    assert len({json.dumps(action.to_json()) for action in listed}) == len(listed)
    for action in listed:
        step = proof.engine.apply(state, action, CHANCE)
        assert proof.all_pieces(step.state) == proof.all_pieces(state)
        assert proof.engine.parse(action.to_json()) == action


@every_game
@given(data=st.data())
def test_nothing_is_listed_once_the_game_is_over(proof, data):
    state = data.draw(proof.positions(going_on=False))
    assert bool(list(proof.engine.legal_actions(state))) == (state.ended is None)


@every_game
@given(data=st.data())
def test_equal_states_list_the_same_actions_in_the_same_order(proof, data):
    state = data.draw(proof.positions(going_on=False))
    loaded = proof.engine.load(proof.engine.dump(state))
    assert list(proof.engine.legal_actions(loaded)) == list(proof.engine.legal_actions(state))


@every_game
@given(data=st.data())
@settings(max_examples=400)
def test_an_action_applies_exactly_if_it_is_listed_and_a_refused_one_changes_nothing(proof, data):
    engine, state = proof.engine, data.draw(proof.positions())
    action = engine.parse(data.draw(proof.actions_near(state)))
    before, twin, unseen = engine.dump(state), engine.load(engine.dump(state)), proof.unseen(state)
    try:
        engine.apply(state, action, CHANCE)
    except IllegalAction as refused:
        applied = False
        json.dumps(refused.data)
    else:
        applied = True
    assert state == twin
    assert engine.dump(state) == before
    assert proof.unseen(state) == unseen
    if proof.lists_all(state):
        assert applied == (action in set(engine.legal_actions(state)))


@every_game
@given(data=st.data())
def test_load_of_dump_is_the_same_state(proof, data):
    engine, state = proof.engine, data.draw(proof.positions(going_on=False))
    for dumped in (engine.dump(state), json.loads(json.dumps(engine.dump(state)))):
        loaded = engine.load(dumped)
        assert loaded == state
        assert hash(loaded) == hash(state)
        assert engine.dump(loaded) == engine.dump(state)
        assert proof.unseen(loaded) == proof.unseen(state)


@every_game
def test_states_are_frozen_and_hashable(proof):
    state = proof.engine.start(2, {}, CHANCE)
    assert len({state, proof.engine.load(proof.engine.dump(state))}) == 1
    with pytest.raises(AttributeError):
        state.turn = None


@every_game
@given(data=st.data())
def test_a_view_is_json_and_holds_what_the_contract_names(proof, data):
    engine, state = proof.engine, data.draw(proof.positions(going_on=False))
    keys = proof.view_keys(state)
    for seat in range(len(state.hands)):
        view = engine.view(state, seat)
        assert set(view) == keys | {"hand"}
        assert view["hand"] == engine.dump(state)["hands"][seat]
        assert view["hand"] == engine.hidden(state)["hands"][seat]
        assert json.loads(json.dumps(view)) == view
    spectator = engine.view(state, None)
    assert set(spectator) == keys
    assert spectator["hands"] == [len(hand) for hand in state.hands]
    assert spectator[proof.pile] == len(engine.hidden(state)["pile"])
    assert engine.hidden(state)["pile"] == engine.dump(state)[proof.pile]
    assert spectator["ply"] == state.ply


@every_game
@given(data=st.data())
def test_a_view_does_not_change_when_only_hidden_things_do(proof, data):
    engine, rng = proof.engine, data.draw(rngs)
    state = data.draw(proof.positions(going_on=False))
    for seat in (None, *range(len(state.hands))):
        seen = json.dumps(engine.view(state, seat))
        moved = proof.with_hidden_moved(state, seat, rng)
        assert proof.all_pieces(moved) == proof.all_pieces(state)
        proof.intact(moved)
        assert json.dumps(engine.view(moved, seat)) == seen


@every_game
@given(data=st.data(), seed=seeds)
def test_a_view_never_holds_the_seed(proof, data, seed):
    seats = data.draw(st.sampled_from(proof.engine.seats))
    state = proof.engine.start(seats, {}, Chance(seed))
    for seat in (None, *range(seats)):
        assert seed.hex() not in json.dumps(proof.engine.view(state, seat))
    assert seed.hex() not in json.dumps(proof.engine.dump(state))


@every_game
@given(data=st.data())
def test_what_may_be_done_and_what_is_told_of_it_does_not_depend_on_hidden_things(proof, data):
    """At most that nobody can go on, which ends a game, may come of what is hidden."""
    engine, state, rng = proof.engine, data.draw(proof.positions()), data.draw(rngs)
    moved = proof.with_hidden_moved(state, state.turn, rng)
    listed = list(engine.legal_actions(state))
    assert list(engine.legal_actions(moved)) == listed
    for action in listed[: proof.tried]:
        told, others = (
            [
                event
                for event in engine.apply(it, action, CHANCE).events
                if event.kind != "ended" or not proof.ends_by_hidden
            ]
            for it in (state, moved)
        )
        assert told == others


@every_table
def test_the_same_seed_and_actions_give_the_same_game(proof, seats):
    engine, chance = proof.engine, chance_from("again")
    state = engine.start(seats, NO_OPTIONS, chance)
    game = game_of(engine, proof.fickle, seats=seats, seed="again", most_plies=proof.most_plies)
    for moment in game:
        assert state == moment.before
        step = advance(engine, state, moment.seat, moment.action, chance)
        assert step == moment.step
        assert engine.dump(step.state) == engine.dump(moment.step.state)
        state = engine.load(json.loads(json.dumps(engine.dump(step.state))))


@every_game
@given(one=seeds, other=seeds)
def test_another_seed_gives_another_deal(proof, one, other):
    start = proof.engine.start
    assert (start(4, {}, Chance(one)) == start(4, {}, Chance(other))) == (one == other)


@every_table
def test_labels_of_chance_never_repeat_within_a_game(proof, seats):
    chance = Listening(bytes(32))
    game = game_of(
        *(proof.engine, proof.fickle),
        seats=seats,
        seed="labels",
        most_plies=proof.most_plies,
        chance=chance,
    )
    assert list(game)
    assert chance.labels
    assert len(set(chance.labels)) == len(chance.labels)
