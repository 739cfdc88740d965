"""Whole games that every change of the code must replay, to the last draw."""

from __future__ import annotations

import json

import pytest

from games.engine.records import verify
from games.kinds import KINDS
from tests.kinds.golden import record, states
from tests.kinds.proof import Proof
from tests.kinds.proofs import PROOFS, RECORDS
from tests.kinds.shelves import as_text

every_game = pytest.mark.parametrize("proof", PROOFS, ids=str)
every_record = pytest.mark.parametrize(("proof", "name"), RECORDS, ids=str)


def ends(proof: Proof) -> set[tuple[int, str | None]]:
    shelf = proof.shelf
    return {
        (len(record(shelf, name).players), states(shelf, name)[-1].ended) for name in shelf.names
    }


def test_every_game_there_is_stands_the_tests():
    assert {proof.kind.slug: proof.kind for proof in PROOFS} == dict(KINDS)


@every_record
def test_golden_record_holds(proof, name):
    scores, bad = verify(record(proof.shelf, name))
    assert bad is None
    assert tuple(scores) == record(proof.shelf, name).scores


@every_record
def test_golden_record_replays_to_the_last_draw(proof, name):
    digests = json.loads(proof.shelf.digests.read_text())[name]
    assert [proof.shelf.digest(state) for state in states(proof.shelf, name)] == digests


@every_record
def test_golden_record_is_written_as_it_was_read(proof, name):
    assert as_text(record(proof.shelf, name)) == (proof.shelf.folder / f"{name}.json").read_text()


@every_record
def test_golden_record_replays_from_any_state_that_was_dumped(proof, name):
    for state in states(proof.shelf, name):
        loaded = proof.engine.load(json.loads(json.dumps(proof.engine.dump(state))))
        assert loaded == state
        assert proof.unseen(loaded) == proof.unseen(state)


@every_game
def test_golden_records_and_digests_are_the_games_that_the_script_makes(proof):
    shelf = proof.shelf
    assert shelf.names == sorted(shelf.games) == sorted(json.loads(shelf.digests.read_text()))


@every_game
def test_golden_records_are_never_overwritten(proof, capsys):
    shelf = proof.shelf
    before = {path.name: path.read_bytes() for path in shelf.folder.iterdir()}
    shelf.fill()
    assert {path.name: path.read_bytes() for path in shelf.folder.iterdir()} == before
    assert capsys.readouterr().out.count("left as it is") == len(shelf.games)


@every_game
def test_every_seat_count_and_every_end_reason_has_a_golden_record(proof):
    assert proof.ends <= ends(proof)
    assert {seats for seats, _ in ends(proof)} == set(proof.engine.seats)
    assert {reason for _, reason in ends(proof)} == {*proof.kind.end_reasons, "withdrawn"}


@every_game
def test_every_kind_of_action_is_in_a_golden_record(proof):
    found = {
        entry.kind for name in proof.shelf.names for entry in record(proof.shelf, name).entries
    }
    assert found == {*proof.kind.action_words, "skip-turn", "withdraw"}


@every_game
@pytest.mark.parametrize("own_turn", [True, False])
def test_seats_leave_in_golden_records_on_their_turn_and_on_anothers(proof, own_turn):
    assert any(
        entry.kind == "withdraw" and (entry.seat == state.turn) is own_turn
        for name in proof.shelf.names
        for entry, state in zip(
            record(proof.shelf, name).entries, states(proof.shelf, name), strict=False
        )
    )
