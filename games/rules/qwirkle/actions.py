"""What a seat can do on its turn: place, trade or pass; and how JSON says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.rules.errors import MalformedAction
from games.rules.jsontypes import JsonObject
from games.rules.qwirkle.board import FARTHEST, Laid, cell_at, named
from games.rules.qwirkle.tiles import HAND_SIZE, TILES_BY_NAME, Tile, names


@dataclass(frozen=True, slots=True)
class Place:
    """Lay these tiles. They are kept in the order of their cells: two orders are one action."""

    laid: Laid

    @classmethod
    def of(cls, placed: Iterable[tuple[Tile, int, int]]) -> Place:
        return cls(tuple(sorted((cell_at(x, y), tile) for tile, x, y in placed)))

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


def parse(data: object) -> Action:
    """The action that this JSON describes. Whatever else comes in is `MalformedAction`."""
    if not isinstance(data, Mapping):
        raise MalformedAction("not-an-action")
    kind = data.get("kind")
    if kind == "pass":
        _only(data, {"kind"})
        return Pass()
    if kind == "place":
        return Place.of(_placed_tile(item) for item in _tiles_of(data))
    if kind == "trade":
        return Trade.of(_tile(item) for item in _tiles_of(data))
    raise MalformedAction("unknown-kind")


def _tiles_of(data: Mapping[object, object]) -> list[object] | tuple[object, ...]:
    _only(data, {"kind", "tiles"})
    tiles = data.get("tiles")
    if not isinstance(tiles, list | tuple):
        raise MalformedAction("no-tiles")
    if len(tiles) > HAND_SIZE:
        raise MalformedAction("too-many-tiles", most=HAND_SIZE)
    return tiles


def _only(data: Mapping[object, object], keys: set[str]) -> None:
    if not set(data) <= keys:
        raise MalformedAction("unknown-field")


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
