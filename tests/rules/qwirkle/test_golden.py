"""Whole games that every change of the code must replay, to the last draw."""

from __future__ import annotations

import json
from functools import cache

import pytest

from games.records import Record, read, verify
from games.rules.qwirkle.state import State
from tests.data.make_golden import QWIRKLE
from tests.data.shelves import as_text, states_of
from tests.rules.notation import ENGINE

GOLDEN, DIGESTS, GAMES, NAMES = QWIRKLE.folder, QWIRKLE.digests, QWIRKLE.games, QWIRKLE.names


@cache
def record(name: str) -> Record:
    return read((GOLDEN / f"{name}.json").read_bytes())


@cache
def states(name: str) -> tuple[State, ...]:
    return tuple(states_of(record(name)))


def ends() -> set[tuple[int, str | None]]:
    return {(len(record(name).players), states(name)[-1].ended) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_holds(name):
    scores, bad = verify(record(name))
    assert bad is None
    assert tuple(scores) == record(name).scores


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_replays_to_the_last_draw(name):
    digests = json.loads(DIGESTS.read_text())[name]
    assert [QWIRKLE.digest(state) for state in states(name)] == digests


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_is_written_as_it_was_read(name):
    assert as_text(record(name)) == (GOLDEN / f"{name}.json").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_replays_from_any_state_that_was_dumped(name):
    for state in states(name):
        loaded = ENGINE.load(json.loads(json.dumps(ENGINE.dump(state))))
        assert loaded == state
        assert dict(loaded.grid.gaps) == dict(state.grid.gaps)


def test_golden_records_and_digests_are_the_games_that_the_script_makes():
    assert NAMES == sorted(GAMES) == sorted(json.loads(DIGESTS.read_text()))


def test_golden_records_are_never_overwritten(capsys):
    before = {path.name: path.read_bytes() for path in GOLDEN.iterdir()}
    QWIRKLE.fill()
    assert {path.name: path.read_bytes() for path in GOLDEN.iterdir()} == before
    assert capsys.readouterr().out.count("left as it is") == len(GAMES)


@pytest.mark.parametrize("reason", ["out", "blocked", "withdrawn"])
def test_every_end_reason_has_a_golden_record(reason):
    assert reason in {ended for _, ended in ends()}


def test_no_golden_record_ends_in_a_way_unheard_of():
    assert {ended for _, ended in ends()} <= {"out", "blocked", "withdrawn", None}


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_every_seat_count_has_a_finished_golden_record(seats):
    assert any(count == seats and ended for count, ended in ends())


@pytest.mark.parametrize("kind", ["place", "trade", "pass", "skip-turn", "withdraw"])
def test_every_kind_of_turn_is_in_a_golden_record(kind):
    assert any(turn.kind == kind for name in NAMES for turn in record(name).turns)


@pytest.mark.parametrize("own_turn", [True, False])
def test_seats_leave_in_golden_records_on_their_turn_and_on_anothers(own_turn):
    assert any(
        turn.kind == "withdraw" and (turn.seat == state.turn) is own_turn
        for name in NAMES
        for turn, state in zip(record(name).turns, states(name), strict=False)
    )


def test_the_bonus_for_going_out_is_in_the_last_turn_of_a_golden_record():
    out = [name for name in NAMES if states(name)[-1].ended == "out"]
    assert out
    for name in out:
        before, after = states(name)[-2:]
        seat = record(name).turns[-1].seat
        assert after.hands[seat] == ()
        assert not after.bag
        assert record(name).turns[-1].points == after.scores[seat] - before.scores[seat]
