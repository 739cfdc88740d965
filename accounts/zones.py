"""Time zones by their names. What was known yesterday may be gone after an update tomorrow."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

# Not places, and nothing that a person could mean.
ODDITIES = {"Factory", "localtime"}
_UTC = ZoneInfo("UTC")


@cache
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones() - ODDITIES)


def zone_named(name: str) -> ZoneInfo:
    """UTC for a name that nobody knows any more."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return _UTC


@cache
def offered_zones() -> tuple[str, ...]:
    """Places, not the abbreviations and oddities that the list also has."""
    return tuple(sorted(zone for zone in known_zones() if _is_place(zone)))


def _is_place(zone: str) -> bool:
    return zone == "UTC" or ("/" in zone and not zone.startswith(("Etc/", "SystemV/", "US/")))
