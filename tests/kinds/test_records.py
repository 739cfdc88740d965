"""Game records: what is true holds, and what was tampered with is found where it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.records import verify
from games.kinds import read_record
from tests.engine.recorded import changed, check, data_of, junk, paths, text_of
from tests.kinds.golden import states
from tests.kinds.proofs import PROOFS, RECORDS

NAMES = [name for _, name in RECORDS]
PLIES = (0, 1, 4, 5, 7, 11, 20, 40)

every_game = pytest.mark.parametrize("proof", PROOFS, ids=str)
every_record = pytest.mark.parametrize("name", NAMES)


def test_no_two_games_call_a_record_the_same():
    assert len(set(NAMES)) == len(NAMES)


@every_record
def test_a_true_record_holds(name):
    record = read_record(text_of(name))
    scores, bad = verify(record)
    assert bad is None
    assert scores == data_of(name)["scores"]
    assert record.to_json() == data_of(name)


@every_record
def test_a_record_reads_the_same_from_bytes(name):
    assert read_record(text_of(name).encode()) == read_record(text_of(name))


@every_record
def test_a_true_record_holds_as_a_transcript_too(name):
    """What can be told of a table game agrees with what the whole game was."""
    assert check(changed(name, seed=None)) is None


@every_record
@pytest.mark.parametrize("more", [-1, 1, 6, 10**30])
def test_tampered_points_are_found_at_their_ply(name, more):
    for ply in PLIES:
        data = data_of(name)
        if ply < len(data["actions"]):
            data["actions"][ply]["points"] += more
            assert check(data) == ("points-differ", ply)


@every_record
def test_a_tampered_seat_is_found_at_its_ply(name):
    """Whoever leaves may do so at any time; alone there is no other seat."""
    for ply in PLIES:
        data = data_of(name)
        if ply < len(data["actions"]) and len(data["players"]) > 1:
            entry = data["actions"][ply]
            entry["seat"] = (entry["seat"] + 1) % len(data["players"])
            if entry["action"]["kind"] != "withdraw":
                assert check(data) == ("not-your-turn", ply)


@pytest.mark.parametrize(
    ("proof", "name"),
    [(proof, name) for proof, name in RECORDS if not name.startswith(("withdrawn", "home"))],
    ids=str,
)
def test_another_seed_does_not_replay(proof, name):
    code, ply = check(changed(name, seed="00" * 32))
    assert code in proof.another_deal
    assert ply <= proof.another_deal_by


@every_record
def test_tampered_scores_are_found_at_the_end(name):
    data = data_of(name)
    scores, end = data["scores"], len(data["actions"])
    for wrong in ([*scores[:-1], scores[-1] + 1], [], [*scores, 0]):
        assert check(changed(name, scores=wrong)) == ("scores-differ", end)


@every_record
def test_a_tampered_finished_flag_is_found_at_the_end(name):
    data = data_of(name)
    assert data["finished"]
    assert check(changed(name, finished=False)) == ("finished-differs", len(data["actions"]))
    del data["actions"][-1]
    assert check(data) == ("finished-differs", len(data["actions"]))


@pytest.mark.parametrize(("proof", "name"), RECORDS, ids=str)
def test_an_action_after_the_end_is_found(proof, name):
    own, _ = proof.well_formed[0]
    for action in ({"kind": "skip-turn"}, {"kind": "withdraw"}, own):
        data = data_of(name)
        data["actions"].append({"seat": 0, "action": action, "points": 0})
        assert check(data) == ("game-over", len(data["actions"]) - 1)


@pytest.mark.parametrize(("proof", "name"), RECORDS, ids=str)
def test_the_scores_told_are_those_up_to_what_is_wrong(proof, name):
    for ply in (2, 20):
        data = data_of(name)
        if ply < len(data["actions"]):
            data["actions"][ply]["points"] += 1
            scores, bad = verify(read_record(json.dumps(data)))
            assert bad.ply == ply
            assert scores == list(proof.engine.scores(states(proof.shelf, name)[ply]))


@every_game
def test_a_number_of_seats_that_the_game_does_not_have_is_found(proof):
    name = proof.short[0]
    for seats in (0, proof.engine.seats[-1] + 1, 500):
        data = changed(name, players=["?"] * seats, actions=[], scores=[0] * seats)
        assert check(data) == ("bad-seats", 0)
        assert check(data | {"seed": None}) == ("bad-seats", 0)


@every_game
@given(data=st.data())
@settings(max_examples=400)
def test_whatever_is_tampered_with_nothing_but_a_bad_record_comes_of_it(proof, data):
    record = data_of(data.draw(st.sampled_from(proof.short)))
    *way, last = data.draw(st.sampled_from(paths(record)))
    holder = record
    for key in way:
        holder = holder[key]
    holder[last] = data.draw(junk)
    record["seed"] = data.draw(st.sampled_from([record.get("seed"), None]))
    check(record)
