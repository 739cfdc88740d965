"""Drawing the pieces that pages are full of."""

from __future__ import annotations

import re

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

_between_tags = re.compile(r">\s+<")


def drawn(template: str, **values: object) -> SafeString:
    """A drawing from its template, which escapes; without the space between its tags."""
    text = render_to_string(template, values)
    return mark_safe(_between_tags.sub("><", text.strip()))  # noqa: S308
