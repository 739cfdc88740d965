"""The whole truth of a game at one moment, hidden parts included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.engine.jsontypes import JsonObject
from games.engine.seating import Seating
from games.qwirkle.rules.board import Grid
from games.qwirkle.rules.tiles import Tile, names, tiles_named

# Who, `place`, `trade`, `pass` or `skip`, and how many tiles.
PastTurn: TypeAlias = tuple[int, str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Seating[Tile]):
    """`opening` is the size that the opening must have, announced to the table, while nothing lies.

    `seniority` are the seats from the oldest player on: in a tie the oldest opens. `past` is what
    everybody saw of each turn: who laid, traded, passed or was skipped, and how many tiles.
    """

    grid: Grid = field(hash=False)
    bag: tuple[Tile, ...]
    scores: tuple[int, ...]
    seniority: tuple[int, ...]
    opening: int | None = None
    past: tuple[PastTurn, ...] = ()

    def noted(self, kind: str, tiles: int = 0) -> tuple[PastTurn, ...]:
        """The past with what the seat to act has just done."""
        return (*self.past, (self.turn, kind, tiles))


def dump(state: State) -> JsonObject:
    dumped: JsonObject = {
        "board": state.grid.to_json(),
        "hands": [names(hand) for hand in state.hands],
        "bag": names(state.bag),
        "scores": list(state.scores),
        "turn": state.turn,
        "seniority": list(state.seniority),
        "opening": state.opening,
        "withdrawn": list(state.withdrawn),
        "ended": state.ended,
        "ply": state.ply,
    }
    return {**dumped, "past": [list(turn) for turn in state.past]} if state.past else dumped


def load(dumped: Mapping[str, Any]) -> State:
    """What `dump` has made, and nobody else: what is in it is not checked again."""
    return State(
        grid=Grid.of(dumped["board"]),
        hands=tuple(tiles_named(hand) for hand in dumped["hands"]),
        bag=tiles_named(dumped["bag"]),
        scores=tuple(dumped["scores"]),
        turn=dumped["turn"],
        # Games that were stored before it was kept go by the order of the seats.
        seniority=tuple(dumped.get("seniority", range(len(dumped["hands"])))),
        opening=dumped["opening"],
        withdrawn=tuple(dumped["withdrawn"]),
        ended=dumped["ended"],
        ply=dumped["ply"],
        # Nor what is past: of those, bots know the table alone.
        past=tuple((seat, kind, tiles) for seat, kind, tiles in dumped.get("past", ())),
    )
