"""A turn of Shifting Stones in motion: what everybody saw of it, and what it brought its player."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import PlayedAction
from games.engine.jsontypes import ActionJson, JsonObject
from games.shifting_stones.rules.deck import CARDS, CardName
from games.shifting_stones.rules.drawing import HAND_SIZE, end_draws, skip_draws
from games.shifting_stones.rules.view import played


def steps_shown(turn: Sequence[PlayedAction]) -> list[JsonObject]:
    """Which stones were shifted, and which cards were scored for how much."""
    steps: list[JsonObject] = []
    for move in turn:
        action = played(move.action)
        if action["kind"] == "swap":
            steps.append({"kind": "swap", "cells": action["cells"]})
        elif action["kind"] == "flip":
            steps.append({"kind": "flip", "cell": action["cell"]})
        elif action["kind"] == "score":
            steps.append({"kind": "score", "points": CARDS[action["card"]].points})
        else:
            steps.append({"kind": action["kind"]})
    return steps


def cards_drawn(hand: Sequence[CardName], own: Sequence[ActionJson]) -> list[CardName]:
    """They lie at the end of the hand, after those that were kept in the turn before."""
    held = kept = HAND_SIZE
    for action in map(played, own):
        kept = held = held - ("card" in action)
        if action["kind"] == "skip":
            held += skip_draws(held)
        elif action["kind"] in ("end", "skip-turn"):
            held += end_draws(held)
    return list(hand[kept:])
