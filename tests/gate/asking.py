"""Asking an ASGI application without a server between."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass
class Answer:
    messages: list[dict[str, Any]] = field(default_factory=list)

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.messages[0]["headers"]}

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.messages[1:]).decode()


def scope(
    path: str = "/", *, method: str = "GET", client: str = "192.0.2.1", **headers: str
) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "client": (client, 50000),
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ],
    }


async def ask(
    app: Any, of: dict[str, Any], chunks: Sequence[bytes] = (b"",), pause: float = 0
) -> Answer:
    """The answer to a request whose body comes in these pieces. Nobody hangs up."""
    answer = Answer()
    left = list(chunks)

    async def receive() -> dict[str, Any]:
        if not left:
            await asyncio.Event().wait()
        await asyncio.sleep(pause)
        body = left.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(left)}

    async def send(message: dict[str, Any]) -> None:
        answer.messages.append(message)

    await app(of, receive, send)
    return answer


def run(asked: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: a browser test in this process may have left a loop running here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asked).result()


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that gives back what it was sent."""
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})
