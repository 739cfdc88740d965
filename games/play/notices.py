"""The connection on which PostgreSQL tells what changed, and how to know that it still does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import psycopg
from django.db import connection
from psycopg.rows import TupleRow

from games.play.live import CHANNEL

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
Server: TypeAlias = psycopg.AsyncConnection[TupleRow]


@asynccontextmanager
async def listening() -> AsyncIterator[Server]:
    async with await psycopg.AsyncConnection.connect(
        **connection_params(), autocommit=True
    ) as server:
        await server.execute(f"LISTEN {CHANNEL}")
        yield server


async def heard(server: Server) -> AsyncIterator[str]:
    while True:
        async for notice in server.notifies(timeout=CHECK_SECONDS):
            yield notice.payload
        await _check(server)


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


def connection_params() -> dict[str, Any]:
    """All that the driver knows of how to connect, each of its own type, as psycopg takes it."""
    known = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
    params = connection.get_connection_params()
    return KEEPALIVE | {
        name: value for name, value in params.items() if name in known and value is not None
    }
