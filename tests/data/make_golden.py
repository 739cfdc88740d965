"""Makes the golden records: whole games, one at least for each seat count and end reason.

They pin down what a rules version does, to the last draw. So this is run only when a version is
added (`python -m tests.data.make_golden`), and it leaves every record that exists as it is. A
change to the code that a record does not survive is a change of the rules, not of the record.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from games.records import Record, Turn, advance
from games.rules.chance import Chance
from games.rules.qwirkle.state import State
from tests.rules import players
from tests.rules.players import ENGINE, NO_OPTIONS, Player, chance_from, moments

GOLDEN = Path(__file__).parent / "golden"
DIGESTS = GOLDEN / "digests.json"
# Named one by one, so that a new field of a dump is not taken for a change of the rules.
FIELDS = ["board", "hands", "bag", "scores", "turn", "opening", "withdrawn", "ended", "ply"]


class Game(NamedTuple):
    seats: int
    seed: str
    player: Player
    options: Mapping[str, object] = NO_OPTIONS
    plies: int | None = None


GAMES = {
    **{
        f"out-{seats}-seats": Game(seats, f"golden {seats}", players.greedy)
        for seats in range(2, 9)
    },
    "out-2-late": Game(2, "fickle 3", players.fickle),
    "out-3-one-left": Game(3, "fickle 0", players.fickle),
    "out-4-two-left": Game(4, "fickle 10", players.fickle),
    "out-8-four-left": Game(8, "fickle 11", players.fickle),
    "out-5-by-age": Game(5, "aged", players.any_action, {"seniority": [4, 2, 0, 1, 3]}),
    "blocked-2-seats": Game(2, "60", players.blocker),
    "blocked-3-seats": Game(3, "233", players.blocker),
    "blocked-4-seats": Game(4, "249", players.blocker),
    "withdrawn-2-seats": Game(2, "quitter 3", players.quitter),
    "withdrawn-2-by-the-opener": Game(2, "quitter 2", players.quitter),
    "withdrawn-3-during-the-opening": Game(3, "quitter 2", players.quitter),
    "withdrawn-4-seats": Game(4, "quitter 4", players.quitter),
    "withdrawn-8-seats": Game(8, "quitter 4", players.quitter),
    "blocked-8-tiles-in-the-bag": Game(8, "159", players.greedy),
}


def record_of(game: Game) -> Record:
    """The game played and written down."""
    played = list(islice(moments(game.seats, game.seed, game.player, game.options), game.plies))
    last = played[-1].step.state
    return Record(
        engine=ENGINE,
        players=tuple(f"Player {seat + 1}" for seat in range(game.seats)),
        options=game.options,
        seed=chance_from(game.seed).seed,
        turns=tuple(Turn(each.seat, each.action, each.step.points) for each in played),
        scores=ENGINE.scores(last),
        finished=ENGINE.outcome(last) is not None,
    )


def states_of(record: Record) -> list[State]:
    """The state after the deal and after every turn."""
    assert record.seed is not None
    chance = Chance(record.seed)
    states = [ENGINE.start(len(record.players), record.options, chance)]
    for turn in record.turns:
        states.append(advance(ENGINE, states[-1], turn.seat, turn.action, chance).state)
    return states


def digest(state: State) -> str:
    """The beginning of the SHA-256 of all that the state holds, as canonical JSON."""
    dumped = ENGINE.dump(state)
    text = json.dumps({name: dumped[name] for name in FIELDS}, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


def as_text(record: Record) -> str:
    """A record with a line for each turn, so that people can read it too."""
    data = record.to_json()
    turns = ",\n  ".join(json.dumps(turn) for turn in data.pop("actions"))
    tail = {name: data.pop(name) for name in ("scores", "finished")}
    head = json.dumps(data).removesuffix("}")
    return f'{head}, "actions": [\n  {turns}\n ],\n {json.dumps(tail).removeprefix("{")}\n'


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    digests = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    for name, game in GAMES.items():
        path = GOLDEN / f"{name}.json"
        if path.exists() or name in digests:
            sys.stdout.write(f"{name}: there already, left as it is\n")
            continue
        record = record_of(game)
        path.write_text(as_text(record))
        digests[name] = [digest(state) for state in states_of(record)]
        DIGESTS.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n")
        sys.stdout.write(f"{name}: {len(record.turns)} turns\n")


if __name__ == "__main__":
    main()
