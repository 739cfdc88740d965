"""Open pages: their streams are served here, and hold neither a thread nor the database.

Django is asked once whether the reader may listen, as for any other page; its view leaves a
`live.Subject` in the scope, and the stream goes on without it.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Literal

from games.play import live
from qwirkle_site.gate.answers import BUSY, answer
from qwirkle_site.gate.asgi import (
    GONE,
    App,
    Message,
    PerLoop,
    Receive,
    Scope,
    Send,
    address_of,
)

# So many ask Django at once: when all pages come back after a restart, others want places too.
OPENING_AT_ONCE = 4
OPENING_SECONDS = 15
LISTENING_SECONDS = 5
# Then a page comes back by itself, and is asked again who it is.
LONGEST_SECONDS = 3600
LAST_WORD_SECONDS = 5
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


@dataclass(frozen=True, slots=True)
class Caps:
    """How many streams at once: in this process, for a person, and for an address."""

    process: int
    person: int
    address: int


class TooMany(Exception):
    """One more stream than we serve: the page polls instead."""


def most_streams(wanted: int) -> int:
    """Each takes a file of the process, and half of its files are for everything else."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if files == resource.RLIM_INFINITY else min(wanted, files // 2)


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose stream it is: a person's, or an address's. Before we know, only where it comes from."""

    kind: Literal["unknown", "address", "person"]
    name: str | int


class Seats:
    """Who has how many streams."""

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self.taken: Counter[Holder] = Counter()
        self.opening = asyncio.Semaphore(OPENING_AT_ONCE)

    def take(self, holder: Holder) -> None:
        cap = self.caps.person if holder.kind == "person" else self.caps.address
        if self.taken.total() >= self.caps.process or self.taken[holder] >= cap:
            raise TooMany
        self.taken[holder] += 1

    def leave(self, holder: Holder) -> None:
        self.taken[holder] -= 1
        if not self.taken[holder]:
            del self.taken[holder]

    @contextmanager
    def seat(self, holder: Holder) -> Iterator[None]:
        self.take(holder)
        try:
            yield
        finally:
            self.leave(holder)


class Streams:
    def __init__(self, app: App, caps: Caps) -> None:
        self.app = app
        self.seats = PerLoop(lambda: Seats(caps))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith("/events/"):
            await self.app(scope, receive, send)
            return
        try:
            await self._serve(self.seats(), scope, receive, send)
        except (TooMany, live.NotListening):
            await answer(BUSY, scope, send)

    async def _serve(self, seats: Seats, scope: Scope, receive: Receive, send: Send) -> None:
        """We listen before Django looks: nothing falls between its answer and the stream."""
        address = address_of(scope)
        with ExitStack() as stack:
            stack.enter_context(seats.seat(Holder("unknown", address)))
            async with live.hub().listening(seconds=LISTENING_SECONDS) as listener:
                said = await self._ask(seats, scope, receive)
                subject: live.Subject | None = scope.get(live.SUBJECT)
                if subject is None or not said or said[0]["status"] != live.MAY_LISTEN:
                    for message in said:
                        await send(message)
                    return
                stack.close()
                person = subject.user_id
                holder = Holder("person", person) if person else Holder("address", address)
                with seats.seat(holder):
                    listener.attend(subject)
                    await _stream(listener, receive, send)

    async def _ask(self, seats: Seats, scope: Scope, receive: Receive) -> list[Message]:
        said: list[Message] = []

        async def keep(message: Message) -> None:
            said.append(message)

        try:
            async with asyncio.timeout(OPENING_SECONDS):
                await seats.opening.acquire()
        except TimeoutError as error:
            raise TooMany from error
        try:
            await self.app(scope, receive, keep)
        finally:
            seats.opening.release()
        return said


async def _stream(listener: live.Listener, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    talking = asyncio.create_task(_talk(listener, send))
    leaving = asyncio.create_task(_until_gone(receive))
    tasks = {talking, leaving}
    try:
        await asyncio.wait(tasks, timeout=LONGEST_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        # The server ends, and waits for us no longer.
        pass
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_WORD_SECONDS):
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _talk(listener: live.Listener, send: Send) -> None:
    async for event in listener.events():
        await send({"type": "http.response.body", "body": event, "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != GONE:
        pass
