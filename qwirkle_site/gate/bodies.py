"""Bounds on what comes in: its length before it is read, and the time it takes to arrive.

A body is read here, before its request takes a place: one that trickles in holds nobody up.
"""

from __future__ import annotations

import asyncio

from qwirkle_site.gate.answers import (
    LONG_ADDRESS,
    LONG_HEADERS,
    TOO_LONG,
    TOO_SLOW,
    Problem,
    answer,
)
from qwirkle_site.gate.asgi import GONE, App, Message, Receive, Scope, Send, header

LONGEST_ADDRESS = 4_000
LONGEST_HEADERS = 16_000
# A table is played by short lists; only forms with words in them need more.
LONGEST_AT_A_TABLE = 16_000
# Who still sends cannot read: so much more we let them send, and throw away.
THROWN_AWAY = 2_000_000
THROWING_SECONDS = 3


class Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.status)
        self.problem = problem


class Gone(Exception):
    """Whoever asked has hung up."""


class Bodies:
    def __init__(self, app: App, *, limit: int, seconds: float) -> None:
        self.app = app
        self.limit = limit
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await self._read(scope, receive)
        except Refused as refused:
            await _refuse(refused.problem, scope, receive, send)
        except Gone:
            return
        else:
            await self.app(scope, _again(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        limit = min(self.limit, LONGEST_AT_A_TABLE) if _at_a_table(scope) else self.limit
        _check_head(scope, limit)
        try:
            async with asyncio.timeout(self.seconds):
                return await _body(receive, limit)
        except TimeoutError as error:
            raise Refused(TOO_SLOW) from error


def _at_a_table(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/g/")


def _check_head(scope: Scope, limit: int) -> None:
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
        raise Refused(LONG_ADDRESS)
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEADERS:
        raise Refused(LONG_HEADERS)
    length = header(scope, b"content-length")
    if length and (not length.isdecimal() or len(length) > 12 or int(length) > limit):
        raise Refused(TOO_LONG)


async def _body(receive: Receive, limit: int) -> bytes:
    """What was sent, counted as it comes: not everybody says beforehand how long it is."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == GONE:
            raise Gone
        body += message.get("body", b"")
        if len(body) > limit:
            raise Refused(TOO_LONG)
        if not message.get("more_body", False):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body once, then whatever comes next."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return first.pop() if first else await receive()

    return given


async def _refuse(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    await answer(problem, scope, send, more=True)
    thrown = 0
    try:
        async with asyncio.timeout(THROWING_SECONDS):
            while thrown < THROWN_AWAY:
                message = await receive()
                thrown += len(message.get("body", b""))
                if message["type"] == GONE or not message.get("more_body", False):
                    break
    except TimeoutError:
        pass
    await send({"type": "http.response.body", "body": b"", "more_body": False})
