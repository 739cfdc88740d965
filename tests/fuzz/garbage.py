"""What strangers send: strings, numbers and JSON that nobody asked for."""

from __future__ import annotations

import json
from random import Random

TEXTS = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "\u202e\u200f",
    "\U0010ffff",
    "👩‍👩‍👧‍👦" * 40,
    "\r\nSet-Cookie: x=1",
    "\x1b[31m",
    "٣",
    "²",
    "-1",
    "0",
    "1e400",
    "NaN",
    "Infinity",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "9" * 100,
    "9" * 5000,
    "0x1F",
    "1_000",
    "+1",
    "1" * 14,
    "null",
    "true",
    "[]",
    "{}",
    "(",
    "[a-",
    "%",
    "%(x)s",
    "%s%n",
    "{0.__class__}",
    "{{ 7 }}",
    "../../../../etc/passwd",
    "..",
    ".",
    "//evil.example",
    "http://[",
    "http://evil.example/",
    "javascript:alert(1)",
    "///",
    "\\\\evil",
    "?",
    "#",
    "'",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "x" * 300,
    "x" * 20_000,
    "1",
    "tlh",
    "de",
    "en-us-x-twain",
    "0001-01-01",
    "9999-12-31",
    "10000-01-01",
    "2024-02-30",
    "-0001-11-30",
    "a@b",
    "@",
    "x@" + "y." * 100 + "z",
    "ı@example.org",
    "qwirkle",
    "admin",
]

JSON_TEXTS = [
    "[" * 100_000,
    "[" * 500 + "]" * 500,
    '{"kind":' * 300 + "1" + "}" * 300,
    "[NaN]",
    "[Infinity, -Infinity]",
    "[1e999]",
    f"[{'9' * 4000}]",
    f"[{'9' * 9000}]",
    '["\\u0000"]',
    '["\\ud800"]',
    '[{"kind": "\\u0000"}]',
    '[{"kind": "place", "tiles": [["ro", 1e400, 0]]}]',
    '[{"kind": "place", "tiles": [["ro", 9223372036854775808, 0]]}]',
    '[{"kind": "place", "tiles": [["\\u0000", 0, 0]]}]',
    '[{"kind": "place", "tiles": [["ro", true, null]]}]',
    '[{"kind": "place", "tiles": [[{}, [], 0]]}]',
    '[{"kind": "place", "tiles": null}]',
    '[{"kind": "trade", "tiles": ["\\ud800"]}]',
    '[{"kind": "trade", "tiles": [["ro"]]}]',
    '[{"kind": ["place"]}]',
    '[{"kind": {"kind": "place"}}]',
    '[{"kind": "withdraw"}]',
    '[{"kind": "skip-turn"}]',
    '[{"kind": "pass", "kind": "trade"}]',
    '[{"kind": "swap", "stones": [0, 99]}]',
    '[{"kind": "swap", "a": [0, 0], "b": [-1, 3]}]',
    '[{"kind": "flip", "stone": 1.5}]',
    '[{"kind": "score", "card": 1e3}]',
    "[null, 1, [], {}]",
    '"text"',
    "1",
    "null",
    "{}",
    '{"id": "\\u0000", "rawId": 1, "response": {}, "type": "public-key"}',
    '{"id": "AA", "rawId": "AA", "response": {"clientDataJSON": "AA"}, "type": "public-key"}',
]


def text(dice: Random) -> str:
    kind = dice.random()
    if kind < 0.75:
        return dice.choice(TEXTS)
    if kind < 0.9:
        return dice.choice(JSON_TEXTS)
    if kind < 0.95:
        return "".join(chr(dice.randrange(0x110000)) for _ in range(dice.randrange(1, 12)))
    return json.dumps({"kind": dice.choice(TEXTS), "tiles": [dice.choice(TEXTS)]})


def raw(dice: Random) -> bytes:
    """Not even text."""
    return dice.randbytes(dice.randrange(1, 40))
