"""Qwirkle's bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from games.rules.jsontypes import JsonObject
from games.rules.qwirkle.actions import Action, Pass, Place, Trade
from games.rules.qwirkle.board import Grid
from games.rules.qwirkle.listing import openings
from games.rules.qwirkle.moves import placings
from games.rules.qwirkle.tiles import Tile, mask_of, tiles_named

# A bot's own; the game's chance is never touched.
_dice = random.SystemRandom()


def greedy(view: dict[str, Any]) -> Sequence[JsonObject]:
    """Takes the most points it can see, and of several best moves any."""
    hand = tiles_named(view["hand"])
    return [_choice(view, hand).to_json()]


def _choice(view: dict[str, Any], hand: tuple[Tile, ...]) -> Action:
    if view["opening"] is not None:
        return _dice.choice(list(openings(hand, view["opening"])))
    found = placings(Grid.of(view["board"]), mask_of(hand))
    if found:
        most = max(points for _, points in found)
        return Place(_dice.choice([laid for laid, points in found if points == most]))
    if view["bag"]:
        return Trade.of(hand[: view["bag"]])
    return Pass()
