"""What a game's tutorial is: small positions, each with a task that the rules and it judge.

A game has its own in its package, as data: the words, the positions, and what each step wants.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from django.utils.functional import Promise

from games.engine.contract import AnyAction, AnyState
from games.engine.jsontypes import JsonObject

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
# Whoever learns sits here, and is to act.
LEARNER = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried(Generic[StateT, ActionT]):
    """A whole turn that the rules allow: what was done, and what has become of it."""

    before: StateT
    actions: tuple[ActionT, ...]
    after: StateT
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Generic[StateT, ActionT]):
    """One position. `judge` says why a turn is not yet what the step wants, or nothing."""

    name: str
    title: Promise
    task: Promise
    hint: Promise
    praise: Promise
    position: JsonObject
    # Without one, all that the rules allow is right.
    judge: Callable[[Tried[StateT, ActionT]], Promise | None] = lambda _tried: None
    # Whether the squares where a picked piece fits are lit.
    lights: bool = True


# Where games are mixed nobody can say whose states and actions these are.
AnyStep: TypeAlias = Step[AnyState, AnyAction]
AnyTried: TypeAlias = Tried[AnyState, AnyAction]


@dataclass(frozen=True, slots=True)
class Tutorial:
    """The template `_finale.html` in the game's folder shows its pieces at the end."""

    steps: tuple[AnyStep, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(step.name for step in self.steps)
