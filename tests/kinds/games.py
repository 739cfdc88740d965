"""Whole games for tests, whichever game it is: from a seed that can be named, ply by ply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from types import MappingProxyType
from typing import Any

from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.contract import AnyEngine, Step

NO_OPTIONS: Mapping[str, object] = MappingProxyType({})

JsonAction = Mapping[str, object]
Choice = tuple[int, JsonAction]
# Chooses one action or more: by which seat, and what.
TurnPlayer = Callable[[Any, Random], Sequence[Choice]]


@dataclass(frozen=True)
class Moment:
    """One ply of a game: what came before, what was done, what became of it."""

    before: Any
    seat: int
    action: JsonAction
    step: Step[Any]


class Listening(Chance):
    """Chance that remembers what it was asked for."""

    __slots__ = ("labels",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        object.__setattr__(self, "labels", [])

    def shuffled(self, items: Any, label: str) -> Any:
        self.labels.append(label)
        return super().shuffled(items, label)


def chance_from(text: str) -> Chance:
    """A seed that a test can name."""
    return Chance(sha256(text.encode()).digest())


def game_of(
    engine: AnyEngine,
    player: TurnPlayer,
    *,
    seats: int,
    seed: str,
    options: Mapping[str, object] = NO_OPTIONS,
    most_plies: int,
    chance: Chance | None = None,
) -> Iterator[Moment]:
    """A whole game in which every seat plays alike; given up if it does not end."""
    chance, rng = chance or chance_from(seed), Random(seed)
    state = engine.start(seats, options, chance)
    while engine.to_act(state) is not None and state.ply < most_plies:
        for seat, action in player(state, rng):
            step = advance(engine, state, seat, action, chance)
            yield Moment(state, seat, action, step)
            state = step.state


def with_hidden_moved(
    engine: AnyEngine, pile: str, state: Any, seat: int | None, rng: Random
) -> Any:
    """The same to the eyes of this seat: all it cannot see dealt anew."""
    dumped: Any = engine.dump(state)
    others = [other for other in range(len(state.hands)) if other != seat]
    unseen = [name for other in others for name in dumped["hands"][other]] + dumped[pile]
    rng.shuffle(unseen)
    for other in others:
        size = len(dumped["hands"][other])
        dumped["hands"][other], unseen = unseen[:size], unseen[size:]
    dumped[pile] = unseen
    return engine.load(dumped)
