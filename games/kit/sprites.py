"""The files that pieces are drawn from, for pages and for pictures in mails."""

from __future__ import annotations

import re
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


@cache
def paints() -> SafeString:
    """The gradients of every sprite.

    A page holds them too: WebKit draws a shape from another file, but looks for the gradient that
    fills it in the page.
    """
    found = (re.search(r"<defs>(.*?)</defs>", inside(game), re.DOTALL) for game in GAMES)
    return mark_safe("".join(match[1] for match in found if match))  # noqa: S308
