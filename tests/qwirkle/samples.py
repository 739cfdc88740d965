"""JSON that is an action of Qwirkle, or nearly one."""

from __future__ import annotations

from collections import OrderedDict, UserDict
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from games.qwirkle.rules.actions import Pass, Place, Trade
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
from tests.qwirkle.notation import NAMES


def placing(*tiles: object) -> dict[str, object]:
    return {"kind": "place", "tiles": list(tiles)}


NOT_ACTIONS = not_actions("pass", "place")
BAD_KINDS = bad_kinds("pass", "p\u0430ss", "place", "swap")
BAD_FIELDS = [
    {"kind": "pass", "tiles": []},
    {"kind": "pass", "tiles": None},
    {"kind": "pass", "extra": 1},
    {"kind": "pass", 1: 1},
    {"kind": "pass", None: None},
    {"kind": "pass", ("a", "b"): 1},
    {"kind": "place"},
    {"kind": "trade"},
    {"kind": "place", "tiles": [["ro", 0, 0]], "extra": 1},
    {"kind": "trade", "tiles": ["ro"], "seat": 0},
    {"kind": "trade", "tiles": ["ro"], "Tiles": ["ro"]},
    *(
        {"kind": kind, "tiles": tiles}
        for kind in ("place", "trade")
        for tiles in NOT_ACTIONS
        if not isinstance(tiles, list | tuple)
    ),
    *({"kind": kind, "tiles": {"0": "ro"}} for kind in ("place", "trade")),
    *({"kind": kind, "tiles": {"ro"}} for kind in ("place", "trade")),
]
BAD_TILES = [
    *(
        "",
        "r",
        "o",
        "or",
        "RO",
        "Ro",
        "ro ",
        " ro",
        "roo",
        "r\u043e",
        "ro\x00",
        "zz",
        "r\ud800",
        "🔴",
    ),
    *(None, True, 0, 1.0, NAN, HUGE, b"ro", bytearray(b"ro"), ["ro"], ("r", "o"), [], {}, {"ro"}),
    *({"tile": "ro"}, object(), "ro" * 10**6, nested(10_000), 35, -1, "0", Decimal(0)),
]
BAD_COORDINATES = [
    *(True, False, None, 0.0, 1.0, -0.0, NAN, INFINITY, -INFINITY, 1e300, "0", "", b"0", [], [0]),
    *({}, (0,), {0}, 201, -201, 2**31, 2**63, -(2**63), HUGE, -HUGE, 1j, Decimal(0)),
    *(Fraction(0), Whole(0), object(), nested(10_000)),
]
BAD_PLACINGS = [
    *(placing(item) for item in ([], ["ro"], ["ro", 0], ["ro", 0, 0, 0], "ro", "ro0", None, 0)),
    *(placing(item) for item in ({"tile": "ro", "x": 0, "y": 0}, {"ro", 0, 1}, {0: 1, 1: 2, 2: 3})),
    *(placing(item) for item in (b"ro0", [["ro", 0, 0]], [0, 0, "ro"], [0, "ro", 0], range(3))),
    *(placing([tile, 0, 0]) for tile in BAD_TILES),
    *(placing(["ro", number, 0]) for number in BAD_COORDINATES),
    *(placing(["ro", 0, number]) for number in BAD_COORDINATES),
    placing(["ro", 0, 0], ["rs", 1, 0], ["rd", 2]),
    placing(*[["ro", n, 0] for n in range(7)]),
    placing(*[["ro", 0, 0]] * 1_000_000),
    placing(["ro"] * 1_000_000),
]
BAD_TRADES = [
    *({"kind": "trade", "tiles": [tile]} for tile in BAD_TILES),
    *({"kind": "trade", "tiles": ["ro", tile]} for tile in BAD_TILES),
    {"kind": "trade", "tiles": [["ro", 0, 0]]},
    {"kind": "trade", "tiles": ["ro"] * 7},
    {"kind": "trade", "tiles": ["ro"] * 1_000_000},
    {"kind": "trade", "tiles": ("ro",) * 1_000_000},
    {"kind": "trade", "tiles": [nested(10_000)]},
]
MALFORMED = [*NOT_ACTIONS, *BAD_KINDS, *BAD_FIELDS, *BAD_PLACINGS, *BAD_TRADES]

WELL_FORMED = [
    ({"kind": "pass"}, Pass()),
    ({"kind": "trade", "tiles": ["gd", "rc"]}, Trade.of([3, 20])),
    ({"kind": "trade", "tiles": ("ro", "ro")}, Trade.of([0, 0])),
    ({"kind": "trade", "tiles": []}, Trade(())),
    ({"kind": "place", "tiles": []}, Place(())),
    ({"kind": "place", "tiles": [["rc", 1, 0], ("rd", 2, 0)]}, Place.of([(3, 1, 0), (2, 2, 0)])),
    ({"kind": "place", "tiles": [["px", -200, 200]]}, Place.of([(35, -200, 200)])),
    (MappingProxyType({"kind": "pass"}), Pass()),
    (OrderedDict(kind="pass"), Pass()),
    (UserDict(kind="pass"), Pass()),
    ({Shout("kind"): Shout("pass")}, Pass()),
    ({"kind": "trade", "tiles": [Shout("ro")]}, Trade((0,))),
]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-210, 210),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from([*NAMES, "place", "trade", "pass", "kind", "tiles"]),
    st.binary(max_size=3),
)
keys = st.sampled_from(["kind", "tiles", "seat", ""]) | st.text(max_size=4)
junk = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=7),
        st.dictionaries(keys, inner, max_size=4),
        st.tuples(inner, inner, inner),
    ),
    max_leaves=20,
)
coordinates = st.integers(-200, 200)
almost_placed = st.tuples(
    st.sampled_from(NAMES) | scalars, coordinates | scalars, coordinates | scalars
).map(list)
almost_actions = st.fixed_dictionaries(
    {"kind": st.sampled_from(["place", "trade", "pass"]) | junk},
    optional={
        "tiles": st.lists(almost_placed | st.sampled_from(NAMES) | junk, max_size=8) | junk,
        "extra": junk,
    },
)
actions = st.one_of(
    st.just({"kind": "pass"}),
    st.lists(st.sampled_from(NAMES), max_size=6).map(lambda t: {"kind": "trade", "tiles": t}),
    st.lists(st.tuples(st.sampled_from(NAMES), coordinates, coordinates).map(list), max_size=6).map(
        lambda t: {"kind": "place", "tiles": t}
    ),
)


def says_the_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """In which order the tiles are named does not matter."""
    return {name: sorted(value) for name, value in one.items()} == {
        name: sorted(value) for name, value in other.items()
    }
