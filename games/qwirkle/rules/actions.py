"""What a seat can do on its turn: place, trade or pass; and how JSON says it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TypeAlias

from games.engine.errors import MalformedAction
from games.engine.jsontypes import JsonObject
from games.engine.parsing import Fields, kind_and_fields
from games.qwirkle.rules.board import FARTHEST, Laid, cell_at, named
from games.qwirkle.rules.tiles import HAND_SIZE, TILES_BY_NAME, Tile, names


@dataclass(frozen=True, slots=True)
class Place:
    """Lay these tiles. They are kept in the order of their cells: two orders are one action."""

    laid: Laid

    @classmethod
    def of(cls, placed: Iterable[tuple[Tile, int, int]]) -> Place:
        return cls(tuple(sorted((cell_at(x, y), tile) for tile, x, y in placed)))

    @classmethod
    def each(cls, placings: Sequence[Laid]) -> list[Place]:
        """One for each of these, whose cells are in order.

        A search makes them by the thousand. Filled together, not one by one as a frozen
        dataclass fills itself, they take half as long.
        """
        places = list(map(object.__new__, repeat(cls, len(placings))))
        deque(map(vars(cls)["laid"].__set__, places, placings), maxlen=0)
        return places

    def to_json(self) -> JsonObject:
        return {"kind": "place", "tiles": [named(cell, tile) for cell, tile in self.laid]}


@dataclass(frozen=True, slots=True)
class Trade:
    """Put these tiles, in their own order, back for as many new ones."""

    tiles: tuple[Tile, ...]

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Trade:
        return cls(tuple(sorted(tiles)))

    def to_json(self) -> JsonObject:
        return {"kind": "trade", "tiles": names(self.tiles)}


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where nothing can be done."""

    def to_json(self) -> JsonObject:
        return {"kind": "pass"}


Action: TypeAlias = Place | Trade | Pass

FIELDS: Fields = {
    "place": frozenset({"kind", "tiles"}),
    "trade": frozenset({"kind", "tiles"}),
    "pass": frozenset({"kind"}),
}


def parse(data: object) -> Action:
    """The action that this JSON describes. Whatever else comes in is `MalformedAction`."""
    kind, fields = kind_and_fields(data, FIELDS)
    if kind == "pass":
        return Pass()
    tiles = _several(fields.get("tiles"))
    if kind == "place":
        return Place.of(_placed_tile(item) for item in tiles)
    return Trade.of(_tile(item) for item in tiles)


def _several(tiles: object) -> list[object] | tuple[object, ...]:
    if not isinstance(tiles, list | tuple):
        raise MalformedAction("no-tiles")
    if len(tiles) > HAND_SIZE:
        raise MalformedAction("too-many-tiles", most=HAND_SIZE)
    return tiles


def _placed_tile(item: object) -> tuple[Tile, int, int]:
    if not isinstance(item, list | tuple) or len(item) != 3:
        raise MalformedAction("not-a-placed-tile")
    tile, x, y = item
    return _tile(tile), _coordinate(x), _coordinate(y)


def _tile(name: object) -> Tile:
    tile = TILES_BY_NAME.get(name) if isinstance(name, str) else None
    if tile is None:
        raise MalformedAction("unknown-tile")
    return tile


def _coordinate(number: object) -> int:
    # A bool is an int to Python, but no coordinate to anybody.
    if type(number) is not int:
        raise MalformedAction("not-a-coordinate")
    if not -FARTHEST <= number <= FARTHEST:
        raise MalformedAction("too-far-out", farthest=FARTHEST)
    return number
