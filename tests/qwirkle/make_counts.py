"""Makes `counts.json`: positions, and how many actions the naive generator finds in each.

Run it only to replace the positions (`python -m tests.qwirkle.make_counts`); it
refuses to overwrite.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from games.qwirkle.rules.state import State
from tests.qwirkle import naive
from tests.qwirkle.notation import ENGINE, position
from tests.qwirkle.players import any_action, greedy, moments

COUNTS = Path(__file__).with_name("counts.json")


def chosen() -> dict[str, State]:
    found = {
        "opening of one": position(
            "", ["ro ro ro gs gs gs", "px px px bd bd bd"], "yc", opening=1, ply=0
        ),
        "opening of six": position(
            "", ["ro rs rd rc rt rx", "px px px bd bd bd"], "yc", opening=6, ply=0
        ),
        "a hole": position("ro rs rd\nrt .  rc\nrd rc ro", ["rx rs px gx bx yx", "go"], "yc yc"),
        "nothing fits": position("ro", ["gs px", "rs"], ""),
        "going out": position("rc rd ro", ["rs rt rx", "go", "go"], ""),
        "corner of the table": position(
            "rc rd ro", ["rs rt rx bc bd bo", "go"], "", at=(-200, 200)
        ),
    }
    for seats in ENGINE.seats:
        for player in (greedy, any_action):
            game = [m.before for m in moments(seats, f"counts {seats}", player)]
            at = len(game) * (seats + (3 if player is greedy else 0)) // 12
            found[f"{seats} seats, {player.__name__}, ply {at}"] = game[at]
    return found


def counted(name: str, state: State) -> dict[str, object]:
    board = {(x, y): tile for tile, x, y in state.grid.to_json()}
    actions = naive.actions(board, ENGINE.view(state, state.turn)["hand"], len(state.bag))
    return {
        "name": name,
        "actions": dict(Counter(kind for kind, _ in actions)),
        "points": sum(actions.values()),
        "best": max(actions.values()),
        "state": ENGINE.dump(state),
    }


def main() -> None:
    lines = [json.dumps(counted(name, state)) for name, state in chosen().items()]
    with COUNTS.open("x") as file:
        file.write("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
