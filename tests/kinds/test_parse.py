"""Whatever comes in as an action is either one or `MalformedAction`, nothing else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import MalformedAction
from tests.kinds.proof import Proof
from tests.kinds.proofs import PROOFS

every_game = pytest.mark.parametrize("proof", PROOFS, ids=str)
MONSTERS = [(proof, number) for proof in PROOFS for number in range(len(proof.malformed))]
GOOD = [(proof, number) for proof in PROOFS for number in range(len(proof.well_formed))]


@pytest.mark.parametrize(("proof", "number"), MONSTERS, ids=str)
def test_malformed_is_all_that_a_monster_is(proof, number):
    with pytest.raises(MalformedAction) as caught:
        proof.engine.parse(proof.malformed[number])
    assert caught.value.code
    assert len(str(caught.value)) < 200
    json.dumps(caught.value.data)


@pytest.mark.parametrize(("proof", "number"), GOOD, ids=str)
def test_parse_takes_what_is_well_formed(proof, number):
    data, action = proof.well_formed[number]
    assert proof.engine.parse(data) == action


def parsed_or_none(proof: Proof, data: object) -> object:
    try:
        return proof.engine.parse(data)
    except MalformedAction as malformed:
        json.dumps(malformed.data)
        return None


@every_game
@given(data=st.data())
@settings(max_examples=1000)
def test_malformed_is_all_that_junk_is(proof, data):
    junk = data.draw(proof.junk)
    action = parsed_or_none(proof, junk)
    if action is not None:
        assert proof.engine.parse(action.to_json()) == action
        assert proof.engine.parse(json.loads(json.dumps(action.to_json()))) == action
        assert set(junk) == set(action.to_json())


@every_game
@given(data=st.data())
@settings(max_examples=300)
def test_parse_and_to_json_are_a_round_trip(proof, data):
    said = data.draw(proof.actions)
    action = proof.engine.parse(said)
    again = action.to_json()
    assert proof.engine.parse(again) == proof.engine.parse(json.loads(json.dumps(again))) == action
    assert proof.says_the_same(again, said)
