"""Between which values a date or a span makes sense. Forms, services and the database keep them.

A date that PostgreSQL can store and Python cannot read would spoil every page that lists it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
FIRST_BIRTH, LAST_BIRTH = date(1900, 1, 1), date(2200, 1, 1)
A_YEAR = timedelta(days=366)
# Longer than any span of time that a game or a vacation can have.
LONGEST = timedelta(days=400)
