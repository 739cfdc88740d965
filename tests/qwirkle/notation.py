"""Boards, hands and actions as text: the language of the rules' tests.

A board is drawn row by row, `.` for an empty cell. Hands and bags are names of tiles with spaces
between. An action is `rc@1,0 rd@2,0`, `trade rc gd`, `pass`, `skip-turn` or `withdraw`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.chance import Chance
from games.engine.contract import Step
from games.qwirkle.rules.actions import Action
from games.qwirkle.rules.engine import QwirkleEngine
from games.qwirkle.rules.state import State

ENGINE = QwirkleEngine()
CHANCE = Chance(bytes(range(32)))

COLOURS, SHAPES = "roygbp", "osdctx"
NAMES = [colour + shape for colour in COLOURS for shape in SHAPES]

Placed = tuple[str, int, int]


def board(text: str, x: int = 0, y: int = 0) -> list[Placed]:
    """The tiles of a drawing whose top left cell is (x, y)."""
    rows = [row.split() for row in text.strip().splitlines()]
    return [
        (name, x + column, y + row)
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
        if name != "."
    ]


def position(
    text: str = "",
    hands: Sequence[str] = ("ro", "ro"),
    bag: str = "",
    *,
    at: tuple[int, int] = (0, 0),
    turn: int = 0,
    opening: int | None = None,
    scores: Sequence[int] = (),
    withdrawn: Sequence[int] = (),
    ended: str | None = None,
    ply: int = 9,
    seniority: Sequence[int] = (),
) -> State:
    return ENGINE.load(
        {
            "board": board(text, *at),
            "hands": [hand.split() for hand in hands],
            "bag": bag.split(),
            "scores": list(scores) or [0] * len(hands),
            "turn": turn,
            "opening": opening,
            "withdrawn": list(withdrawn),
            "ended": ended,
            "ply": ply,
            "seniority": list(seniority) or list(range(len(hands))),
        }
    )


def as_json(text: str) -> dict[str, object]:
    """The JSON of an action in notation."""
    words = text.split()
    if not words or "@" in words[0]:
        return {"kind": "place", "tiles": [_placed(word) for word in words]}
    if words[0] == "trade":
        return {"kind": "trade", "tiles": words[1:]}
    return {"kind": words[0]}


def action(text: str) -> Action:
    return ENGINE.parse(as_json(text))


def play(state: State, text: str, chance: Chance = CHANCE) -> Step[State]:
    """Play one action of the seat to act."""
    if text == "skip-turn":
        return ENGINE.skip(state, chance)
    return ENGINE.apply(state, action(text), chance)


def shown(placed: Action) -> str:
    """An action back in notation."""
    data = placed.to_json()
    if data["kind"] == "place":
        return " ".join(f"{name}@{x},{y}" for name, x, y in data["tiles"])
    return " ".join([data["kind"], *data.get("tiles", [])])


def listed(state: State) -> set[str]:
    """All legal actions in notation."""
    return {shown(legal) for legal in ENGINE.legal_actions(state)}


def _placed(word: str) -> list[str | int]:
    name, _, cell = word.partition("@")
    x, y = cell.split(",")
    return [name, int(x), int(y)]
