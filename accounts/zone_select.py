"""A choice among all time zones. There are hundreds, and Django draws each option on its own."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from accounts.zones import offered_zones


class ZoneSelect(forms.Widget):
    """Those that are offered, and the one that a person has, whatever it is."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        around = flatatt(self.build_attrs(self.attrs, {**(attrs or {}), "name": name}))
        chosen = str(value or "")
        options = _all_options()
        marked = options.replace(_option(chosen), _option(chosen, " selected"), 1)
        if chosen and marked == options:
            marked = _option(chosen, " selected") + options
        return mark_safe(f"<select{around}>{marked}</select>")  # noqa: S308


@cache
def _all_options() -> str:
    return "".join(_option(zone) for zone in offered_zones())


def _option(zone: str, mark: str = "") -> str:
    value = escape(zone)
    return f'<option value="{value}"{mark}>{value.replace("_", " ")}</option>'
