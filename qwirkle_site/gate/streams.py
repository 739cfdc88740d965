"""Open pages: their streams are served here, and hold neither a thread nor the database.

Django is asked once whether the reader may listen, as for any other page; its view leaves a
`live.Subject` in the scope, and the stream goes on without it.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Literal

from games.play import listening, live
from games.play.listening import Listener
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
    """Each takes a file of the process, and half of its files are for everything else.

    The process takes as many as it needs, where it may have them.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < 2 * wanted:
        soft = 2 * wanted if hard == resource.RLIM_INFINITY else min(2 * wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft // 2)


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
    """`opening` is asked who may listen; `app` has everything else."""

    def __init__(self, app: App, opening: App, caps: Caps) -> None:
        self.app, self.opening = app, opening
        self.seats = PerLoop(lambda: Seats(caps))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith("/events/"):
            await self.app(scope, receive, send)
            return
        try:
            await self._serve(self.seats(), scope, receive, send)
        except (TooMany, listening.NotListening):
            await answer(BUSY, scope, send)

    async def _serve(self, seats: Seats, scope: Scope, receive: Receive, send: Send) -> None:
        """We listen before Django looks: nothing falls between its answer and the stream."""
        hub = listening.hub()
        async with hub.listening(seconds=LISTENING_SECONDS) as listener:
            subject = await self._admitted(seats, scope, receive, send)
            if subject is None:
                return
            person = subject.user_id if subject.is_named else None
            holder = Holder("person", person) if person else Holder("address", address_of(scope))
            with seats.seat(holder):
                hub.attend(listener, subject)
                await _stream(listener, receive, send)

    async def _admitted(
        self, seats: Seats, scope: Scope, receive: Receive, send: Send
    ) -> live.Subject | None:
        """What the page may listen to. If it may not, Django's answer is sent."""
        said: list[Message] = []

        async def keep(message: Message) -> None:
            said.append(message)

        with seats.seat(Holder("unknown", address_of(scope))):
            await self.opening(scope, receive, keep)
            subject: live.Subject | None = scope.get(live.SUBJECT)
            if subject is not None and said and said[0]["status"] == live.MAY_LISTEN:
                return subject
            for message in said:
                await send(message)
        return None


async def _stream(listener: Listener, receive: Receive, send: Send) -> None:
    """What is told is sent as it comes; all that we wait for here is the end."""

    async def say(words: bytes) -> None:
        await send({"type": "http.response.body", "body": words, "more_body": True})

    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    listener.speak_by(say)
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            await _until_gone(receive)
    except (TimeoutError, asyncio.CancelledError):
        # It was long enough; or the server ends, and waits for us no longer.
        pass
    finally:
        await listener.fall_silent()
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_WORD_SECONDS):
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != GONE:
        pass
