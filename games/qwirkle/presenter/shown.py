"""What Qwirkle's templates are given."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from games.engine.jsontypes import Json, JsonObject
from games.kit.presenter import Choice, Entry, Part
from games.qwirkle.drawing import tiles_svg
from games.qwirkle.presenter.board import Bounds
from games.qwirkle.rules.board import PlacedTile
from games.qwirkle.rules.view import QwirkleView


class Unseen(NamedTuple):
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
    # The cells that the last turn filled.
    marked: Collection[tuple[int, int]]
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
    tip: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QwirkleEntry(Entry):
    tiles: Sequence[str]

    @property
    def drawing(self) -> SafeString:
        if not self.tiles:
            return self.quiet_words
        row = f'<span class="tile-row tiny">{tiles_svg(self.tiles)}</span>'
        return mark_safe(row)  # noqa: S308
