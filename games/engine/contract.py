"""The contract between a game's rules and everything else.

A game is a pure function of the engine, its rules version, the number of seats, the options,
the seed and the list of actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from games.engine.chance import Chance
from games.engine.jsontypes import ActionJson, Json, JsonObject
from games.engine.outcome import Outcome
from games.engine.view import Hidden, View


class Action(Protocol):
    """The smallest thing a seat can do."""

    def to_json(self) -> JsonObject: ...


class PlayedAction(Protocol):
    """What a seat did, or what happened to it, as it is kept: `action` is JSON."""

    @property
    def seat(self) -> int: ...
    @property
    def action(self) -> ActionJson: ...
    @property
    def points(self) -> int: ...


StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=Action)
ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)


@dataclass(frozen=True, slots=True)
class Event:
    """Something everybody at the table saw happen: it never holds a hidden tile or card."""

    kind: str
    seat: int | None = None
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """What became of an action: the state after it, the points it made, what was seen."""

    state: StateT
    points: int
    events: tuple[Event, ...] = ()


class Engine(Protocol[StateT, ActionT, ViewT_co]):
    """A game's rules. Each is in its game's `rules/engine.py`."""

    slug: str
    rules_version: int
    seats: range
    # Whether `start` takes `options["seniority"]`: the seats from the oldest player on.
    wants_seniority: bool
    # Whether it takes `options["young"]`: the seats of those who play by the young players' rule.
    wants_young: bool

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> StateT:
        """Set up and deal. Unknown or bad options: `BadOptions`."""

    def to_act(self, state: StateT) -> int | None:
        """The seat whose action it is; `None` when the game is over."""

    def between_turns(self, state: StateT) -> bool:
        """Whether no turn has been begun and left unfinished: a turn may be several actions."""

    def legal_actions(self, state: StateT) -> Iterator[ActionT]:
        """Every distinct legal action of that seat, exactly once each."""

    def apply(self, state: StateT, action: ActionT, chance: Chance) -> Step[StateT]:
        """Always validates; raises `IllegalAction` and leaves nothing changed."""

    def skip(self, state: StateT, chance: Chance) -> Step[StateT]:
        """The clock ran out: the turn passes with nothing done."""

    def withdraw(self, state: StateT, seat: int, chance: Chance) -> Step[StateT]:
        """The seat leaves and play goes on without it; one seat left ends the game."""

    def view(self, state: StateT, seat: int | None) -> ViewT_co:
        """What one seat, or a spectator (`None`), may know."""

    def hidden(self, state: StateT) -> Hidden:
        """What no view shows, for a moderator who may see it, and nobody else."""

    def scores(self, state: StateT) -> tuple[int, ...]:
        """Points so far."""

    def outcome(self, state: StateT) -> Outcome | None:
        """Once over: final scores, places and the end reason."""

    def dump(self, state: StateT) -> JsonObject:
        """The whole state as JSON; `load(dump(state)) == state`."""

    def load(self, dumped: Mapping[str, object]) -> StateT:
        """The state that was dumped."""

    def parse(self, data: object) -> ActionT:
        """The action that JSON describes; anything malformed is `MalformedAction`."""

    def audit(self, turns: Sequence[ActionT], finished: bool) -> Iterator[tuple[int, ...]]:
        """The points that each turn of a table game may have made, hands and bag unknown.

        Checks only what lies open on the table; raises `IllegalAction` at the first turn that
        cannot have happened.
        """

    def closing(
        self, turns: Sequence[tuple[int, ActionT]], staying: Sequence[int], seats: int
    ) -> Mapping[int, int]:
        """The points that the end of a table game brings to seats, besides those of its turns."""


# Where games are mixed nobody can say whose states and actions these are: their engine alone looks
# into them.
AnyState: TypeAlias = Any
AnyAction: TypeAlias = Any
AnyEngine: TypeAlias = Engine[AnyState, AnyAction, View]
