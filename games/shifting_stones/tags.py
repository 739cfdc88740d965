"""Drawing stones and cards of Shifting Stones as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django import template
from django.templatetags.static import static

from games.shifting_stones.pictures import TABLE, card_drawing, laid_out
from games.shifting_stones.words import card_name, stone_name, stones_in_words

register = template.Library()
Item = TypeVar("Item")


@register.simple_tag
def stone_sprite() -> str:
    return static("games/shifting_stones/pieces.svg")


@register.inclusion_tag("games/shifting_stones/_stone.html")
def stone(side: str) -> dict[str, str]:
    """A large stone; what it is called is said beside it."""
    return {"side": side, "sprite_url": stone_sprite()}


@register.inclusion_tag("games/shifting_stones/_laid_out.html")
def stones_picture(stones: str, marked: str = "") -> dict[str, object]:
    """Nine stones as words in a row, "sun fish seed …", with some cells marked, "0 1"."""
    sides = stones.split()
    return {
        "stones": laid_out(sides, {int(cell) for cell in marked.split()}),
        "size": TABLE,
        "sprite_url": stone_sprite(),
        "label": stones_in_words(sides),
    }


@register.inclusion_tag("games/shifting_stones/_mini.html")
def mini_stone(side: str, named: bool = False) -> dict[str, str]:
    return {
        "side": side,
        "sprite_url": stone_sprite(),
        "label": stone_name(side) if named else "",
    }


@register.inclusion_tag("games/shifting_stones/_card.html")
def card_picture(name: str, named: bool = True) -> dict[str, object]:
    """A card by its name in the deck."""
    return {
        "card": card_drawing(name),
        "sprite_url": stone_sprite(),
        "label": card_name(name) if named else "",
    }


@register.inclusion_tag("games/shifting_stones/_icon.html")
def stone_icon(icon: str) -> dict[str, str]:
    return {"icon": icon, "sprite_url": stone_sprite()}


@register.filter
def of_seat(items: Sequence[Item], seat: int) -> Item:
    """What belongs to this seat, of a list with one item for each."""
    return items[seat]
