"""What a seat or a spectator may know of a game of Qwirkle, and its actions, as JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict, cast

from games.engine.jsontypes import ActionJson
from games.engine.view import View
from games.qwirkle.rules.board import PlacedTile


class QwirkleView(View):
    """`hands` is how many tiles each seat holds, `bag` how many are left.

    `opening` is the size that the opening must have, until something lies. `past` has each turn:
    the seat, what it did, with how many tiles; `board` is in the order laid, so that both tell it.
    """

    board: list[PlacedTile]
    hands: list[int]
    bag: int
    opening: int | None
    past: list[list[int | str]]


class PlaceJson(TypedDict):
    kind: Literal["place"]
    tiles: list[PlacedTile]


class TradeJson(TypedDict):
    kind: Literal["trade"]
    tiles: list[str]


class OtherJson(TypedDict):
    """A pass, or what only happened to a seat."""

    kind: Literal["pass", "skip-turn", "withdraw"]


PlayedJson: TypeAlias = PlaceJson | TradeJson | OtherJson


def played(action: ActionJson) -> PlayedJson:
    """What was played is stored only after `parse` has read it: its form is known."""
    return cast("PlayedJson", action)
