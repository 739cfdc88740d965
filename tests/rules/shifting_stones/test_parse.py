"""Whatever comes in as an action is either one or `MalformedAction`, nothing else."""

from __future__ import annotations

import json
from collections import OrderedDict, UserDict, deque
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.errors import MalformedAction
from games.rules.shifting_stones.actions import End, Flip, Score, Skip, Swap
from tests.rules.qwirkle.test_parse import HUGE, INFINITY, NAN, Shout, Whole, nested
from tests.rules.shifting_stones.notation import ENGINE, NAMES

NOT_ACTIONS = [
    *(None, True, False, 0, 1, -1, 1.5, NAN, INFINITY, HUGE, 1j, Decimal(1), Fraction(1, 2)),
    *("", "end", "skip", "\ud800", "\x00", '{"kind": "end"}', b"", b"end", bytearray(b"end")),
    *([], [[]], ["kind", "end"], [{"kind": "end"}], (), ("kind", "end"), set(), {"kind"}),
    *(frozenset(), range(3), iter([]), object(), object, len, Ellipsis, NotImplemented),
    *(deque(), memoryview(b"end"), nested(10_000), Exception("end"), [("kind", "end")]),
]
BAD_KINDS = [
    *({}, {"kind": None}, {"kind": []}, {"kind": {}}, {"kind": ["end"]}, {"kind": {"a": 1}}),
    *({"kind": 0}, {"kind": True}, {"kind": NAN}, {"kind": HUGE}, {"kind": b"end"}),
    *({"kind": ""}, {"kind": "End"}, {"kind": "END"}, {"kind": "end "}, {"kind": " end"}),
    *({"kind": "\u0435nd"}, {"kind": "end\x00"}, {"kind": "skip-turn"}, {"kind": "withdraw"}),
    *({"kind": "place"}, {"kind": "\ud800"}, {"kind": "x" * 10**6}, {"kind": ("end",)}),
    *({"Kind": "end"}, {b"kind": "end"}, {None: "end"}, {1: 2}, {"": ""}, {("kind",): "end"}),
    *({"kind": {"end"}}, {"kind": object()}, {"kind": nested(10_000)}, nested(10_000, dict)),
    {f"k{n}": n for n in range(10_000)},
]
BAD_FIELDS = [
    *({"kind": kind, "card": "p1-01"} for kind in ("end", "skip", "swap", "flip")),
    *({"kind": kind, "extra": 1} for kind in ("end", "skip")),
    *({"kind": kind} for kind in ("swap", "flip", "score")),
    {"kind": "end", "cards": []},
    {"kind": "end", None: None},
    {"kind": "end", ("a", "b"): 1},
    {"kind": "score", "card": "p1-01", "cell": 0},
    {"kind": "score", "card": "p1-01", "cells": [0, 1]},
    {"kind": "score", "card": "p1-01", "seat": 0},
    {"kind": "flip", "card": "p1-01", "cells": [0]},
    {"kind": "flip", "card": "p1-01", "cell": 0, "cells": [0, 1]},
    {"kind": "flip", "cell": 0},
    {"kind": "swap", "cells": [0, 1]},
    {"kind": "swap", "card": "p1-01", "cell": 0},
    {"kind": "swap", "card": "p1-01", "cells": [0, 1], "cell": 0},
    {"kind": "swap", "Card": "p1-01", "cells": [0, 1]},
]
BAD_CARDS = [
    *("", "p1", "p1-1", "p1-00", "p1-29", "p2-27", "p3-14", "p4-01", "p5-06", "P1-01", "p1-01 "),
    *(" p1-01", "p1_01", "p1-\u0660\u0661", "p1-01\x00", "ro", "\ud800", "p1-01" * 10**5),
    *(None, True, 0, 1.0, NAN, HUGE, b"p1-01", ["p1-01"], ("p1-01",), [], {}, {"p1-01"}),
    *({"id": "p1-01"}, object(), nested(10_000), -1, Decimal(0)),
]
BAD_CELLS = [
    *(True, False, None, 0.0, 1.0, -0.0, NAN, INFINITY, -INFINITY, 1e300, "0", "", b"0", [], [0]),
    *({}, (0,), {0}, 9, -1, 10, 2**31, 2**63, -(2**63), HUGE, -HUGE, 1j, Decimal(0)),
    *(Fraction(0), Whole(0), object(), nested(10_000)),
]
BAD_PAIRS = [
    *(
        [],
        [0],
        [0, 1, 2],
        [[0, 1]],
        [[0], [1]],
        "01",
        b"\x00\x01",
        {0, 1},
        {0: 1},
        {"0": 0, "1": 1},
    ),
    *(None, 0, 1.5, True, range(2), (), (0,), [0] * 1_000_000, nested(10_000), iter([0, 1])),
]
MONSTERS = [
    *NOT_ACTIONS,
    *BAD_KINDS,
    *BAD_FIELDS,
    *({"kind": "score", "card": card} for card in BAD_CARDS),
    *({"kind": "flip", "card": card, "cell": 0} for card in BAD_CARDS),
    *({"kind": "swap", "card": card, "cells": [0, 1]} for card in BAD_CARDS),
    *({"kind": "flip", "card": "p1-01", "cell": cell} for cell in BAD_CELLS),
    *({"kind": "swap", "card": "p1-01", "cells": [0, cell]} for cell in BAD_CELLS),
    *({"kind": "swap", "card": "p1-01", "cells": [cell, 1]} for cell in BAD_CELLS),
    *({"kind": "swap", "card": "p1-01", "cells": pair} for pair in BAD_PAIRS),
]


