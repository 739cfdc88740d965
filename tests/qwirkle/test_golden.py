"""What the golden records of Qwirkle hold, besides what those of every game do."""

from __future__ import annotations

from functools import partial

from tests.kinds import golden
from tests.qwirkle.golden_games import SHELF

NAMES = SHELF.names
record, states = partial(golden.record, SHELF), partial(golden.states, SHELF)


def test_the_bonus_for_going_out_is_in_the_last_turn_of_a_golden_record():
    out = [name for name in NAMES if states(name)[-1].ended == "out"]
    assert out
    for name in out:
        before, after = states(name)[-2:]
        seat = record(name).entries[-1].seat
        assert after.hands[seat] == ()
        assert not after.bag
        assert record(name).entries[-1].points == after.scores[seat] - before.scores[seat]
