"""Who hears what: open pages, and the one connection by which the database tells them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection

from games.play import listening, live, notices
from tests.gate.asking import run
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


class Heard:
    """What a page was told; it can be made to wait while it is told something."""

    def __init__(self) -> None:
        self.words: list[bytes] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def say(self, words: bytes) -> None:
        self.words.append(words)
        await self.may_go_on.wait()

    @property
    def events(self) -> list[str]:
        lines = b"".join(self.words).decode().splitlines()
        return [line.removeprefix("event: ") for line in lines if line.startswith("event")]

    async def until(self, *events: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.events != list(events):
                await asyncio.sleep(0.001)


def told(code: str, *users: int) -> str:
    return json.dumps({"game": code, "users": users})


@asynccontextmanager
async def page(
    hub: listening.Hub, code: str | None, user_id: int | None = None
) -> AsyncIterator[Heard]:
    async with hub.listening(seconds=PATIENCE) as listener:
        heard = Heard()
        hub.attend(listener, live.Subject(code=code, user_id=user_id))
        listener.speak_by(heard.say)
        yield heard
        await listener.fall_silent()


def test_what_is_told_before_we_know_whose_page_it_is_is_not_lost() -> None:
    async def come_in() -> None:
        hub, heard = listening.Hub(), Heard()
        async with hub.listening(seconds=PATIENCE) as listener:
            hub.pass_on(told("xyz"))
            hub.pass_on(told("abc"))
            hub.attend(listener, live.Subject(code="abc", user_id=1))
            listener.speak_by(heard.say)
            await heard.until("hello", "game")
            await listener.fall_silent()

    run(come_in())


def test_who_waits_while_more_is_told_than_is_remembered_looks_again() -> None:
    async def come_in_late() -> None:
        hub, heard = listening.Hub(), Heard()
        async with hub.listening(seconds=PATIENCE) as listener:
            for number in range(listening.REMEMBERED + 1):
                hub.pass_on(told(f"{number}"))
            hub.attend(listener, live.Subject(code="abc", user_id=None))
            listener.speak_by(heard.say)
            await heard.until("hello", "game")
            await listener.fall_silent()

    run(come_in_late())


def test_news_goes_to_the_pages_that_it_concerns() -> None:
    async def tell() -> None:
        hub = listening.Hub()
        async with (
            page(hub, "abc") as visitor,
            page(hub, "abc", 1) as player,
            page(hub, "xyz", 1) as players_other_page,
            page(hub, None, 1) as players_home,
            page(hub, "xyz", 2) as somebody,
        ):
            hub.pass_on(told("abc", 1))
            hub.pass_on(told("xyz"))
            await visitor.until("hello", "game")
            await player.until("hello", "game")
            await players_home.until("hello", "yours")
            await players_other_page.until("hello", "yours", "game")
            await somebody.until("hello", "game")
        assert not hub.by_game
        assert not hub.by_person

    run(tell())


def test_who_reads_slowly_holds_nobody_up_and_is_told_once_what_was_told_often() -> None:
    async def tell() -> None:
        hub = listening.Hub()
        async with page(hub, "abc") as slow, page(hub, "abc") as quick:
            slow.may_go_on.clear()
            for number in range(1, 4):
                hub.pass_on(told("abc"))
                await quick.until("hello", *["game"] * number)
            slow.may_go_on.set()
            await slow.until("hello", "game")

    run(tell())


def test_who_has_nothing_to_hear_hears_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "HEARTBEAT_SECONDS", 0)

    async def wait() -> None:
        async with page(listening.Hub(), "abc") as heard, asyncio.timeout(PATIENCE):
            while listening.HEARTBEAT not in heard.words:
                await asyncio.sleep(0.01)

    run(wait())


def test_after_a_break_all_look_again_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "LOOKING_A_SECOND", 2)

    async def break_off() -> None:
        hub = listening.Hub()
        async with AsyncExitStack() as pages:
            all_pages = [await pages.enter_async_context(page(hub, "abc")) for _ in range(5)]
            for each in all_pages:
                await each.until("hello")
            hub._connected()
            for each in all_pages:
                await each.until("hello", "game")

    run(break_off())


def test_the_notices_are_had_by_whatever_the_driver_knows(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"sslmode": "verify-full", "sslcert": "c", "sslkey": "k", "passfile": "p"}
    given = connection.get_connection_params() | options
    monkeypatch.setattr(connection, "get_connection_params", lambda: given)

    params = notices.connection_params()

    assert options.items() <= params.items()
    assert "cursor_factory" not in params
    assert params["keepalives"] == 1
    psycopg.conninfo.make_conninfo(**params)


class Way:
    """A way to the database; whoever takes it as one of the first falls silent when told to."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.taken = self.silenced = 0

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.taken += 1
        number = self.taken
        there, back = await asyncio.open_unix_connection(self.target)

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            while data := await source.read(65536):
                if number <= self.silenced:
                    await asyncio.Event().wait()
                sink.write(data)

        try:
            await asyncio.gather(pump(reader, back), pump(there, writer))
        finally:
            back.close()
            writer.close()


def test_notices_that_fall_silent_are_noticed_and_every_page_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    params = notices.connection_params()
    if not params["host"].startswith("/"):
        pytest.skip("only with a database on this machine's own socket")
    monkeypatch.setattr(notices, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(notices, "ANSWER_SECONDS", 0.5)

    async def fall_silent() -> None:
        way = Way(f"{params['host']}/.s.PGSQL.{params.get('port', 5432)}")
        server = await asyncio.start_server(way.relay, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        by_tcp = params | {"host": "127.0.0.1", "port": port, "sslmode": "disable"}
        monkeypatch.setattr(notices, "connection_params", lambda: by_tcp)
        async with page(listening.Hub(), "abc") as heard:
            await heard.until("hello")
            way.silenced = way.taken
            await heard.until("hello", "game")

    run(fall_silent())
