"""What a page needs so that its pieces are drawn."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.presenters import sprites

register = template.Library()


@register.simple_tag
def paints() -> SafeString:
    return sprites.paints()
