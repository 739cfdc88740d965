"""Whole addresses for what is read elsewhere than on a page; and which picture is whose."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.urls import reverse


def full_address(name: str, *arguments: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=arguments)}"


def picture_stamp(moved_at: datetime | None) -> int:
    """Of which position a picture is: a ply comes again where moves were taken back."""
    return int(moved_at.timestamp() * 1000) if moved_at else 0


def own_game_address(code: str) -> str:
    """Whoever is not logged in is asked to, before they see it as a stranger would."""
    return f"{full_address('game', code)}?mine"
