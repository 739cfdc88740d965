"""The worked example that every edition of Qwirkle prints, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.records import read
from games.rules.qwirkle.actions import Place, parse
from games.rules.qwirkle.board import Grid
from games.rules.qwirkle.placing import lines_made
from games.rules.qwirkle.scoring import LINE_POINTS

FILE = Path(__file__).parent / "data" / "qwirkle-worked-example.json"


@dataclass(frozen=True, slots=True)
class ExampleTurn:
    player: str
    laid: list[list[str | int]]
    board: list[list[str | int]]
    line_points: list[int]
    points: int
    scores: list[tuple[str, int]]


@cache
def worked_example() -> tuple[ExampleTurn, ...]:
    record = read(FILE.read_bytes())
    grid = Grid()
    scores = dict.fromkeys(record.players, 0)
    turns = []
    for turn in record.turns:
        action = parse(turn.action)
        assert isinstance(action, Place)
        grid, lines = lines_made(grid, action.laid)
        player = record.players[turn.seat]
        scores[player] += turn.points
        turns.append(
            ExampleTurn(
                player=player,
                laid=Grid().lay(action.laid).to_json(),
                board=grid.to_json(),
                line_points=[LINE_POINTS[len(line)] for line in lines],
                points=turn.points,
                scores=list(scores.items()),
            )
        )
    return tuple(turns)