@pytest.mark.parametrize("number", range(len(MONSTERS)))
def test_malformed_is_all_that_a_monster_is(number):
    with pytest.raises(MalformedAction) as caught:
        ENGINE.parse(MONSTERS[number])
    assert caught.value.code
    assert len(str(caught.value)) < 200
    json.dumps(caught.value.data)


GOOD = [
    ({"kind": "end"}, End()),
    ({"kind": "skip"}, Skip()),
    ({"kind": "score", "card": "p5-05"}, Score("p5-05")),
    ({"kind": "flip", "card": "p1-01", "cell": 8}, Flip("p1-01", 8)),
    ({"kind": "swap", "card": "p1-01", "cells": [0, 1]}, Swap("p1-01", (0, 1))),
    ({"kind": "swap", "card": "p1-01", "cells": (1, 0)}, Swap("p1-01", (0, 1))),
    ({"kind": "swap", "card": "p1-01", "cells": [8, 0]}, Swap("p1-01", (0, 8))),
    ({"kind": "swap", "card": "p1-01", "cells": [3, 3]}, Swap("p1-01", (3, 3))),
    (MappingProxyType({"kind": "end"}), End()),
    (OrderedDict(kind="end"), End()),
    (UserDict(kind="end"), End()),
    ({Shout("kind"): Shout("skip")}, Skip()),
    ({"kind": "score", "card": Shout("p1-01")}, Score("p1-01")),
]


@pytest.mark.parametrize(("data", "action"), GOOD, ids=range(len(GOOD)))
def test_parse_takes_what_is_well_formed(data, action):
    assert ENGINE.parse(data) == action


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 10),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from([*NAMES, "swap", "flip", "score", "end", "skip", "kind", "cells"]),
    st.binary(max_size=3),
)
keys = st.sampled_from(["kind", "card", "cell", "cells", ""]) | st.text(max_size=4)
junk = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(keys, inner, max_size=4),
        st.tuples(inner, inner),
    ),
    max_leaves=15,
)
cards, cells = st.sampled_from(NAMES), st.integers(0, 8)
almost_actions = st.fixed_dictionaries(
    {"kind": st.sampled_from(["swap", "flip", "score", "end", "skip"]) | junk},
    optional={
        "card": cards | junk,
        "cell": cells | junk,
        "cells": st.lists(cells | scalars, min_size=1, max_size=3) | junk,
        "extra": junk,
    },
)
actions = st.one_of(
    st.sampled_from([{"kind": "end"}, {"kind": "skip"}]),
    st.builds(lambda card: {"kind": "score", "card": card}, cards),
    st.builds(lambda card, cell: {"kind": "flip", "card": card, "cell": cell}, cards, cells),
    st.builds(
        lambda card, one, other: {"kind": "swap", "card": card, "cells": [one, other]},
        cards,
        cells,
        cells,
    ),
)


def parsed_or_none(data: object) -> object:
    try:
        return ENGINE.parse(data)
    except MalformedAction as malformed:
        json.dumps(malformed.data)
        return None


@given(junk | almost_actions)
@settings(max_examples=300)
def test_malformed_is_all_that_junk_is(data):
    action = parsed_or_none(data)
    if action is not None:
        assert ENGINE.parse(json.loads(json.dumps(action.to_json()))) == action
        assert set(data) == set(action.to_json())


@given(actions)
@settings(max_examples=300)
def test_parse_and_to_json_are_a_round_trip(data):
    action = ENGINE.parse(data)
    again = action.to_json()
    assert ENGINE.parse(again) == ENGINE.parse(json.loads(json.dumps(again))) == action
    assert again == data | ({"cells": sorted(data["cells"])} if "cells" in data else {})
