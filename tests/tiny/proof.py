"""Pebbles, for the tests that every game must stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType

from hypothesis import strategies as st

from games.engine.advancing import SKIP_TURN, WITHDRAW
from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from tests.kinds.games import NO_OPTIONS, Choice, Moment, chance_from, game_of
from tests.kinds.malformed import HUGE, NAN, Shout, bad_kinds, nested, not_actions
from tests.kinds.proof import Proof
from tests.kinds.shelves import Game, Shelf
from tests.tiny.kind import TINY, highest
from tests.tiny.rules import COPIES, GOALS, NUMBERS, End, Show, State, TinyEngine

ENGINE = TinyEngine()
NAMES = sorted(NUMBERS)
MOST_PLIES = 200
VIEW_KEYS = {
    *("ply", "to_act", "scores", "outcome"),
    *("ring", "hands", "bag", "goal", "begun"),
}


def keen(state: State, rng: Random) -> list[Choice]:
    """A whole turn of the bot; what was begun is ended."""
    turn = [{"kind": "end"}] if state.begun else highest(ENGINE.view(state, state.turn), Thinking())
    return [(state.turn, action) for action in turn]


def any_action(state: State, rng: Random) -> list[Choice]:
    return [(state.turn, rng.choice(list(ENGINE.legal_actions(state))).to_json())]


def lowest(state: State, rng: Random) -> list[Choice]:
    """Never in a hurry to score."""
    if state.begun:
        return [(state.turn, {"kind": "end"})]
    return [(state.turn, next(iter(ENGINE.legal_actions(state))).to_json())]


def fickle(state: State, rng: Random) -> list[Choice]:
    mood = rng.random()
    if mood < 0.1:
        return [(state.turn, {"kind": SKIP_TURN})]
    if mood < 0.14:
        return [(rng.choice(state.staying), {"kind": WITHDRAW})]
    return any_action(state, rng)


PLAYERS = (keen, any_action, lowest, fickle)
STYLES = {each.__name__: each for each in PLAYERS}


def moments(
    seats: int, seed: str, player: object, options: Mapping[str, object] = NO_OPTIONS
) -> Iterator[Moment]:
    return game_of(ENGINE, player, seats=seats, seed=seed, options=options, most_plies=MOST_PLIES)


@cache
def _states(seats: int, style: str, far: bool, number: int) -> tuple[State, ...]:
    """Of a whole game. Games are few, so that many examples share one."""
    options, seed = ({"goal": GOALS[-1]} if far else {}), f"property {number}"
    first = ENGINE.start(seats, options, chance_from(seed))
    return (first, *(it.step.state for it in moments(seats, seed, STYLES[style], options)))


@st.composite
def positions(draw: st.DrawFn, *, going_on: bool = True) -> State:
    states = _states(
        draw(st.sampled_from(ENGINE.seats)),
        draw(st.sampled_from(sorted(STYLES))),
        draw(st.booleans()),
        draw(st.integers(0, 9)),
    )
    if going_on and states[-1].ended:
        states = states[:-1]
    return states[draw(st.integers(0, len(states) - 1))]


@st.composite
def actions_near(draw: st.DrawFn, state: State) -> JsonObject:
    near = [{"kind": "end"}, *({"kind": "show", "pebble": name} for name in NAMES)]
    return draw(st.sampled_from(near))


def all_pebbles(state: State) -> list[str]:
    return sorted([*state.bag, *state.ring, *(name for hand in state.hands for name in hand)])


def _intact(state: State) -> None:
    assert all_pebbles(state) == sorted(NAMES * COPIES)


MALFORMED = [
    *not_actions("end", "show"),
    *bad_kinds("end", "\u0435nd", "show", "pass"),
    *({"kind": "show"}, {"kind": "end", "pebble": NAMES[0]}, {"kind": "end", None: 1}),
    *({"kind": "show", "pebble": NAMES[0], "seat": 0}, {"kind": "show", "Pebble": NAMES[0]}),
    *(
        {"kind": "show", "pebble": wrong}
        for wrong in ("", "ro", 1, True, None, NAN, HUGE, [], {}, [NAMES[0]], nested(10_000))
    ),
]
WELL_FORMED = [
    ({"kind": "end"}, End()),
    (MappingProxyType({"kind": "end"}), End()),
    ({"kind": "show", "pebble": NAMES[0]}, Show(NAMES[0])),
    ({Shout("kind"): Shout("show"), "pebble": Shout(NAMES[0])}, Show(NAMES[0])),
]
_words = st.sampled_from([*NAMES, "show", "end", "kind", "pebble"])
_anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=10,
)
JUNK = _anything | st.fixed_dictionaries(
    {"kind": st.sampled_from(["show", "end"]) | _anything},
    optional={"pebble": _words | _anything, "extra": _anything},
)
ACTIONS = st.just({"kind": "end"}) | st.builds(
    lambda name: {"kind": "show", "pebble": name}, st.sampled_from(NAMES)
)

SHELF = Shelf(
    engine=ENGINE,
    folder=Path(__file__).with_name("golden"),
    fields=sorted(ENGINE.dump(ENGINE.start(2, {}, chance_from("fields")))),
    games={
        **{f"goal-{seats}-pebbles": Game(seats, "keen 4", keen) for seats in ENGINE.seats},
        **{
            f"out-{seats}-pebbles": Game(seats, "lowest 0", lowest, {"goal": 30})
            for seats in ENGINE.seats
        },
        **{
            f"home-{seats}-pebbles": Game(seats, f"fickle {number}", fickle)
            for seats, number in ((2, 7), (3, 11), (4, 0))
        },
    },
    moments=moments,
)

PEBBLES = Proof(
    kind=TINY,
    shelf=SHELF,
    positions=positions,
    actions_near=actions_near,
    players=PLAYERS,
    fickle=fickle,
    most_plies=MOST_PLIES,
    pile="bag",
    view_keys=lambda state: VIEW_KEYS,
    all_pieces=all_pebbles,
    intact=_intact,
    well_formed=WELL_FORMED,
    malformed=MALFORMED,
    junk=JUNK,
    actions=ACTIONS,
    ends={(seats, reason) for seats in ENGINE.seats for reason in ("goal", "out", "withdrawn")},
    another_deal={"not-in-hand", "game-over", "nothing-shown", "points-differ"},
    another_deal_by=12,
    short=("home-2-pebbles",),
)
