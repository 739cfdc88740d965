"""Every whole turn that the rules allow in a step of a tutorial, and such as they do not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.jsontypes import JsonObject
from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.kit.tutorial import LEARNER, AnyStep
from games.learning.practice import SEED, attempt
from tests.tiny.kind import TINY

Turn = list[JsonObject]
STEPS = [(kind, step) for kind in (*KINDS.values(), TINY) for step in kind.tutorial.steps]
every_step = pytest.mark.parametrize(
    ("kind", "step"), STEPS, ids=[f"{kind.slug}-{step.name}" for kind, step in STEPS]
)


def legal_turns(kind: AnyKind, step: AnyStep, longest: int) -> Iterator[Turn]:
    """All of so many actions at most, the short ones first."""
    engine, chance = kind.engine, Chance(SEED)
    begun = [(engine.load(step.position), [])]
    for _ in range(longest):
        going_on = []
        for state, actions in begun:
            for action in engine.legal_actions(state):
                turn = [*actions, action.to_json()]
                after = advance(engine, state, LEARNER, turn[-1], chance).state
                if engine.outcome(after) is not None or engine.between_turns(after):
                    yield turn
                else:
                    going_on.append((after, turn))
        begun = going_on


def solution(kind: AnyKind, step: AnyStep) -> Turn:
    """The first turn that is right: the shortest."""
    turns = legal_turns(kind, step, longest=3)
    return next(turn for turn in turns if not step.judge(attempt(kind, step, turn)))


def wrong_turn(kind: AnyKind, step: AnyStep) -> Turn | None:
    """One that the rules allow but that is not what the step wants, where there is one."""
    turns = legal_turns(kind, step, longest=2)
    return next((turn for turn in turns if step.judge(attempt(kind, step, turn))), None)


def other_turns(kind: AnyKind, step: AnyStep) -> Iterator[list[object]]:
    """Half turns, other games' turns, pieces that nobody holds, and what is no turn at all."""
    yield from ([], [{}], [None], [{"kind": "withdraw"}], [{"kind": "skip-turn"}], ["x"] * 99)
    held = kind.engine.view(kind.engine.load(step.position), LEARNER)["hand"]
    for piece, cell in product({*held, next(iter(kind.pieces))}, range(-3, 8)):
        yield from (
            [{"kind": "place", "tiles": [[piece, cell, 0], [piece, cell + 2, 1]]}],
            *([{"kind": "place", "tiles": [[piece, cell, row]]}] for row in range(-2, 3)),
            [{"kind": "trade", "tiles": [piece] * abs(cell)}],
            [{"kind": "swap", "card": piece, "cells": [0, abs(cell)]}, {"kind": "end"}],
            [{"kind": "score", "card": piece}, {"kind": "end"}],
            [{"kind": "show", "pebble": piece}],
            [{"kind": "pass"}],
        )
