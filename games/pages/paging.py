"""Lists that go on: the next page begins after the last row shown, wherever that is by then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
LONGEST = 16
Item = TypeVar("Item")
Other = TypeVar("Other")
Row = TypeVar("Row", bound=Model)


class Key(NamedTuple):
    """Where a page ends: an instant, and a number for what has the same."""

    at: datetime
    number: int

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // MICROSECOND}-{self.number}"


def read_key(text: str) -> Key | None:
    """From an address; none where it has none, and no page where it is not one of ours."""
    if not text:
        return None
    at, _, number = text.partition("-")
    if not all(it.isdecimal() and it.isascii() and len(it) <= LONGEST for it in (at, number)):
        raise Http404
    try:
        return Key(EPOCH + int(at) * MICROSECOND, int(number))
    except OverflowError as error:
        raise Http404 from error


def read_number(text: str) -> int | None:
    """The same where rows go by their numbers alone."""
    if text and not (text.isdecimal() and text.isascii() and len(text) <= LONGEST):
        raise Http404
    return int(text) if text else None


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """What is shown, and after which key the list goes on; empty at its end."""

    items: Sequence[Item]
    next: str

    def of(self, make: Callable[[Sequence[Item]], Sequence[Other]]) -> Page[Other]:
        return Page(make(self.items), self.next)


def newest_first(rows: QuerySet[Row], field: str, after: Key | None) -> QuerySet[Row]:
    """By an instant, and for the same instant by number."""
    if after is not None:
        rows = rows.filter(**{f"{field}__lte": after.at})
        rows = rows.exclude(**{field: after.at, "pk__gte": after.number})
    return rows.order_by(f"-{field}", "-pk")


def just(rows: QuerySet[Row], column: str, value: object) -> QuerySet[Row]:
    """Those with this value, the highest number first, by the index on the two.

    Said as a range: of one value PostgreSQL would expect some among the last of all rows, and walk
    through them by number, past all others, where they are all old.
    """
    found = rows.filter(**{f"{column}__gte": value, f"{column}__lte": value})
    return found.order_by(f"-{column}", "-pk")


def page_of(found: Sequence[Item], most: int, key: Callable[[Item], Key | int]) -> Page[Item]:
    """Of one more than fits on the page, which says whether there is another."""
    shown = found[:most]
    return Page(shown, str(key(shown[-1])) if len(found) > most else "")
