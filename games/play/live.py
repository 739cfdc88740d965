"""Telling open pages that a game has changed, by PostgreSQL's LISTEN and NOTIFY.

What is told is only that something changed: a page then asks for what it may see. Who hears it
is in `listening.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from django.http import HttpRequest, HttpResponse

CHANNEL = "tilepost"
SUBJECT = "tilepost.subject"
MAY_LISTEN = 204


def notify_pages(*, code: str, users: Iterable[int] = ()) -> None:
    """In the transaction of the change: PostgreSQL passes it on when that is committed."""
    payload = json.dumps({"game": code, "users": list(users)})
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


@dataclass(frozen=True, slots=True)
class News:
    code: str
    users: frozenset[int]

    @classmethod
    def read(cls, payload: str) -> News:
        told = json.loads(payload)
        return cls(code=told["game"], users=frozenset(told["users"]))


@dataclass(frozen=True, slots=True)
class Subject:
    """What a page shows and whose it is; and the ply of its game, read after we listened."""

    code: str | None
    user_id: int | None
    ply: int = 0
    # Whether somebody's open pages are counted by who they are: anybody can be many guests.
    is_named: bool = True

    def heard(self, news: News | None) -> str | None:
        """The event for this page, if it concerns it. None: nobody knows what was missed."""
        if self.code is not None and (news is None or news.code == self.code):
            return "game"
        return "yours" if news is None or self.user_id in news.users else None


def stream(request: HttpRequest, subject: Subject) -> HttpResponse:
    """For a view that lets the reader listen: `qwirkle_site.gate.streams` takes it from here.

    Where that is not, there is no stream, and the page polls.
    """
    getattr(request, "scope", {})[SUBJECT] = subject
    return HttpResponse(status=MAY_LISTEN)
