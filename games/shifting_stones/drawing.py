"""Stones, cards and icons of Shifting Stones as SVG, each drawn once for each language."""

from __future__ import annotations

from collections.abc import Iterable

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.kit.drawing import drawn
from games.kit.lasting import once_a_language
from games.shifting_stones.pictures import TABLE, card_drawing, laid_out
from games.shifting_stones.words import card_name, stone_name, stones_in_words

_FOLDER = "games/shifting_stones"


def sprite() -> str:
    return static(f"{_FOLDER}/pieces.svg")


@once_a_language
def stone(side: str) -> SafeString:
    """A large stone; what it is called is said beside it."""
    return drawn(f"{_FOLDER}/_stone.html", side=side, sprite_url=sprite())


@once_a_language
def stones_picture(stones: str, marked: str = "") -> SafeString:
    """Nine stones as words in a row, "sun fish seed …", with some cells marked, "0 1"."""
    sides = stones.split()
    return drawn(
        f"{_FOLDER}/_laid_out.html",
        stones=laid_out(sides, {int(cell) for cell in marked.split()}),
        size=TABLE,
        sprite_url=sprite(),
        label=stones_in_words(sides),
    )


@once_a_language
def mini_stone(side: str, named: bool = False) -> SafeString:
    label = stone_name(side) if named else ""
    return drawn(f"{_FOLDER}/_mini.html", side=side, sprite_url=sprite(), label=label)


@once_a_language
def card_picture(name: str, named: bool = True) -> SafeString:
    """A card by its name in the deck."""
    return drawn(
        f"{_FOLDER}/_card.html",
        card=card_drawing(name),
        sprite_url=sprite(),
        label=card_name(name) if named else "",
    )


def cards_picture(names: Iterable[str], named: bool = True) -> SafeString:
    return mark_safe("".join(card_picture(name, named) for name in names))  # noqa: S308


@once_a_language
def stone_icon(icon: str) -> SafeString:
    return drawn(f"{_FOLDER}/_icon.html", icon=icon, sprite_url=sprite())
