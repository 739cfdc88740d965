"""What time it is: by the database's clock, which is one, whichever machine asks.

Everything that sets or judges a deadline, a reminder, a pause or a due time asks here. The
database is asked once a minute in each process; in between a clock counts that nobody can set.
What a page shows as "2 hours left" may go by its own machine's clock.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection

# For how many seconds a reading is counted on from.
FRESH = 60.0
# Counts while the machine sleeps too. Where there is none, the monotonic clock does that.
_COUNTING = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the database's clock showed, and what ours that counts did."""

    at: datetime
    counted: float


_last: Reading | None = None


def database_now() -> datetime:
    """Mostly without a query."""
    reading, count = _last, counted()
    if reading is None or not 0 <= count - reading.counted < FRESH:
        reading = read()
        return reading.at
    return reading.at + timedelta(seconds=count - reading.counted)


def read() -> Reading:
    """The database is asked. One query."""
    global _last  # noqa: PLW0603
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (at,) = cursor.fetchone()
    _last = Reading(at, counted())
    return _last


def counted() -> float:
    """Seconds since some moment, which nobody can set."""
    return time.clock_gettime(_COUNTING)
