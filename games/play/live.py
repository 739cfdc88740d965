"""Telling open pages that a game has changed, by PostgreSQL's LISTEN and NOTIFY.

What is told is only that something changed: a page then asks for what it may see.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection
from django.http import HttpRequest, HttpResponse
from psycopg.rows import TupleRow

CHANNEL = "tilepost"
HEARTBEAT_SECONDS = 20
LONGEST_PAUSE = 30
# A connection may die without a word: so often we ask it, and wait so long for an answer.
CHECK_SECONDS = 30
ANSWER_SECONDS = 10
KEEPALIVE = {
    "connect_timeout": 10,
    "keepalives": 1,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
SUBJECT = "tilepost.subject"
MAY_LISTEN = 204
log = logging.getLogger(__name__)
Server: TypeAlias = psycopg.AsyncConnection[TupleRow]


class NotListening(Exception):
    """The database's notices cannot be had now."""


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


@dataclass(eq=False)
class Listener:
    """One open page. Until it is known what it is about, news is kept for it."""

    subject: Subject | None = None
    kept: deque[News | None] = field(default_factory=lambda: deque(maxlen=100))
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(maxsize=16))

    def attend(self, subject: Subject) -> None:
        self.subject = subject
        for news in self.kept:
            self.hear(news)
        self.kept.clear()

    def hear(self, news: News | None) -> None:
        """A page that is full already knows that there is news."""
        if self.subject is None:
            self.kept.append(news)
        elif (event := self.subject.heard(news)) and not self.queue.full():
            self.queue.put_nowait(event)

    async def events(self) -> AsyncIterator[bytes]:
        """The stream of server-sent events, with a heartbeat for proxies.

        It begins with the ply as it was once we listened: a page that is older looks again.
        """
        ply = self.subject.ply if self.subject else 0
        yield f"retry: 3000\nevent: hello\ndata: {ply}\n\n".encode()
        while True:
            try:
                event = await asyncio.wait_for(self.queue.get(), HEARTBEAT_SECONDS)
                yield f"event: {event}\ndata: {event}\n\n".encode()
            except TimeoutError:
                yield b": still here\n\n"


class Hub:
    """One LISTEN connection for all the pages that this process streams to."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    @asynccontextmanager
    async def listening(self, *, seconds: float) -> AsyncIterator[Listener]:
        listener = Listener()
        self.listeners.add(listener)
        if self.task is None:
            self.task = asyncio.create_task(self._run())
        try:
            try:
                await asyncio.wait_for(self.ready.wait(), seconds)
            except TimeoutError as error:
                raise NotListening from error
            yield listener
        finally:
            self.listeners.discard(listener)
            if not self.listeners and self.task is not None:
                self.ready.clear()
                self.task.cancel()
                self.task = None

    def pass_on(self, payload: str) -> None:
        try:
            news = News.read(payload)
        except (ValueError, TypeError, KeyError):
            log.warning("a notice that is not ours: %.100r", payload)
            return
        for listener in self.listeners:
            listener.hear(news)

    async def _run(self) -> None:
        pause = 1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    **connection_params(), autocommit=True
                ) as server:
                    await server.execute(f"LISTEN {CHANNEL}")
                    self._connected()
                    pause = 1
                    await self._listen(server)
            except Exception as error:
                # Whatever it was: nobody else would begin again.
                expected = isinstance(error, psycopg.Error | OSError)
                log.warning(
                    "lost the database's notices (%s); listening again in %s s",
                    error,
                    pause,
                    exc_info=None if expected else error,
                )
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _listen(self, server: Server) -> None:
        while True:
            async for notice in server.notifies(timeout=CHECK_SECONDS):
                self.pass_on(notice.payload)
            await _check(server)

    def _connected(self) -> None:
        """What happened while nobody listened is not known: after a break every page looks."""
        if self.ready.is_set():
            for listener in self.listeners:
                listener.hear(None)
        self.ready.set()


async def _check(server: Server) -> None:
    """Not by cancelling what we asked: that would ask the silent server once more, and wait."""
    asked = asyncio.create_task(_ask(server))
    done, _ = await asyncio.wait({asked}, timeout=ANSWER_SECONDS)
    if not done:
        server.pgconn.finish()
        asked.cancel()
        raise TimeoutError("it no longer answers")
    asked.result()


async def _ask(server: Server) -> None:
    await server.execute("SELECT 1")


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def connection_params() -> dict[str, Any]:
    """All that the driver knows of how to connect, each of its own type, as psycopg takes it."""
    known = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
    params = connection.get_connection_params()
    return KEEPALIVE | {
        name: value for name, value in params.items() if name in known and value is not None
    }
