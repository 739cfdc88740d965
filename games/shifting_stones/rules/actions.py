"""What a seat can do: swap, flip, score, end its turn or skip it; and how JSON says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.engine.errors import MalformedAction
from games.engine.jsontypes import JsonObject
from games.engine.parsing import Fields, kind_and_fields
from games.shifting_stones.rules.deck import CARDS, CardName
from games.shifting_stones.rules.stones import CELLS, Cell, Pair


@dataclass(frozen=True, slots=True)
class Swap:
    """Discard the card; these two stones change places. The lower cell comes first."""

    card: CardName
    cells: Pair

    @classmethod
    def of(cls, card: CardName, one: Cell, other: Cell) -> Swap:
        return cls(card, (min(one, other), max(one, other)))

    def to_json(self) -> JsonObject:
        return {"kind": "swap", "card": self.card, "cells": list(self.cells)}


@dataclass(frozen=True, slots=True)
class Flip:
    """Discard the card; this stone is turned over."""

    card: CardName
    cell: Cell

    def to_json(self) -> JsonObject:
        return {"kind": "flip", "card": self.card, "cell": self.cell}


@dataclass(frozen=True, slots=True)
class Score:
    """Put down a card that matches now, for its points."""

    card: CardName

    def to_json(self) -> JsonObject:
        return {"kind": "score", "card": self.card}


@dataclass(frozen=True, slots=True)
class End:
    """The turn is done: draw up to a full hand."""

    def to_json(self) -> JsonObject:
        return {"kind": "end"}


@dataclass(frozen=True, slots=True)
class Skip:
    """Do nothing in this turn but draw two cards."""

    def to_json(self) -> JsonObject:
        return {"kind": "skip"}


Action: TypeAlias = Swap | Flip | Score | End | Skip

FIELDS: Fields = {
    "swap": frozenset({"kind", "card", "cells"}),
    "flip": frozenset({"kind", "card", "cell"}),
    "score": frozenset({"kind", "card"}),
    "end": frozenset({"kind"}),
    "skip": frozenset({"kind"}),
}


def parse(data: object) -> Action:
    """The action that this JSON describes. Whatever else comes in is `MalformedAction`."""
    kind, fields = kind_and_fields(data, FIELDS)
    if kind == "end":
        return End()
    if kind == "skip":
        return Skip()
    card = _card(fields.get("card"))
    if kind == "swap":
        return Swap.of(card, *_pair(fields.get("cells")))
    if kind == "flip":
        return Flip(card, _cell(fields.get("cell")))
    return Score(card)


def _card(name: object) -> CardName:
    card = CARDS.get(name) if isinstance(name, str) else None
    if card is None:
        raise MalformedAction("unknown-card")
    return card.name


def _pair(cells: object) -> Pair:
    if not isinstance(cells, list | tuple) or len(cells) != 2:
        raise MalformedAction("not-two-cells")
    one, other = cells
    return _cell(one), _cell(other)


def _cell(number: object) -> Cell:
    # A bool is an int to Python, but no cell to anybody.
    if type(number) is not int or number not in CELLS:
        raise MalformedAction("not-a-cell")
    return number
