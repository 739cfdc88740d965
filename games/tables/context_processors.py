"""What the header of every page knows."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.post import selectors as post_selectors


def waiting(request: HttpRequest) -> dict[str, object]:
    """The games that wait for this person, looked up only where they are shown."""
    return {
        "waiting": SimpleLazyObject(lambda: _codes(request)),
        "site_paused": SimpleLazyObject(lambda: _is_paused(request)),
    }


def _is_paused(request: HttpRequest) -> bool:
    return _reader(request) is not None and post_selectors.site_is_paused()


def _reader(request: HttpRequest) -> User | None:
    """A request that is refused early, as for another host's page, has no person yet."""
    user = getattr(request, "user", None)
    return user if isinstance(user, User) else None


def _codes(request: HttpRequest) -> list[str]:
    reader = _reader(request)
    return [] if reader is None else post_selectors.codes_waiting_for(reader)
