"""A second Shifting Stones, deliberately naive, to check the rules against.

It shares no line of code with the rules: stones are nine names, a card is the JSON of the
deck, and every grid is slid over every corner of the table and looked at stone by stone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

PAIRS = [("sun", "moon"), ("fish", "bird"), ("horse", "boat"), ("seed", "tree")]
OTHER_SIDE = {**dict(PAIRS), **{back: front for front, back in PAIRS}}

Card = Mapping[str, Any]
Key = tuple[object, ...]


def spots(card: Card, stones: Sequence[str]) -> set[frozenset[int]]:
    """The cells of the stones shown, wherever the card matches."""
    pattern = card["pattern"]
    found = set()
    for top in range(3):
        for left in range(3):
            cells = set()
            good = True
            for row, sides in enumerate(pattern):
                for column, side in enumerate(sides):
                    y, x = top + row, left + column
                    if y > 2 or x > 2:
                        good = False
                    elif side is not None:
                        cells.add(3 * y + x)
                        good = good and stones[3 * y + x] == side
            if good:
                found.add(frozenset(cells))
    return found


def touching(one: int, other: int) -> bool:
    (y, x), (v, u) = divmod(one, 3), divmod(other, 3)
    return abs(y - v) + abs(x - u) == 1


def swap(stones: Sequence[str], one: int, other: int) -> list[str]:
    after = list(stones)
    after[one], after[other] = stones[other], stones[one]
    return after


def flip(stones: Sequence[str], cell: int) -> list[str]:
    after = list(stones)
    after[cell] = OTHER_SIDE[stones[cell]]
    return after


def actions(view: Mapping[str, Any], deck: Mapping[str, Card]) -> dict[Key, tuple[list[str], int]]:
    """Every action of the seat that sees this, with the stones after it and its points."""
    stones, done = view["stones"], view["turn"]
    found: dict[Key, tuple[list[str], int]] = {("end",): (stones, 0)}
    if done is None and not view["skipped"][view["to_act"]]:
        found["skip",] = (stones, 0)
    for card in view["hand"]:
        mixes = view["mixed"] or view["to_act"] in view.get("young", ())
        if done != "score" or mixes:
            for one in range(9):
                found["flip", card, one] = (flip(stones, one), 0)
                for other in range(one):
                    if touching(one, other):
                        found["swap", card, other, one] = (swap(stones, one, other), 0)
        if (done != "shift" or mixes) and spots(deck[card], stones):
            found["score", card] = (stones, deck[card]["points"])
    return found
