"""What the header of every page knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import selectors

MOST_COUNTED = 100


def waiting(request: HttpRequest) -> dict[str, Any]:
    """The games that wait for this person, looked up only where they are shown."""
    return {
        "waiting": SimpleLazyObject(lambda: _codes(request)),
        "site_paused": SimpleLazyObject(lambda: _is_paused(request)),
    }


def _is_paused(request: HttpRequest) -> bool:
    return _somebody(request) and selectors.site_is_paused()


def _somebody(request: HttpRequest) -> bool:
    """A request that is refused early, as for another host's page, has no person yet."""
    return hasattr(request, "user") and request.user.is_authenticated


def _codes(request: HttpRequest) -> list[str]:
    if not _somebody(request):
        return []
    return list(selectors.waiting_for(request.user).values_list("code", flat=True)[:MOST_COUNTED])
