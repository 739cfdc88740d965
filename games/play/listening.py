"""All the open pages of a process, and the one connection by which the database tells them.

An open page that hears nothing is a few objects: no thread, no task, no timer of its own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakKeyDictionary

import psycopg

from games.play import notices
from games.play.live import News, Subject

HEARTBEAT_SECONDS = 20
HEARTBEAT = b": still here\n\n"
LONGEST_PAUSE = 30
# So many are told before others get a turn, and so many look again in a second after a break.
TOLD_AT_ONCE = 100
LOOKING_A_SECOND = 50
# So much news is remembered for those who are not let in yet; who missed more looks again.
REMEMBERED = 1000
log = logging.getLogger(__name__)
Say = Callable[[bytes], Awaitable[None]]
Key = TypeVar("Key", bound=Hashable)


class NotListening(Exception):
    """The database's notices cannot be had now."""


@dataclass(eq=False, slots=True)
class Listener:
    """One open page. It speaks once it is let in; what it says twice it says once."""

    since: int
    subject: Subject | None = None
    untold: list[bytes] = field(default_factory=list)
    say: Say | None = None
    speaking: asyncio.Task[None] | None = None
    spoke_at: float = 0.0

    def hear(self, news: News | None) -> None:
        if self.subject and (event := self.subject.heard(news)):
            self.tell(f"event: {event}\ndata: {event}\n\n".encode())

    def tell(self, words: bytes) -> None:
        """A page that has not read what we told it knows already that there is news."""
        if words not in self.untold:
            self.untold.append(words)
        self._speak_up()

    def speak_by(self, say: Say) -> None:
        """It begins with the ply as it was once we listened: a page that is older looks again."""
        ply = self.subject.ply if self.subject else 0
        self.untold.insert(0, f"retry: 3000\nevent: hello\ndata: {ply}\n\n".encode())
        self.say = say
        self._speak_up()

    async def fall_silent(self) -> None:
        self.say = None
        if self.speaking is not None:
            self.speaking.cancel()
            await asyncio.wait({self.speaking})

    def _speak_up(self) -> None:
        if self.say is not None and self.speaking is None:
            self.speaking = asyncio.create_task(self._speak(self.say))

    async def _speak(self, say: Say) -> None:
        """Until all is told. Whoever reads slowly is waited for here, and holds nobody up."""
        try:
            # Who is gone is found by whoever waits for that.
            with suppress(OSError):
                while self.untold:
                    self.spoke_at = time.monotonic()
                    await say(self.untold.pop(0))
        finally:
            self.speaking = None


class Hub:
    """Who listens to what, and one LISTEN connection for all of them."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.by_game: defaultdict[str, set[Listener]] = defaultdict(set)
        self.by_person: defaultdict[int, set[Listener]] = defaultdict(set)
        self.recent: deque[News | None] = deque(maxlen=REMEMBERED)
        self.heard = 0
        self.tasks: list[asyncio.Task[None]] = []
        self.telling: set[asyncio.Task[None]] = set()
        self.looking: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    @asynccontextmanager
    async def listening(self, *, seconds: float) -> AsyncIterator[Listener]:
        listener = Listener(since=self.heard)
        self.listeners.add(listener)
        if not self.tasks:
            self.tasks = [asyncio.create_task(each()) for each in (self._run, self._beat)]
        try:
            try:
                await asyncio.wait_for(self.ready.wait(), seconds)
            except TimeoutError as error:
                raise NotListening from error
            yield listener
        finally:
            self._forget(listener)
            if not self.listeners:
                self._rest()

    def attend(self, listener: Listener, subject: Subject) -> None:
        """Now it is known what the page is about: it hears what was told since it came."""
        listener.subject = subject
        if subject.code is not None:
            self.by_game[subject.code].add(listener)
        if subject.user_id is not None:
            self.by_person[subject.user_id].add(listener)
        missed = self.heard - listener.since
        if missed > len(self.recent):
            listener.hear(None)
        else:
            for news in list(self.recent)[len(self.recent) - missed :]:
                listener.hear(news)

    def pass_on(self, payload: str) -> None:
        try:
            news = News.read(payload)
        except (ValueError, TypeError, KeyError):
            log.warning("a notice that is not ours: %.100r", payload)
            return
        self._remember(news)
        concerned = set(self.by_game.get(news.code, ()))
        for user in news.users:
            concerned |= self.by_person.get(user, set())
        if concerned:
            task = asyncio.create_task(_tell(concerned, news, at_once=TOLD_AT_ONCE, pause=0))
            self.telling.add(task)
            task.add_done_callback(self.telling.discard)

    def _remember(self, news: News | None) -> None:
        self.recent.append(news)
        self.heard += 1

    def _forget(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if listener.subject is not None:
            _take_out(self.by_game, listener.subject.code, listener)
            _take_out(self.by_person, listener.subject.user_id, listener)

    def _rest(self) -> None:
        self.ready.clear()
        for task in (*self.tasks, self.looking):
            if task is not None:
                task.cancel()
        self.tasks, self.looking = [], None

    async def _run(self) -> None:
        pause = 1
        while True:
            try:
                async with notices.listening() as server:
                    self._connected()
                    pause = 1
                    async for payload in notices.heard(server):
                        self.pass_on(payload)
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

    def _connected(self) -> None:
        """What happened while nobody listened is not known: after a break every page looks."""
        if self.ready.is_set():
            self._remember(None)
            if self.looking is not None:
                self.looking.cancel()
            # Not all at once: each then asks for its page, and the site has others to serve.
            self.looking = asyncio.create_task(
                _tell(self.listeners, None, at_once=LOOKING_A_SECOND, pause=1)
            )
        self.ready.set()

    async def _beat(self) -> None:
        """So that no proxy thinks a page gone that has nothing to hear."""
        while True:
            await asyncio.sleep(1)
            long_ago = time.monotonic() - HEARTBEAT_SECONDS
            for listener in [each for each in self.listeners if each.spoke_at < long_ago]:
                if listener.say is not None:
                    listener.tell(HEARTBEAT)


async def _tell(listeners: set[Listener], news: News | None, *, at_once: int, pause: float) -> None:
    for number, listener in enumerate(list(listeners), start=1):
        listener.hear(news)
        if number % at_once == 0:
            await asyncio.sleep(pause)


def _take_out(index: dict[Key, set[Listener]], key: Key | None, listener: Listener) -> None:
    if key is not None and key in index:
        index[key].discard(listener)
        if not index[key]:
            del index[key]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
