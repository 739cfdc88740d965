"""Telling open pages that a game has changed, by PostgreSQL's LISTEN and NOTIFY.

What is told is only that something changed: a page then asks for what it may see.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection

CHANNEL = "tilepost"
HEARTBEAT_SECONDS = 20
LONGEST_PAUSE = 30
log = logging.getLogger(__name__)


def tell(*, code: str, users: Iterable[int] = ()) -> None:
    """In the transaction of the change: PostgreSQL passes it on when that is committed."""
    payload = json.dumps({"game": code, "users": list(users)})
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


@dataclass(eq=False)
class Listener:
    """One open page: which game it shows, and whose page it is."""

    code: str | None
    user_id: int | None
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(maxsize=16))

    def hear(self, event: str) -> None:
        """A page that is full already knows that there is news."""
        if not self.queue.full():
            self.queue.put_nowait(event)


class Hub:
    """One LISTEN connection for all the pages that this process streams to."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    @asynccontextmanager
    async def listening(self, *, code: str | None, user_id: int | None) -> AsyncIterator[Listener]:
        listener = Listener(code, user_id)
        self.listeners.add(listener)
        if self.task is None:
            self.task = asyncio.create_task(self._run(_connection_params()))
        try:
            await self.ready.wait()
            yield listener
        finally:
            self.listeners.discard(listener)
            if not self.listeners and self.task is not None:
                self.ready.clear()
                self.task.cancel()
                self.task = None

    def pass_on(self, payload: str) -> None:
        news = json.loads(payload)
        for listener in self.listeners:
            if listener.code is not None and listener.code == news["game"]:
                listener.hear("game")
            elif listener.user_id in news["users"]:
                listener.hear("yours")

    async def _run(self, params: dict[str, Any]) -> None:
        pause = 1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    **params, autocommit=True
                ) as server:
                    await server.execute(f"LISTEN {CHANNEL}")
                    self._connected()
                    pause = 1
                    async for notice in server.notifies():
                        self.pass_on(notice.payload)
            except psycopg.Error:
                log.warning("lost the database's notices; listening again in %s s", pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _connected(self) -> None:
        """What happened while nobody listened is not known: after a break every page looks."""
        if self.ready.is_set():
            for listener in self.listeners:
                listener.hear("game" if listener.code else "yours")
        self.ready.set()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def _connection_params() -> dict[str, Any]:
    params = connection.get_connection_params()
    wanted = ("host", "port", "user", "password", "dbname", "sslmode", "sslrootcert")
    return {name: params[name] for name in wanted if params.get(name)}


async def events(
    *, code: str | None, user_id: int | None, ply: Callable[[], Awaitable[int]]
) -> AsyncIterator[bytes]:
    """The stream of server-sent events for one page, with a heartbeat for proxies.

    It begins with the ply as it is now that we listen: a page that is older looks again.
    """
    async with hub().listening(code=code, user_id=user_id) as listener:
        yield f"retry: 3000\nevent: hello\ndata: {await ply()}\n\n".encode()
        while True:
            try:
                event = await asyncio.wait_for(listener.queue.get(), HEARTBEAT_SECONDS)
                yield f"event: {event}\ndata: {event}\n\n".encode()
            except TimeoutError:
                yield b": still here\n\n"
