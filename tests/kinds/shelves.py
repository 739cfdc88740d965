"""Golden records of a game: how they are made, kept and replayed, whichever game it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.contract import AnyEngine
from games.engine.records import Entry, Record
from tests.kinds.games import NO_OPTIONS, chance_from


class Game(NamedTuple):
    """A game to be played; `player` is whatever the shelf's way of playing takes."""

    seats: int
    seed: str
    player: Callable[..., Any]
    options: Mapping[str, object] = NO_OPTIONS


@dataclass(frozen=True, eq=False)
class Shelf:
    """Where the records of one game stand.

    The `fields` of a dump are named one by one, so that a new one is not taken for a change of the
    rules. `moments` plays a game and gives each ply: its seat, its action and the step it made.
    """

    engine: AnyEngine
    folder: Path
    fields: list[str]
    games: Mapping[str, Game]
    moments: Callable[..., Iterable[Any]]

    @property
    def digests(self) -> Path:
        return self.folder / "digests.json"

    @property
    def names(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.json") if path != self.digests)

    def record_of(self, game: Game) -> Record:
        """The game played and written down."""
        played = list(self.moments(game.seats, game.seed, game.player, game.options))
        last = played[-1].step.state
        return Record(
            engine=self.engine,
            players=tuple(f"Player {seat + 1}" for seat in range(game.seats)),
            options=game.options,
            seed=chance_from(game.seed).seed,
            entries=tuple(Entry(each.seat, each.action, each.step.points) for each in played),
            scores=self.engine.scores(last),
            finished=self.engine.outcome(last) is not None,
        )

    def digest(self, state: Any) -> str:
        """The beginning of the SHA-256 of all that the state holds, as canonical JSON."""
        dumped = self.engine.dump(state)
        text = json.dumps({name: dumped[name] for name in self.fields}, sort_keys=True)
        return sha256(text.encode()).hexdigest()[:16]

    def fill(self) -> None:
        """Make every record that is not there yet."""
        self.folder.mkdir(exist_ok=True)
        digests = json.loads(self.digests.read_text()) if self.digests.exists() else {}
        for name, game in self.games.items():
            path = self.folder / f"{name}.json"
            if path.exists() or name in digests:
                sys.stdout.write(f"{name}: there already, left as it is\n")
                continue
            record = self.record_of(game)
            path.write_text(as_text(record))
            digests[name] = [self.digest(state) for state in states_of(record)]
            self.digests.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n")
            sys.stdout.write(f"{name}: {len(record.entries)} turns\n")


def states_of(record: Record) -> list[Any]:
    """The state after the deal and after every turn."""
    assert record.seed is not None
    engine, chance = record.engine, Chance(record.seed)
    states = [engine.start(len(record.players), record.options, chance)]
    for entry in record.entries:
        states.append(advance(engine, states[-1], entry.seat, entry.action, chance).state)
    return states


def as_text(record: Record) -> str:
    """A record with a line for each turn, so that people can read it too."""
    data = record.to_json()
    turns = ",\n  ".join(json.dumps(turn) for turn in data.pop("actions"))
    tail = {name: data.pop(name) for name in ("scores", "finished")}
    head = json.dumps(data).removesuffix("}")
    return f'{head}, "actions": [\n  {turns}\n ],\n {json.dumps(tail).removeprefix("{")}\n'
