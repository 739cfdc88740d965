"""The files that pieces are drawn from, for pages and for pictures in mails."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe

FOLDER = Path(__file__).parents[1] / "static" / "games"
# What a page may give another colour, and its colour where nobody does.
STANDARD = re.compile(r"var\(--[\w-]+, (#\w+)\)")
# The games that have one: each draws its pieces from a file in its own folder.
GAMES = tuple(sorted(file.parent.name for file in FOLDER.glob("*/pieces.svg")))


@cache
def inside(game: str) -> SafeString:
    """What is inside a game's sprite, in its standard colours. Our own file: no escaping."""
    text = STANDARD.sub(r"\1", (FOLDER / game / "pieces.svg").read_text())
    return mark_safe(re.sub(r"^<svg[^>]*>|</svg>\s*$", "", text))  # noqa: S308


def parts(game: str, names: Iterable[str]) -> str:
    """Of a game's sprite only these symbols, and the gradients that fill them."""
    symbols = _symbols(game)
    return _defs(game) + "".join(symbols[name] for name in sorted({*names}))


@cache
def _symbols(game: str) -> dict[str, str]:
    found = re.finditer(r'<symbol id="([^"]+)".*?</symbol>', inside(game), re.DOTALL)
    return {match[1]: match[0] for match in found}


@cache
def _defs(game: str) -> str:
    found = re.search(r"<defs>.*?</defs>", inside(game), re.DOTALL)
    return found[0] if found else ""


@cache
def paints() -> SafeString:
    """The gradients of every sprite.

    A page holds them too: WebKit draws a shape from another file, but looks for the gradient that
    fills it in the page.
    """
    found = (re.search(r"<defs>(.*?)</defs>", inside(game), re.DOTALL) for game in GAMES)
    return mark_safe("".join(match[1] for match in found if match))  # noqa: S308
