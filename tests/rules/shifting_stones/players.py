"""Players that make whole games of Shifting Stones for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from games.bots import shifting_stones as bots
from games.records import SKIP_TURN, WITHDRAW, advance
from games.rules.engine import Step
from games.rules.shifting_stones.state import State
from tests.rules.players import NO_OPTIONS, chance_from
from tests.rules.shifting_stones.notation import ENGINE

MOST_PLIES = 1500

JsonAction = Mapping[str, object]
Choice = tuple[int, JsonAction]
Player = Callable[[State, Random], list[Choice]]


@dataclass(frozen=True)
class Moment:
    """One ply of a game: what came before, what was done, what became of it."""

    before: State
    seat: int
    action: JsonAction
    step: Step[State]


def moments(
    seats: int, seed: str, player: Player, options: Mapping[str, object] = NO_OPTIONS
) -> Iterator[Moment]:
    """A whole game in which every seat plays alike; given up if it does not end."""
    chance, rng = chance_from(seed), Random(seed)
    state = ENGINE.start(seats, options, chance)
    while ENGINE.to_act(state) is not None and state.ply < MOST_PLIES:
        for seat, action in player(state, rng):
            step = advance(ENGINE, state, seat, action, chance)
            yield Moment(state, seat, action, step)
            state = step.state


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
    return [(state.turn, action) for action in bots.easy(view, rng)]


def clever(state: State, rng: Random) -> list[Choice]:
    view = ENGINE.view(state, state.turn)
    return [(state.turn, action) for action in bots.clever(view, rng)]


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
