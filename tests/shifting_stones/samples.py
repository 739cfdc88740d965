"""JSON that is an action of Shifting Stones, or nearly one."""

from __future__ import annotations

from collections import OrderedDict, UserDict
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from games.shifting_stones.rules.actions import End, Flip, Score, Skip, Swap
from tests.kinds.malformed import (
    HUGE,
    INFINITY,
    NAN,
    Shout,
    Whole,
    bad_kinds,
    nested,
    not_actions,
)
from tests.shifting_stones.notation import NAMES

NOT_ACTIONS = not_actions("end", "skip")
BAD_KINDS = bad_kinds("end", "\u0435nd", "end", "place")
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
MALFORMED = [
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

WELL_FORMED = [
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


def says_the_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """The lower cell comes first."""
    return one == other | ({"cells": sorted(other["cells"])} if "cells" in other else {})
