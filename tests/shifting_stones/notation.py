"""Stones, hands and actions as text: the language of the tests of Shifting Stones.

Stones are nine names row by row. Hands and decks are names of cards with spaces between. An
action is `swap p1-01 0,1`, `flip p1-01 4`, `score p2-03`, `end`, `skip` or `skip-turn`; a turn
is several of them with `;` between.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Step
from games.shifting_stones.rules.actions import Action
from games.shifting_stones.rules.engine import ShiftingStonesEngine
from games.shifting_stones.rules.state import State

ENGINE = ShiftingStonesEngine()
CHANCE = Chance(bytes(range(32)))

# The deck as the design gives it, which the rules' own must equal.
DECK_FILE = Path(__file__).with_name("deck.json")
DECK: dict[str, dict[str, Any]] = {card["id"]: card for card in json.loads(DECK_FILE.read_text())}
NAMES = sorted(DECK)

PLAIN = """
    sun   fish  fish
    horse horse horse
    seed  seed  seed
"""


def position(
    stones: str = PLAIN,
    hands: Sequence[str] = ("p1-26 p1-14", "p1-27"),
    deck: str = "",
    *,
    discards: str = "",
    scored: Sequence[str] = (),
    first: int = 0,
    turn: int = 0,
    mixed: bool = False,
    skipped: Sequence[int] = (),
    so_far: str | None = None,
    strikes: int = 0,
    withdrawn: Sequence[int] = (),
    ended: str | None = None,
    ply: int = 9,
    young: Sequence[int] = (),
) -> State:
    seats = range(len(hands))
    return ENGINE.load(
        {
            "stones": stones.split(),
            "hands": [hand.split() for hand in hands],
            "deck": deck.split(),
            "discards": discards.split(),
            "scored": [cards.split() for cards in scored] or [[] for _ in seats],
            "first": first,
            "turn": turn,
            "mixed": mixed,
            "skipped": [seat in skipped for seat in seats],
            "so_far": so_far,
            "strikes": strikes,
            "withdrawn": list(withdrawn),
            "ended": ended,
            "ply": ply,
            "young": list(young),
        }
    )


def as_json(text: str) -> dict[str, object]:
    """The JSON of an action in notation."""
    kind, *words = text.split()
    if kind == "swap":
        card, cells = words
        return {"kind": kind, "card": card, "cells": [int(cell) for cell in cells.split(",")]}
    if kind == "flip":
        card, cell = words
        return {"kind": kind, "card": card, "cell": int(cell)}
    return {"kind": kind, **({"card": words[0]} if words else {})}


def action(text: str) -> Action:
    return ENGINE.parse(as_json(text))


def turn_of(text: str) -> list[dict[str, object]]:
    """The JSON of a whole turn, `swap p1-01 0,1; end`."""
    return [as_json(part) for part in text.split(";") if part.strip()]


def step(state: State, text: str, chance: Chance = CHANCE) -> Step[State]:
    """Play one action of the seat to act."""
    if text == "skip-turn":
        return ENGINE.skip(state, chance)
    return ENGINE.apply(state, action(text), chance)


def play(state: State, text: str) -> State:
    """Play actions one after the other, by whoever is to act."""
    for part in text.split(";"):
        state = step(state, part.strip()).state
    return state


def shown(done: Action) -> str:
    """An action back in notation."""
    data = done.to_json()
    where = data.get("cells", [data["cell"]] if "cell" in data else [])
    words = [data["kind"], data.get("card", ""), ",".join(map(str, where))]
    return " ".join(word for word in words if word)


def listed(state: State) -> set[str]:
    """All legal actions in notation."""
    return {shown(legal) for legal in ENGINE.legal_actions(state)}


def ones(count: int, start: int = 1) -> str:
    """So many different cards of 1 point."""
    return " ".join(f"p1-{number:02}" for number in range(start, start + count))


def twos(count: int, start: int = 1) -> str:
    return " ".join(f"p2-{number:02}" for number in range(start, start + count))
