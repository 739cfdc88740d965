"""The 72 cards: 28 of 1 point, 26 of 2, 13 of 3 and 5 of 5.

Each is drawn as its grid, rows from the top with `/` between them, `.` for any stone. Its name is
its points and its number among the cards of those points: `p1-01`. Games that are stored and
records name cards so: a card's name and grid never change within a rules version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from games.shifting_stones.rules.patterns import Pattern, Spot, pattern_of, spots_of

CardName: TypeAlias = str

DRAWINGS: Mapping[int, tuple[str, ...]] = {
    1: (
        "seed horse",
        "tree / boat",
        ". boat . / . . . / . . .",
        "boat . . / . . . / . . .",
        ". . seed / . . . / . . .",
        "boat . / . tree",
        "horse . / . tree",
        ". horse / seed .",
        ". tree / horse .",
        "bird boat",
        "bird seed",
        "bird / tree",
        "boat / bird",
        "fish horse",
        "fish seed",
        "fish / boat",
        "horse fish",
        "horse / bird",
        "seed / fish",
        "tree bird",
        "boat . / . horse",
        ". seed / tree .",
        ". tree / seed .",
        ". . . / . . fish / . . .",
        "horse / horse",
        "seed seed",
        "tree / tree",
        "boat . / . boat",
    ),
    2: (
        ". boat / bird .",
        ". . bird / . . . / . . .",
        "boat . horse",
        "tree / seed / .",
        "horse fish .",
        ". bird boat",
        ". / bird / tree",
        "horse / . / horse",
        "seed / . / seed",
        "moon boat",
        "seed / moon",
        "sun / seed",
        "fish . seed",
        "boat . . / . . tree",
        ". tree / . . / boat .",
        ". . horse / seed . .",
        "moon . / . horse",
        "tree . / . sun",
        ". horse / sun .",
        ". tree / moon .",
        "fish sun",
        "sun bird",
        ". fish . / . boat . / . . .",
        ". . . / fish tree . / . . .",
        "moon . . / . . . / . . .",
        "bird . / . . / . fish",
    ),
    3: (
        "boat . horse / . tree .",
        "tree . / seed tree",
        "boat / fish / boat",
        ". seed . / boat . fish",
        ". . bird / seed tree .",
        "tree moon / tree .",
        "horse boat . / . . boat",
        "horse . . / . fish . / . . horse",
        "fish bird / seed horse",
        "seed horse / boat horse",
        ". . seed / . seed . / tree . .",
        "fish moon bird",
        "bird sun bird",
    ),
    5: (
        ". horse . / boat . seed / . boat .",
        ". . . / . . . / boat moon fish",
        "sun . seed / . . . / . . bird",
        ". tree . / tree . moon / . tree .",
        "horse . horse / . . . / sun . seed",
    ),
}


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows and is worth. `spots` is every place on the table where its grid fits."""

    name: CardName
    points: int
    pattern: Pattern
    spots: tuple[Spot, ...]


def _cards() -> Iterable[Card]:
    for points, drawings in DRAWINGS.items():
        for number, drawing in enumerate(drawings, start=1):
            pattern = pattern_of(drawing)
            yield Card(f"p{points}-{number:02}", points, pattern, tuple(spots_of(pattern)))


CARDS: Mapping[CardName, Card] = MappingProxyType({card.name: card for card in _cards()})


def points_of(cards: Iterable[CardName]) -> int:
    return sum(CARDS[card].points for card in cards)


def of_points(points: int) -> tuple[CardName, ...]:
    return tuple(card.name for card in CARDS.values() if card.points == points)
