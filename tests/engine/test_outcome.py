"""Places: most points first, ties share, whoever left comes last."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.outcome import Outcome, places

EXAMPLES = [
    ((), (), ()),
    ((5,), (), (1,)),
    ((5, 7), (), (2, 1)),
    ((7, 7), (), (1, 1)),
    ((7, 7, 5), (), (1, 1, 3)),
    ((5, 7, 7, 9), (), (4, 2, 2, 1)),
    ((90, 3), (0,), (2, 1)),
    ((90, 3, 4), (0,), (3, 2, 1)),
    ((90, 3, 80), (0, 2), (2, 1, 2)),
    ((5, 5, 5), (1,), (1, 3, 1)),
]


@pytest.mark.parametrize(("scores", "last", "expected"), EXAMPLES)
def test_places(scores, last, expected):
    assert places(scores, last) == expected


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8), st.data())
def test_a_place_is_one_more_than_the_number_of_seats_ahead(scores, data):
    last = data.draw(st.sets(st.integers(0, len(scores) - 1)))
    found = places(scores, last)
    for seat, place in enumerate(found):
        ahead = [
            other
            for other in range(len(scores))
            if (other not in last and seat in last)
            or (other not in last and seat not in last and scores[other] > scores[seat])
        ]
        assert place == 1 + len(ahead)
    assert 1 in found


def test_outcome_as_json():
    outcome = Outcome((7, 7, 5), (1, 1, 3), "out")
    assert outcome.winners == (0, 1)
    assert outcome.to_json() == {"scores": [7, 7, 5], "places": [1, 1, 3], "reason": "out"}
