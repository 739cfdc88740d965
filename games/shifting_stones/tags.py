"""Drawing stones and cards of Shifting Stones in templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.kit.drawing import drawn
from games.kit.lasting import once_a_language
from games.shifting_stones import drawing
from games.shifting_stones.presenter.shown import Stone

register = template.Library()
register.simple_tag(drawing.sprite, name="stone_sprite")
register.simple_tag(drawing.stone)
register.simple_tag(drawing.stones_picture)
register.simple_tag(drawing.mini_stone)
register.simple_tag(drawing.card_picture)
register.simple_tag(drawing.cards_picture)
register.simple_tag(drawing.stone_icon)

Item = TypeVar("Item")


@register.simple_tag
def stones_rows(rows: Sequence[Sequence[Stone]], live: bool) -> SafeString:
    """The nine stones; `live`, where they can be touched."""
    drawn_rows = [
        f'<div class="stones-row" role="row">{"".join([_cell(stone, live) for stone in row])}</div>'
        for row in rows
    ]
    return mark_safe("".join(drawn_rows))  # noqa: S308


@once_a_language
def _cell(stone: Stone, live: bool) -> SafeString:
    return drawn("games/shifting_stones/_stone_cell.html", cell=stone, live=live)


@register.filter
def of_seat(items: Sequence[Item], seat: int) -> Item:
    """What belongs to this seat, of a list with one item for each."""
    return items[seat]
