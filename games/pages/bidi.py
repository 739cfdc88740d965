"""What has a direction of its own inside a sentence that may run the other way."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi

register = template.Library()

LEFT_TO_RIGHT, END = "\u2066", "\u2069"


@register.filter
def bdi(name: object) -> SafeString:
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def plus(points: int) -> str:
    """Points won. Without a mark of its direction, "+1" becomes "1+" in Hebrew."""
    words = f"+{points}"
    return f"{LEFT_TO_RIGHT}{words}{END}" if get_language_bidi() else words
