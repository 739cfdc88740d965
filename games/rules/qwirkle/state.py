"""The whole truth of a game at one moment, hidden parts included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.jsontypes import JsonObject
from games.rules.qwirkle.board import Grid
from games.rules.qwirkle.tiles import Tile, names, tiles_named


@dataclass(frozen=True, slots=True)
class State:
    """`turn` is the seat to act; it means nothing once `ended` names the end reason.

    `opening` is the size that the opening must have, announced to the table, while nothing lies.
    `seniority` are the seats from the oldest player on: in a tie the oldest opens.
    `withdrawn` lists the seats that left, in that order.
    """

    grid: Grid = field(hash=False)
    hands: tuple[tuple[Tile, ...], ...]
    bag: tuple[Tile, ...]
    scores: tuple[int, ...]
    turn: int
    seniority: tuple[int, ...]
    opening: int | None = None
    withdrawn: tuple[int, ...] = ()
    ended: str | None = None
    ply: int = 0

    @property
    def staying(self) -> list[int]:
        """The seats that still play."""
        return [seat for seat in range(len(self.hands)) if seat not in self.withdrawn]

    def seat_after(self, seat: int) -> int:
        """The next seat clockwise that still plays."""
        count = len(self.hands)
        clockwise = ((seat + step) % count for step in range(1, count + 1))
        return next(other for other in clockwise if other not in self.withdrawn)


def dump(state: State) -> JsonObject:
    return {
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


def load(dumped: Mapping[str, Any]) -> State:
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
    )
