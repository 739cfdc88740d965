"""What was sent to a person."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.models import Notification
from games.words import moment

register = template.Library()


@register.simple_tag
def sent_rows(sent: Iterable[Notification]) -> SafeString:
    """When, what, about which game, and what became of it."""
    rows = []
    kinds, states = dict(Notification.Kind.choices), dict(Notification.State.choices)
    for item in sent:
        when = moment(item.sent_at or item.not_before)
        state = f"{states[item.state]}{f' · {item.last_error}' if item.last_error else ''}"
        cells = (escape(when), escape(str(kinds[item.kind])), _link(item), escape(state))
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return mark_safe("".join(rows))  # noqa: S308


def _link(item: Notification) -> str:
    if item.game is None:
        return ""
    code = item.game.code
    return f'<a href="{escape(reverse("game", args=[code]))}">{escape(code)}</a>'
