"""Whether the time can be trusted: a clock that jumps is noticed and told, not obeyed.

We compare the database's clock with this machine's, and with what a clock that only counts has
counted since we last looked. Where they disagree nobody's time runs out, and no deadline is
moved, until they agree again. What sleeps, or was not running, counts as time that passed.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games import now
from games.machinery import runs

CLOCK = "clock"
TOLERANCE = timedelta(minutes=5)
log = logging.getLogger(__name__)

# The last time that this process found them to agree.
_agreed: now.Reading | None = None
_well: bool | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What time it is, as far as can be known (`None`: it cannot), and what is wrong."""

    at: datetime | None
    trouble: str


def look() -> Look:
    """One query; another when something is wrong, or right again."""
    global _agreed, _well  # noqa: PLW0603
    reading = now.read()
    found = _compare(reading, datetime.now(UTC), _agreed)
    if found.trouble:
        log.error("%s; nothing is enforced", found.trouble)
        runs.note_failure(CLOCK, found.trouble)
    else:
        _agreed = reading
        if not _well:
            runs.note_recovery(CLOCK)
    _well = not found.trouble
    return found


def remember() -> None:
    """When a process begins, so that it notices a jump before its first look."""
    global _agreed  # noqa: PLW0603
    _agreed = now.read()


def _compare(reading: now.Reading, own: datetime, agreed: now.Reading | None) -> Look:
    if agreed is not None:
        expected = agreed.at + timedelta(seconds=reading.counted - agreed.counted)
        jump = reading.at - expected
        if abs(jump) > TOLERANCE:
            return Look(expected, f"the database's clock has jumped by {_span(jump)}")
    apart = own - reading.at
    if abs(apart) > TOLERANCE:
        known = reading.at if agreed is not None else None
        return Look(known, f"a worker's clock differs from the database's by {_span(apart)}")
    return Look(reading.at, "")


def _span(span: timedelta) -> str:
    """With its sign in front, as nobody reads "-1 day, 22:00:00"."""
    return f"{'-' if span < timedelta(0) else '+'}{abs(span)}".partition(".")[0]
