"""Bots. Each chooses its actions from a view: it cannot cheat, as it is never given more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.bots import qwirkle, shifting_stones
from games.rules.jsontypes import JsonObject

Bot = Callable[[JsonObject], Sequence[JsonObject]]

BOTS: Mapping[str, Mapping[str, Bot]] = {
    "qwirkle": {"greedy": qwirkle.greedy},
    "shifting_stones": {"easy": shifting_stones.easy, "clever": shifting_stones.clever},
}

# Who sits down when nobody asks for another.
FIRST_CHOICE: Mapping[str, str] = {"qwirkle": "greedy", "shifting_stones": "clever"}
