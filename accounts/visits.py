"""Which requests are a person's own doing, and which their browser made by itself."""

from __future__ import annotations

from django.http import HttpRequest

# Set by `live.js` where a page refreshes itself: "seen", or "hidden" while nobody looks at it.
BY_ITSELF = "By-Itself"
HIDDEN = "hidden"
NEVER_A_VISIT = {"events", "my-events", "calendar", "picture"}


def is_visit(request: HttpRequest) -> bool:
    """A page somebody asked for, or something they did; once it has been answered."""
    match = request.resolver_match
    return (
        request.method in ("GET", "POST")
        and BY_ITSELF not in request.headers
        and not _is_ahead(request)
        and (match is None or match.view_name not in NEVER_A_VISIT)
    )


def is_read(request: HttpRequest) -> bool:
    """What this page shows is before somebody's eyes: they asked for it, or have it open."""
    return (
        request.method == "GET"
        and request.headers.get(BY_ITSELF) != HIDDEN
        and not _is_ahead(request)
    )


def _is_ahead(request: HttpRequest) -> bool:
    """Fetched before anybody has asked for it."""
    names = ("Sec-Purpose", "Purpose", "X-Moz")
    return any("prefetch" in request.headers.get(name, "") for name in names)
