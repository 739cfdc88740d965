"""Stones and cards as drawings, for pages and mails, from one sprite."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import resvg_py
from django.template.loader import render_to_string

from games.kit.sprites import inside, parts
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.stones import SIDES, WIDTH

# Whole numbers only: a template writes others with the reader's own decimal point.
STONE, STONES_APART, EDGE = 100, 106, 12
TABLE = 2 * EDGE + (WIDTH - 1) * STONES_APART + STONE
CARD_WIDTH, CARD_HEIGHT, CARDS_APART = 200, 252, 216
BADGES = {1: "#6f675a", 2: "#1d7563", 3: "#a3561a", 5: "#8d2c5c"}
PIXELS = 2  # for each shown: screens are fine
TABLE_SHOWN, CARD_SHOWN = 240, 72


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a card's grid; `side` is empty where any stone will do."""

    x: int
    y: int
    size: int
    side: str


@dataclass(frozen=True, slots=True)
class CardDrawing:
    """A card in a box of `CARD_WIDTH` by `CARD_HEIGHT`; `frame` is around its whole grid."""

    name: str
    points: int
    badge: str
    frame: dict[str, int]
    places: tuple[Place, ...]


@cache
def card_drawing(name: str) -> CardDrawing:
    """A grid of three places a side is drawn smaller than the others, so that all are legible."""
    card = CARDS[name]
    rows, columns = len(card.pattern), len(card.pattern[0])
    size, gap = (52, 5) if max(rows, columns) == WIDTH else (72, 6)
    width, height = (count * (size + gap) - gap for count in (columns, rows))
    left, top = (CARD_WIDTH - width) // 2, (CARD_WIDTH - height) // 2
    places = tuple(
        Place(
            left + column * (size + gap),
            top + row * (size + gap),
            size,
            "" if side is None else SIDES[side],
        )
        for row, sides in enumerate(card.pattern)
        for column, side in enumerate(sides)
    )
    frame = {"x": left - 7, "y": top - 7, "width": width + 14, "height": height + 14}
    return CardDrawing(name, card.points, BADGES[card.points], frame, places)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidStone:
    """A stone on the table and where its corner is."""

    side: str
    x: int
    y: int
    marked: bool


def laid_out(stones: Sequence[str], marked: Collection[int] = ()) -> list[LaidStone]:
    """The nine stones with their corners, in a box of `TABLE` by `TABLE`."""
    return [
        LaidStone(
            side=side,
            x=EDGE + cell % WIDTH * STONES_APART,
            y=EDGE + cell // WIDTH * STONES_APART,
            marked=cell in marked,
        )
        for cell, side in enumerate(stones)
    ]


def small_svg(stones: Sequence[str]) -> str:
    """The nine stones for lists, with no more of the sprite than they need."""
    drawn = "".join(
        f'<use href="#{stone.side}" x="{stone.x}" y="{stone.y}" width="{STONE}" height="{STONE}"/>'
        for stone in laid_out(stones)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {TABLE} {TABLE}">'
        f"{parts('shifting_stones', stones)}{drawn}</svg>"
    )


def table_png(stones: Sequence[str], marked: Collection[int]) -> bytes:
    context = {
        "sprite": inside("shifting_stones"),
        "stones": laid_out(stones, marked),
        "size": TABLE,
    }
    return _png("games/shifting_stones/picture.svg", context, TABLE_SHOWN)


def cards_png(cards: Iterable[str]) -> bytes:
    drawings = [
        {"card": card_drawing(name), "left": number * CARDS_APART}
        for number, name in enumerate(cards)
    ]
    width = max(1, len(drawings)) * CARDS_APART - CARDS_APART + CARD_WIDTH
    context = {
        "sprite": inside("shifting_stones"),
        "cards": drawings,
        "width": width,
        "height": CARD_HEIGHT,
    }
    shown = CARD_SHOWN * width // CARD_WIDTH
    return _png("games/shifting_stones/cards.svg", context, shown)


def _png(template: str, context: dict[str, object], shown: int) -> bytes:
    svg = render_to_string(template, context)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=PIXELS * shown))
