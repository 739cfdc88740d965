"""What Qwirkle's templates are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.jsontypes import Json, JsonObject
from games.kit.presenter import Choice, Entry, Part
from games.qwirkle.presenter.board import Bounds, Row
from games.qwirkle.rules.board import PlacedTile
from games.qwirkle.rules.view import QwirkleView


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many of a tile the reader has not seen."""

    tile: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTile:
    """A tile of the hand: the key that picks it, and whether it lies in the draft."""

    tile: str
    name: str
    key: int
    used: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What the draft would make, part by part; or why it is not legal, and which tiles it is."""

    legal: bool
    points: int = 0
    parts: Sequence[Part] = ()
    words: str = ""
    wrong: Sequence[Json] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The board for all; from `hand` on, what only who sits there sees."""

    view: QwirkleView
    bounds: Bounds
    rows: Sequence[Row]
    tracker: Sequence[Unseen]
    hand: Sequence[HandTile] = ()
    draft: Sequence[PlacedTile] = ()
    draft_actions: Sequence[JsonObject] = ()
    draft_before: Sequence[JsonObject] = ()
    hints: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    later: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    choices: Sequence[Choice] = ()
    preview: Preview | None = None
    unfinished: bool = False
    can_trade: bool = False
    can_pass: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class QwirkleEntry(Entry):
    tiles: Sequence[str]
