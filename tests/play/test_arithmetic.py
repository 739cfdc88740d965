"""The arithmetic of the clock: never shorter than promised, and pausing is neutral."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise, takewhile
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.clock import Period, add_time, off_periods, time_between

ZONES = ["UTC", "Europe/Amsterdam", "America/New_York", "Asia/Jerusalem", "Pacific/Apia"]
ZONES += ["Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Africa/Cairo"]

instants = st.datetimes(
    datetime(2020, 1, 1),
    datetime(2035, 1, 1),
    timezones=st.just(UTC),
)
spans = st.timedeltas(timedelta(0), timedelta(days=30))
zones = st.sampled_from([None, *map(ZoneInfo, ZONES)])
vacations = st.lists(
    st.tuples(instants, st.timedeltas(timedelta(0), timedelta(days=40))).map(
        lambda pair: (pair[0], pair[0] + pair[1])
    ),
    max_size=5,
)


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def off(start: datetime, zone: ZoneInfo | None, away: list[Period]):
    return off_periods(start, weekends_in=zone, vacations=away)


def test_without_anything_off_a_day_is_a_day() -> None:
    assert add_time(at("2026-11-16T09:00"), timedelta(days=1)) == at("2026-11-17T09:00")


@pytest.mark.parametrize(
    ("start", "span", "end"),
    [
        ("2026-11-20T18:00", timedelta(hours=6), "2026-11-21T00:00"),
        ("2026-11-20T18:00", timedelta(hours=7), "2026-11-23T01:00"),
        ("2026-11-20T18:00", timedelta(hours=5), "2026-11-20T23:00"),
        ("2026-11-21T12:00", timedelta(days=1), "2026-11-24T00:00"),
        ("2026-11-22T23:59", timedelta(days=5), "2026-11-28T00:00"),
        ("2026-11-18T09:00", timedelta(days=7), "2026-11-27T09:00"),
    ],
)
def test_weekends_do_not_count(start: str, span: timedelta, end: str) -> None:
    zone = "Europe/Amsterdam"
    begins = at(start, zone)

    found = add_time(begins, span, off(begins, ZoneInfo(zone), []))

    assert found == at(end, zone)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        # Clocks go forward in the night to Sunday 29 March, back on Sunday 25 October.
        ("2026-03-27T12:00", "2026-03-30T12:00"),
        ("2026-10-23T12:00", "2026-10-26T12:00"),
    ],
)
def test_a_weekend_with_a_change_to_summer_time_is_off_as_a_whole(start: str, end: str) -> None:
    zone = "Europe/Amsterdam"
    begins = at(start, zone)

    assert add_time(begins, timedelta(days=1), off(begins, ZoneInfo(zone), [])) == at(end, zone)


def test_a_day_with_a_change_to_summer_time_still_has_its_24_hours() -> None:
    begins = at("2026-03-28T12:00", "Europe/Amsterdam")

    assert add_time(begins, timedelta(days=1)) - begins == timedelta(hours=24)


def test_a_vacation_moves_the_deadline_by_as_much() -> None:
    begins = at("2026-11-16T09:00")
    away = [(at("2026-11-17T00:00"), at("2026-11-27T00:00"))]

    assert add_time(begins, timedelta(days=2), off(begins, None, away)) == at("2026-11-28T09:00")


@given(start=instants, span=spans, zone=zones, away=vacations)
def test_a_deadline_is_never_sooner_than_promised(
    start: datetime, span: timedelta, zone: ZoneInfo | None, away: list[Period]
) -> None:
    end = add_time(start, span, off(start, zone, away))

    assert end >= start + span
    assert time_between(start, end, off(start, zone, away)) == span


@given(start=instants, end=instants, zone=zones, away=vacations)
def test_counted_time_is_never_negative_nor_more_than_all(
    start: datetime, end: datetime, zone: ZoneInfo | None, away: list[Period]
) -> None:
    counted = time_between(start, end, off(start, zone, away))

    assert timedelta(0) <= counted <= max(end - start, timedelta(0))


@given(start=instants, span=spans, pause=spans, after=spans, zone=zones, away=vacations)
def test_pausing_and_resuming_is_neutral(
    start: datetime,
    span: timedelta,
    pause: timedelta,
    after: timedelta,
    zone: ZoneInfo | None,
    away: list[Period],
) -> None:
    """What was left when the pause began is left when it ends."""
    deadline = add_time(start, span, off(start, zone, away))
    paused = min(start + after, deadline)
    left = time_between(paused, deadline, off(start, zone, away))
    resumed = paused + pause

    again = add_time(resumed, left, off(resumed, zone, away))

    assert time_between(resumed, again, off(resumed, zone, away)) == left
    used = time_between(start, paused, off(start, zone, away))
    assert used + left == span


@given(start=instants, first=spans, second=spans, zone=zones, away=vacations)
def test_time_adds_up(
    start: datetime,
    first: timedelta,
    second: timedelta,
    zone: ZoneInfo | None,
    away: list[Period],
) -> None:
    half = add_time(start, first, off(start, zone, away))
    whole = add_time(start, first + second, off(start, zone, away))

    assert time_between(start, half, off(start, zone, away)) == first
    assert time_between(half, whole, off(start, zone, away)) == second


@given(start=instants, zone=zones, away=vacations)
def test_off_periods_are_in_order_and_apart(
    start: datetime, zone: ZoneInfo | None, away: list[Period]
) -> None:
    limit = start + timedelta(days=500)
    found = list(takewhile(lambda period: period[0] < limit, off(start, zone, away)))

    assert all(begins < ends for begins, ends in found)
    assert all(one[1] < two[0] for one, two in pairwise(found))
