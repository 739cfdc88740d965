"""Players that make whole games of Shifting Stones for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from games.engine.advancing import SKIP_TURN, WITHDRAW
from games.engine.thinking import Thinking
from games.shifting_stones.bots import levels as bots
from games.shifting_stones.rules.state import State
from tests.kinds.games import NO_OPTIONS, Choice, Moment, game_of
from tests.shifting_stones.notation import ENGINE

MOST_PLIES = 1500

Player = Callable[[State, Random], list[Choice]]


def moments(
    seats: int, seed: str, player: Player, options: Mapping[str, object] = NO_OPTIONS
) -> Iterator[Moment]:
    return game_of(ENGINE, player, seats=seats, seed=seed, options=options, most_plies=MOST_PLIES)


def any_action(state: State, rng: Random) -> list[Choice]:
    """Any legal action; a score, if there is one, half of the time."""
    legal = list(ENGINE.legal_actions(state))
    kinds = sorted({action.to_json()["kind"] for action in legal})
    kind = "score" if "score" in kinds and rng.random() < 0.5 else rng.choice(kinds)
    chosen = rng.choice([action for action in legal if action.to_json()["kind"] == kind])
    return [(state.turn, chosen.to_json())]


def keen(state: State, rng: Random) -> list[Choice]:
    """A whole turn of the easy bot."""
    view = ENGINE.view(state, state.turn)
    return [(state.turn, action) for action in bots.easy(view, Thinking(dice=rng))]


def clever(state: State, rng: Random) -> list[Choice]:
    view = ENGINE.view(state, state.turn)
    return [(state.turn, action) for action in bots.clever(view, Thinking(dice=rng))]


def fickle(state: State, rng: Random) -> list[Choice]:
    """Now keen, now anything; sometimes late, and sometimes somebody leaves."""
    mood = rng.random()
    if mood < 0.05:
        return [(state.turn, {"kind": SKIP_TURN})]
    if mood < 0.06 and len(state.staying) > 2:
        return [(rng.choice(state.staying), {"kind": WITHDRAW})]
    if mood < 0.5:
        return any_action(state, rng)
    turn = keen(state, rng)
    return turn if mood < 0.8 else turn[: rng.randint(1, len(turn))]


def quitter(state: State, rng: Random) -> list[Choice]:
    """Keen, but every eighth turn or so somebody has had enough."""
    if rng.random() < 0.12:
        return [(rng.choice(state.staying), {"kind": WITHDRAW})]
    return keen(state, rng)


def lazy(state: State, rng: Random) -> list[Choice]:
    """Keen, but often does nothing, or skips."""
    if rng.random() < 0.4:
        kind = "skip" if ENGINE.view(state, None)["may_skip"] and rng.random() < 0.5 else "end"
        return [(state.turn, {"kind": kind})]
    return keen(state, rng)
