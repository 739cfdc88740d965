"""Qwirkle's bots."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.engine.jsontypes import JsonObject
from games.qwirkle.rules.actions import Action, Pass, Place, Trade
from games.qwirkle.rules.board import Grid
from games.qwirkle.rules.listing import openings
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.tiles import Tile, mask_of, tiles_named
from games.qwirkle.rules.view import QwirkleView

# A bot's own; the game's chance is never touched.
_dice = random.SystemRandom()


def greedy(view: QwirkleView) -> Sequence[JsonObject]:
    """Takes the most points it can see, and of several best moves any."""
    hand = tiles_named(view["hand"])
    return [_choice(view, hand).to_json()]


def _choice(view: QwirkleView, hand: tuple[Tile, ...]) -> Action:
    if view["opening"] is not None:
        return _dice.choice(list(openings(hand, view["opening"])))
    found = placings(Grid.of(view["board"]), mask_of(hand))
    if found:
        most = max(points for _, points in found)
        return Place(_dice.choice([laid for laid, points in found if points == most]))
    if view["bag"]:
        return Trade.of(hand[: view["bag"]])
    return Pass()
