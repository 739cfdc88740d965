"""What a page needs so that its pieces are drawn."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.kit import sprites

register = template.Library()


@register.simple_tag
def paints() -> SafeString:
    return sprites.paints()


@register.simple_tag
def pieces_styles() -> list[str]:
    """How the pieces of every game look: any page may show a picture of any game."""
    return [f"games/{game}/pieces.css" for game in sprites.GAMES]
