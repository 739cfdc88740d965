"""The colours that pieces have for a reader: a person's setting, or a visitor's cookie."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User

COOKIE = "palette"


def palette_of(request: HttpRequest) -> str:
    """Nothing for the standard, and for what we do not know."""
    # Error pages are made before anybody knows who asks.
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return str(user.palette)
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in User.Palette.values else ""
