"""Greedy and Novice: those that look at points alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from games.qwirkle.rules.actions import Action, Pass, Place, Trade
from games.qwirkle.rules.board import Grid, Laid
from games.qwirkle.rules.listing import openings
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.tiles import Tile, mask_of, tiles_named
from games.qwirkle.rules.view import QwirkleView

# How much of the table a novice takes in at a glance.
NOTICED = 0.42


def greedy(view: QwirkleView, thinking: Thinking) -> Sequence[JsonObject]:
    """Takes the most points it can see, and of several best moves any."""
    hand, dice = tiles_named(view["hand"]), thinking.dice
    if view["opening"] is not None:
        return [dice.choice(list(openings(hand, view["opening"]))).to_json()]
    found = placings(Grid.of(view["board"]), mask_of(hand))
    return [_most(found, dice).to_json() if found else without_placing(view, hand).to_json()]


def novice(view: QwirkleView, thinking: Thinking) -> Sequence[JsonObject]:
    """Takes the most points among the places it notices; of the gaps it overlooks most.

    It sees that something fits: who finds nothing at a glance takes the first that does.
    """
    hand, dice = tiles_named(view["hand"]), thinking.dice
    if view["opening"] is not None:
        return [dice.choice(list(openings(hand, view["opening"]))).to_json()]
    grid = Grid.of(view["board"])
    found = placings(grid, mask_of(hand))
    overlooked = {cell for cell in grid.gaps if dice.random() >= NOTICED}
    noticed = [item for item in found if overlooked.isdisjoint(cell for cell, _ in item[0])]
    if noticed:
        return [_most(noticed, dice).to_json()]
    if found:
        return [Place(dice.choice(found)[0]).to_json()]
    return [without_placing(view, hand).to_json()]


def without_placing(view: QwirkleView, hand: tuple[Tile, ...]) -> Action:
    """Where nothing fits: trade as many as one may, or else pass."""
    if view["bag"]:
        return Trade.of(hand[: view["bag"]])
    return Pass()


def _most(found: Sequence[tuple[Laid, int]], dice: Random) -> Place:
    most = max(points for _, points in found)
    return Place(dice.choice([laid for laid, points in found if points == most]))
