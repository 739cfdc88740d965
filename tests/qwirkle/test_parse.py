"""What only Qwirkle's actions have: that the order of their tiles does not matter."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.qwirkle.notation import ENGINE
from tests.qwirkle.samples import actions


@given(actions.filter(lambda data: data.get("tiles")), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_parse_takes_two_orders_of_tiles_for_the_same_action(data, rng):
    tiles = list(data["tiles"])
    rng.shuffle(tiles)
    one, other = ENGINE.parse(data), ENGINE.parse({**data, "tiles": tiles})
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_json() == other.to_json()
