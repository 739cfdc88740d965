"""A step of a tutorial as a table that nobody stores: its position, and what a turn makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.chance import Chance
from games.engine.contract import AnyState
from games.engine.jsontypes import ActionJson
from games.kit.kind import AnyKind
from games.kit.tutorial import LEARNER, AnyStep, AnyTried, Tried
from games.play.turns import own_actions, steps_of

# No step hangs on what is drawn, so all may draw the same.
SEED = bytes(32)


@dataclass(frozen=True, slots=True)
class Table:
    """What the game's own templates ask of a game."""

    ply: int = 0
    is_active: bool = True
    code: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """What they ask of who sits there."""

    left: bool = False


def attempt(kind: AnyKind, step: AnyStep, actions: Sequence[object]) -> AnyTried:
    """What the rules make of a whole turn; what they refuse is raised as in a game."""
    engine, own = kind.engine, own_actions(kind, actions)
    before = engine.load(step.position)
    steps = list(steps_of(engine, before, LEARNER, own, Chance(SEED)))
    return Tried(
        before=before,
        actions=tuple(engine.parse(action) for action in own),
        after=steps[-1].state,
        points=sum(made.points for made in steps),
    )


def table(kind: AnyKind, step: AnyStep, draft: Sequence[ActionJson]) -> object:
    """The table as whoever learns sees it, with what they have prepared."""
    engine = kind.engine
    view = engine.view(engine.load(step.position), LEARNER)
    return kind.presenter.table(
        view, seat=LEARNER, draft=draft, hand_order=[], last=[], my_turn=True
    )


def table_after(kind: AnyKind, state: AnyState, actions: Sequence[ActionJson]) -> object:
    """The table after a turn that was right, what was played marked; nobody is to act."""
    view = kind.engine.view(state, None)
    return kind.presenter.table(
        view, seat=None, draft=[], hand_order=[], last=actions, my_turn=False
    )
