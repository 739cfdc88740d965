"""What a seat or a spectator may know of a game of Shifting Stones, and its actions, as JSON."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict, cast, final

from games.engine.jsontypes import ActionJson
from games.engine.view import View
from games.shifting_stones.rules.deck import CardName
from games.shifting_stones.rules.turn import SoFar


class ShiftingStonesView(View):
    """`hands` is how many cards each seat holds, `deck` how many are left; the rest lies open.

    `strikes` count only alone. `turn` is what this turn has been so far, `skipped` says of each
    seat whether its last turn was a skip, and `left` are the seats that are gone. Who may shift
    and score in one turn: all where the game is `mixed`, else the `young`, if there are any.
    """

    stones: list[str]
    hands: list[int]
    deck: int
    discards: list[CardName]
    scored: list[list[CardName]]
    strikes: int | None
    turn: SoFar | None
    mixed: bool
    goal: int
    last_round: bool
    may_skip: bool
    skipped: list[bool]
    first: int
    left: list[int]
    young: NotRequired[list[int]]


class SwapJson(TypedDict):
    kind: Literal["swap"]
    card: CardName
    cells: list[int]


class FlipJson(TypedDict):
    kind: Literal["flip"]
    card: CardName
    cell: int


class ScoreJson(TypedDict):
    kind: Literal["score"]
    card: CardName


@final
class OtherJson(TypedDict):
    """The end of a turn, or what only happened to a seat."""

    kind: Literal["end", "skip", "skip-turn", "withdraw"]


PlayedJson: TypeAlias = SwapJson | FlipJson | ScoreJson | OtherJson


def played(action: ActionJson) -> PlayedJson:
    """What is played or drafted is stored only after `parse` has read it: its form is known."""
    return cast("PlayedJson", action)
