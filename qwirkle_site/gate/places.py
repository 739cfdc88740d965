"""A bound on requests at once: so many inside, so many waiting, and others are asked to come again.

An answer is kept until Django is done with it, and leaves its place before it is sent: who reads
slowly holds nobody up.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import redis.exceptions
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError

from qwirkle_site.gate.answers import BUSY, answer
from qwirkle_site.gate.asgi import App, Message, PerLoop, Receive, Scope, Send

# No connection, too many of them, a lock not got in time: what goes well when tried again.
PASSING = (
    OperationalError,
    InterfaceError,
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
)
UNAVAILABLE = "tilepost.unavailable"
log = logging.getLogger(__name__)


class Full(Exception):
    """No place, and none came free in time."""


class Room:
    def __init__(self, inside: int, waiting: int, seconds: float) -> None:
        self.inside = asyncio.Semaphore(inside)
        self.most_waiting = waiting
        self.seconds = seconds
        self.waiting = 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        if self.inside.locked() and self.waiting >= self.most_waiting:
            raise Full
        self.waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                await self.inside.acquire()
        except TimeoutError as error:
            raise Full from error
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self.inside.release()


class Places:
    def __init__(self, app: App, *, inside: int, waiting: int, seconds: float) -> None:
        self.app = app
        self.room = PerLoop(lambda: Room(inside, waiting, seconds))
        got_request_exception.connect(_note, dispatch_uid="gate")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        kept: list[Message] = []

        async def keep(message: Message) -> None:
            kept.append(message)

        try:
            async with self.room().place():
                await self.app(scope, receive, keep)
        except Full:
            scope[UNAVAILABLE] = True
        except PASSING as error:
            log.error("no answer to %s: %s", scope["path"], error)
            scope[UNAVAILABLE] = True
        if scope.get(UNAVAILABLE):
            await answer(BUSY, scope, send)
            return
        for message in kept:
            await send(message)


def _note(sender: object, request: Any = None, **kwargs: object) -> None:
    """Django makes a 500 of every error; of these we make a 503."""
    if isinstance(sys.exception(), PASSING) and hasattr(request, "scope"):
        request.scope[UNAVAILABLE] = True
