"""Whole games that every change of the code must replay, to the last draw."""

from __future__ import annotations

import json
from functools import cache

import pytest

from games.records import Record, read, verify
from games.rules.shifting_stones.state import State
from tests.data.make_golden import STONES
from tests.data.shelves import as_text, states_of
from tests.rules.shifting_stones.notation import ENGINE

NAMES = STONES.names


@cache
def record(name: str) -> Record:
    return read((STONES.folder / f"{name}.json").read_bytes())


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
    digests = json.loads(STONES.digests.read_text())[name]
    assert [STONES.digest(state) for state in states(name)] == digests


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_is_written_as_it_was_read(name):
    assert as_text(record(name)) == (STONES.folder / f"{name}.json").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_replays_from_any_state_that_was_dumped(name):
    for state in states(name):
        assert ENGINE.load(json.loads(json.dumps(ENGINE.dump(state)))) == state


def test_golden_records_and_digests_are_the_games_that_the_script_makes():
    assert NAMES == sorted(STONES.games) == sorted(json.loads(STONES.digests.read_text()))


def test_golden_records_are_never_overwritten(capsys):
    before = {path.name: path.read_bytes() for path in STONES.folder.iterdir()}
    STONES.fill()
    assert {path.name: path.read_bytes() for path in STONES.folder.iterdir()} == before
    assert capsys.readouterr().out.count("left as it is") == len(STONES.games)


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        *((seats, "cards") for seats in range(2, 6)),
        *((seats, "withdrawn") for seats in range(1, 6)),
        (1, "won"),
        (1, "lost"),
    ],
)
def test_every_seat_count_has_a_golden_record_of_every_end_reason(seats, reason):
    assert (seats, reason) in ends()


def test_every_golden_record_is_of_a_finished_game():
    assert None not in {ended for _, ended in ends()}


@pytest.mark.parametrize("seats", ENGINE.seats)
@pytest.mark.parametrize("mixed", [True, False])
def test_every_seat_count_has_a_golden_record_with_mixed_and_without(seats, mixed):
    played = [states(name)[0] for name in NAMES]
    assert any(len(state.hands) == seats and state.mixed is mixed for state in played)


@pytest.mark.parametrize("kind", ["swap", "flip", "score", "end", "skip", "skip-turn", "withdraw"])
def test_every_kind_of_action_is_in_a_golden_record(kind):
    assert any(turn.kind == kind for name in NAMES for turn in record(name).turns)


@pytest.mark.parametrize("own_turn", [True, False])
def test_seats_leave_in_golden_records_on_their_turn_and_on_anothers(own_turn):
    assert any(
        turn.kind == "withdraw" and (turn.seat == state.turn) is own_turn
        for name in NAMES
        for turn, state in zip(record(name).turns, states(name), strict=False)
    )


def test_the_deck_runs_out_in_a_golden_record_of_several_seats():
    assert any(
        before.discards and not after.discards
        for name in NAMES
        for before, after in zip(states(name), states(name)[1:], strict=False)
        if not after.alone
    )


def test_the_bonus_goes_to_one_seat_and_to_several_in_golden_records():
    shares = {len(states(name)[-1].bonus) for name in NAMES if states(name)[-1].ended == "cards"}
    assert {1, 2} <= shares
