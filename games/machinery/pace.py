"""What one person may do so often, where it grows nothing but costs something."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError

HOUR = timedelta(hours=1)


def check_pace(user: User, what: str, *, most: int, span: timedelta = HOUR) -> None:
    """For what grows nothing but costs something: counted in the cache, by the clock's hours."""
    check_pace_of(str(user.pk), what, most=most, span=span)


def check_pace_of(
    who: str, what: str, *, most: int, span: timedelta = HOUR, code: str = "too-often"
) -> None:
    """The same for whoever has no name: an address, or all of them."""
    window = int(timezone.now().timestamp() // span.total_seconds())
    key = f"pace-{what}-{who}-{window}"
    cache.add(key, 0, int(span.total_seconds()))
    try:
        times = cache.incr(key)
        # The database's cache forgets for how long it was to be kept.
        cache.touch(key, int(span.total_seconds()))
    except ValueError:
        # The cache has thrown it out in between: then it is under pressure, not the person.
        return
    if times > most:
        raise ServiceError(code, 429)
