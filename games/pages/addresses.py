"""Whole addresses, for what is read elsewhere than on a page: mails, calendars, clipboards."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse


def full_address(name: str, *arguments: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=arguments)}"


def own_game_address(code: str) -> str:
    """Whoever is not logged in is asked to, before they see it as a stranger would."""
    return f"{full_address('game', code)}?mine"
