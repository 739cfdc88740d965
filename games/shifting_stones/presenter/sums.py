"""The points of a turn taken apart: each card that was scored, and where it matched."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import PlayedAction
from games.kit.presenter import Part
from games.shifting_stones.rules.stones import flipped, stones_named, swapped
from games.shifting_stones.rules.turn import matching_cells
from games.shifting_stones.rules.view import ShiftingStonesView, played
from games.shifting_stones.words import card_name


def sum_of(
    turn: Sequence[PlayedAction], view: ShiftingStonesView, now: ShiftingStonesView
) -> list[Part]:
    """Backwards from the stones after the turn: what was shifted since a score is shifted back.

    A card lights the stones that it matched only where these lie so on the table that is shown.
    """
    stones, shown = stones_named(view["stones"]), stones_named(now["stones"])
    parts: list[Part] = []
    for action in reversed([played(move.action) for move in turn]):
        if action["kind"] == "swap":
            stones = swapped(stones, (action["cells"][0], action["cells"][1]))
        elif action["kind"] == "flip":
            stones = flipped(stones, action["cell"])
        elif action["kind"] == "score":
            places = matching_cells(action["card"], stones) if stones == shown else []
            cells = sorted({cell for place in places for cell in place})
            parts.append(Part(card_name(action["card"]), " ".join(map(str, cells))))
    return parts[::-1]
