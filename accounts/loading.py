"""Reading what the database can store and Python cannot: as the nearest that makes sense.

Constraints keep such values out. Should one be there all the same, it spoils its own row, and not
every page and sweep that comes across it.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import DataError
from psycopg.abc import Buffer, Loader
from psycopg.postgres import types
from psycopg.pq import Format
from psycopg.types.datetime import DateLoader, IntervalLoader

from accounts.bounds import EARLIEST, LATEST, LONGEST

TIMESTAMPTZ = types["timestamptz"].oid
UNREADABLE = (DataError, OverflowError, ValueError)
_bounded: set[type[Any]] = set()


def _is_early(data: Buffer) -> bool:
    """`-infinity`, `-3 years`, or a year before our era."""
    text = bytes(data)
    return text.startswith(b"-") or text.endswith(b"BC")


class BoundedDateLoader(DateLoader):
    def load(self, data: Buffer) -> date:
        try:
            return super().load(data)
        except UNREADABLE:
            return date.min if _is_early(data) else date.max


class BoundedIntervalLoader(IntervalLoader):
    def load(self, data: Buffer) -> timedelta:
        try:
            span = super().load(data)
        except UNREADABLE:
            span = timedelta.min if _is_early(data) else timedelta.max
        return min(max(span, -LONGEST), LONGEST)


@cache
def bounded(loader: type[Any]) -> type[Loader]:
    """Django's own loader, which knows the connection's zone, with an end at either side."""

    class BoundedInstantLoader(loader):  # type: ignore[misc]
        def load(self, data: Buffer) -> datetime:
            try:
                instant: datetime = super().load(data)
            except UNREADABLE:
                instant = EARLIEST if _is_early(data) else LATEST
            # Two whole years are compared faster than instants, and nearly all are between.
            if EARLIEST.year < instant.year < LATEST.year - 1:
                return instant
            return min(max(instant, EARLIEST), LATEST)

    _bounded.add(BoundedInstantLoader)
    return BoundedInstantLoader


def read_within_bounds(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    """For each connection, whenever it is handed out: one from a pool may have been here before."""
    adapters = connection.connection.adapters
    loader = adapters.get_loader(TIMESTAMPTZ, Format.TEXT)
    if loader in _bounded:
        return
    adapters.register_loader("timestamptz", bounded(loader))
    adapters.register_loader("date", BoundedDateLoader)
    adapters.register_loader("interval", BoundedIntervalLoader)
