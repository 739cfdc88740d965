"""The arithmetic of slow clocks, pure: how far a deadline lies when not all time counts.

Time that does not count is *off*: weekends, by the player's own time zone, and vacations. All
instants are in UTC; an off period is a pair of instants, its end not included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

from accounts.bounds import LATEST

Period = tuple[datetime, datetime]

DAY = timedelta(days=1)
SATURDAY = 5


def weekends(zone: ZoneInfo, start: datetime) -> Iterator[Period]:
    """Saturday 0:00 to Monday 0:00 where the player lives, from the one at `start` onwards.

    Midnights are taken from the calendar, so that a change to summer time within a weekend
    makes it an hour shorter or longer, as it is.
    """
    day = start.astimezone(zone).date()
    saturday = day - DAY * ((day.weekday() - SATURDAY) % 7)
    # To the end of our days: what lies beyond has no dates.
    while saturday < LATEST.date():
        yield _midnight(saturday, zone), _midnight(saturday + 2 * DAY, zone)
        saturday += 7 * DAY


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def off_periods(
    start: datetime, *, weekends_in: ZoneInfo | None = None, vacations: Iterable[Period] = ()
) -> Iterator[Period]:
    """All off periods that end after `start`, in order, those that touch made into one."""
    away = sorted(period for period in vacations if period[0] < period[1])
    free = weekends(weekends_in, start) if weekends_in else iter(())
    current: Period | None = None
    for begins, ends in merge(away, free):
        if ends <= start:
            continue
        if current and begins <= current[1]:
            current = (current[0], max(current[1], ends))
            continue
        if current:
            yield current
        current = (begins, ends)
    if current:
        yield current


def add_time(start: datetime, span: timedelta, off: Iterable[Period] = ()) -> datetime:
    """The instant at which `span` of counted time has passed since `start`."""
    now = start
    for begins, ends in off:
        if ends <= now:
            continue
        if now + span <= begins:
            break
        span -= max(begins - now, timedelta(0))
        now = max(ends, now)
    return now + span


def time_between(start: datetime, end: datetime, off: Iterable[Period] = ()) -> timedelta:
    """How much counted time lies between two instants; none if the second is not later."""
    if end <= start:
        return timedelta(0)
    counted = end - start
    for begins, ends in off:
        if begins >= end:
            break
        counted -= max(min(ends, end) - max(begins, start), timedelta(0))
    return counted
