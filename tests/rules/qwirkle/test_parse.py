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
from games.rules.qwirkle.actions import Pass, Place, Trade
from tests.rules.notation import ENGINE, NAMES

NAN, INFINITY = float("nan"), float("inf")
HUGE = 10**400


class Shout(str):
    """A string that is not quite one."""

    __slots__ = ()


class Whole(int):
    """An integer that is not quite one."""


def nested(depth: int, kind: type = list) -> object:
    inside: object = kind()
    for _ in range(depth):
        inside = {"kind": inside} if kind is dict else [inside]
    return inside


def placing(*tiles: object) -> dict[str, object]:
    return {"kind": "place", "tiles": list(tiles)}


NOT_ACTIONS = [
    *(None, True, False, 0, 1, -1, 1.5, NAN, INFINITY, HUGE, 1j, Decimal(1), Fraction(1, 2)),
    *("", "place", "pass", "\ud800", "\x00", '{"kind": "pass"}', b"", b"pass", bytearray(b"pass")),
    *([], [[]], ["kind", "pass"], [{"kind": "pass"}], (), ("kind", "pass"), set(), {"kind"}),
    *(frozenset(), range(3), iter([]), object(), object, len, Ellipsis, NotImplemented),
    *(deque(), memoryview(b"pass"), nested(10_000), Exception("pass"), [("kind", "pass")]),
]
BAD_KINDS = [
    *({}, {"kind": None}, {"kind": []}, {"kind": {}}, {"kind": ["place"]}, {"kind": {"a": 1}}),
    *({"kind": 0}, {"kind": True}, {"kind": NAN}, {"kind": HUGE}, {"kind": b"pass"}),
    *({"kind": ""}, {"kind": "Pass"}, {"kind": "PASS"}, {"kind": "pass "}, {"kind": " pass"}),
    *({"kind": "p\u0430ss"}, {"kind": "pass\x00"}, {"kind": "skip-turn"}, {"kind": "withdraw"}),
    *({"kind": "swap"}, {"kind": "\ud800"}, {"kind": "x" * 10**6}, {"kind": ("pass",)}),
    *({"Kind": "pass"}, {b"kind": "pass"}, {None: "pass"}, {1: 2}, {"": ""}, {("kind",): "pass"}),
    *({"kind": {"place"}}, {"kind": object()}, {"kind": nested(10_000)}, nested(10_000, dict)),
    {f"k{n}": n for n in range(10_000)},
]
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
MONSTERS = [*NOT_ACTIONS, *BAD_KINDS, *BAD_FIELDS, *BAD_PLACINGS, *BAD_TRADES]


@pytest.mark.parametrize("number", range(len(MONSTERS)))
def test_malformed_is_all_that_a_monster_is(number):
    with pytest.raises(MalformedAction) as caught:
        ENGINE.parse(MONSTERS[number])
    assert caught.value.code
    assert len(str(caught.value)) < 200
    json.dumps(caught.value.data)


GOOD = [
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


@pytest.mark.parametrize(("data", "action"), GOOD, ids=range(len(GOOD)))
def test_parse_takes_what_is_well_formed(data, action):
    assert ENGINE.parse(data) == action


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


def parsed_or_none(data: object) -> object:
    try:
        return ENGINE.parse(data)
    except MalformedAction as malformed:
        json.dumps(malformed.data)
        return None


@given(junk)
@settings(max_examples=500)
def test_malformed_is_all_that_junk_is(data):
    action = parsed_or_none(data)
    if action is not None:
        assert ENGINE.parse(action.to_json()) == action


@given(almost_actions)
@settings(max_examples=500)
def test_malformed_is_all_that_almost_an_action_is(data):
    action = parsed_or_none(data)
    if action is not None:
        assert ENGINE.parse(json.loads(json.dumps(action.to_json()))) == action
        assert set(data) <= {"kind", "tiles"}


@given(actions)
@settings(max_examples=300)
def test_parse_and_to_json_are_a_round_trip(data):
    action = ENGINE.parse(data)
    again = action.to_json()
    assert ENGINE.parse(again) == ENGINE.parse(json.loads(json.dumps(again))) == action
    assert {name: sorted(value) for name, value in again.items()} == {
        name: sorted(value) for name, value in data.items()
    }


@given(actions.filter(lambda data: data.get("tiles")), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_parse_takes_two_orders_of_tiles_for_the_same_action(data, rng):
    tiles = list(data["tiles"])
    rng.shuffle(tiles)
    one, other = ENGINE.parse(data), ENGINE.parse({**data, "tiles": tiles})
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_json() == other.to_json()
