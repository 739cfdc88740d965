"""What the golden records of Shifting Stones hold, besides what those of every game do."""

from __future__ import annotations

from functools import partial

import pytest

from tests.kinds import golden
from tests.shifting_stones.golden_games import SHELF
from tests.shifting_stones.notation import ENGINE

NAMES = SHELF.names
states = partial(golden.states, SHELF)


@pytest.mark.parametrize("seats", ENGINE.seats)
@pytest.mark.parametrize("mixed", [True, False])
def test_every_seat_count_has_a_golden_record_with_mixed_and_without(seats, mixed):
    played = [states(name)[0] for name in NAMES]
    assert any(len(state.hands) == seats and state.mixed is mixed for state in played)


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
