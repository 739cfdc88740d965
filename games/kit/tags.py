"""What a page needs so that its pieces are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.kit import sprites
from games.kit.presenter import Choice

register = template.Library()


@register.simple_tag
def paints() -> SafeString:
    return sprites.paints()


@register.simple_tag
def options(choices: Iterable[Choice]) -> SafeString:
    """Lines to choose from: where there are no scripts, every step that can be taken."""
    lines = [
        f'<option value="{escape(choice.value)}">{escape(choice.label)}</option>'
        for choice in choices
    ]
    return mark_safe("".join(lines))  # noqa: S308


@register.simple_tag
@cache
def pieces_styles() -> SafeString:
    """How the pieces of every game look: any page may show a picture of any game."""
    styles = [(static(f"games/{game}/pieces.css"),) for game in sprites.GAMES]
    return format_html_join("", '<link rel="stylesheet" href="{}">', styles)
