"""Stones and cards as drawings, for pages and mails, from one sprite."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from django.template.loader import render_to_string

from games.kit.mosaic import Piece, drawn, mosaic
from games.kit.sprites import inside, parts
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.stones import SIDES, WIDTH

# Whole numbers only: a template writes others with the reader's own decimal point.
STONE, STONES_APART, EDGE = 100, 106, 12
TABLE = 2 * EDGE + (WIDTH - 1) * STONES_APART + STONE
CARD_WIDTH, CARD_HEIGHT, CARDS_APART = 200, 252, 216
BADGES = {1: "#6f675a", 2: "#1d7563", 3: "#a3561a", 5: "#8d2c5c"}
MARK = "#2659e0"
PIXELS = 2  # for each shown: screens are fine
STONE_SHOWN, CARD_SHOWN = 80, 78


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


def small_svg(stones: Sequence[str], marked: Collection[int] = ()) -> str:
    """The nine stones for lists and links, with no more of the sprite than they need."""
    placed = laid_out(stones, marked)
    frames = "".join(_frame(stone) for stone in placed if stone.marked)
    laid = "".join(
        f'<use href="#{stone.side}" x="{stone.x}" y="{stone.y}" width="{STONE}" height="{STONE}"/>'
        for stone in placed
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {TABLE} {TABLE}">'
        f"{parts('shifting_stones', stones)}{frames}{laid}</svg>"
    )


def _frame(stone: LaidStone) -> str:
    size = f'width="{STONE + 4}" height="{STONE + 4}" rx="34"'
    return (
        f'<rect x="{stone.x - 2}" y="{stone.y - 2}" {size} fill="none" stroke="{MARK}"'
        ' stroke-width="5"/>'
    )


def table_png(stones: Sequence[str], marked: Collection[int]) -> bytes:
    return _table(tuple((side, cell in marked) for cell, side in enumerate(stones)))


# When a game is over, everybody is sent the same table.
@lru_cache(maxsize=16)
def _table(stones: tuple[tuple[str, bool], ...]) -> bytes:
    pieces = [_stone(side, marked) for side, marked in stones]
    return mosaic([pieces[start : start + WIDTH] for start in range(0, len(pieces), WIDTH)])


def cards_png(cards: Iterable[str]) -> bytes:
    return mosaic([[_card(name) for name in cards] or [_card("")]])


@lru_cache(maxsize=64)
def _stone(side: str, marked: bool) -> Piece:
    """A stone in the middle of its part of the table."""
    box = TABLE // WIDTH
    context = {"side": side, "marked": marked, "box": box, "edge": (box - STONE) // 2}
    return _drawn("games/shifting_stones/picture.svg", context, STONE_SHOWN)


@lru_cache(maxsize=128)
def _card(name: str) -> Piece:
    """A card in the middle of its place, or a place without one."""
    context: dict[str, object] = {
        "card": card_drawing(name) if name else None,
        "width": CARDS_APART,
        "height": CARD_HEIGHT,
        "edge": (CARDS_APART - CARD_WIDTH) // 2,
    }
    return _drawn("games/shifting_stones/card.svg", context, CARD_SHOWN)


def _drawn(template: str, context: dict[str, object], shown: int) -> Piece:
    svg = render_to_string(template, context | {"sprite": inside("shifting_stones")})
    return drawn(svg, PIXELS * shown)
