"""What is no action in any game, made of the name of a kind of action that the game has."""

from __future__ import annotations

import json
from collections import deque
from decimal import Decimal
from fractions import Fraction

NAN, INFINITY = float("nan"), float("inf")
HUGE = 10**400


class Shout(str):
    """A string that is not quite one."""

    __slots__ = ()


class Whole(int):
    """An integer that is not quite one."""


def nested(depth: int, kind: type = list) -> object:
    inside: object = kind()
    for _ in range(depth):
        inside = {"kind": inside} if kind is dict else [inside]
    return inside


def not_actions(word: str, other: str) -> list[object]:
    raw = word.encode()
    return [
        *(None, True, False, 0, 1, -1, 1.5, NAN, INFINITY, HUGE, 1j, Decimal(1), Fraction(1, 2)),
        *("", word, other, "\ud800", "\x00", json.dumps({"kind": word}), b"", raw, bytearray(raw)),
        *([], [[]], ["kind", word], [{"kind": word}], (), ("kind", word), set(), {"kind"}),
        *(frozenset(), range(3), iter([]), object(), object, len, Ellipsis, NotImplemented),
        *(deque(), memoryview(raw), nested(10_000), Exception(word), [("kind", word)]),
    ]


def bad_kinds(word: str, like_it: str, other: str, elsewhere: str) -> list[object]:
    """`like_it` looks like the word, `other` is another of the game's, `elsewhere` of no kind."""
    return [
        *({}, {"kind": None}, {"kind": []}, {"kind": {}}, {"kind": [other]}, {"kind": {"a": 1}}),
        *({"kind": 0}, {"kind": True}, {"kind": NAN}, {"kind": HUGE}, {"kind": word.encode()}),
        *({"kind": ""}, {"kind": word.title()}, {"kind": word.upper()}),
        *({"kind": f"{word} "}, {"kind": f" {word}"}, {"kind": like_it}, {"kind": f"{word}\x00"}),
        *({"kind": "skip-turn"}, {"kind": "withdraw"}, {"kind": elsewhere}, {"kind": "\ud800"}),
        *({"kind": "x" * 10**6}, {"kind": (word,)}, {"Kind": word}, {b"kind": word}, {None: word}),
        *({1: 2}, {"": ""}, {("kind",): word}, {"kind": {other}}, {"kind": object()}),
        *({"kind": nested(10_000)}, nested(10_000, dict), {f"k{n}": n for n in range(10_000)}),
    ]
