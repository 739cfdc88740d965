"""Open pages: how many there may be, and that they hold nothing but their connection."""

from __future__ import annotations

import asyncio
import resource
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection

from accounts.models import User
from games.play import live
from qwirkle_site.asgi import django
from qwirkle_site.gate.places import Places
from qwirkle_site.gate.streams import Caps, Streams, most_streams
from tests.patience import PATIENCE
from tests.play.test_events import next_event, play, stream
from tests.playing import start_game
from tests.serving import served

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def site_with(**caps: int) -> Iterator[str]:
    many = {"process": 100, "person": 100, "address": 100}
    places = Places(django, inside=4, waiting=10, seconds=30)
    with served(Streams(places, Caps(**many | caps))) as address:
        yield address


@pytest.mark.parametrize("cap", ["process", "person", "address"])
def test_one_page_too_many_is_asked_to_come_again(cap: str, alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    reader = alice if cap == "person" else None

    with site_with(**{cap: 2}) as site, ExitStack() as pages:
        for _ in range(2):
            page = pages.enter_context(stream(site, game, reader))
            assert next_event(page)["event"] == "hello"
        refused = pages.enter_context(stream(site, game, reader))
        assert refused.status == 503
        assert refused.headers["Retry-After"] == "5"
        if cap != "process":
            other = pages.enter_context(stream(site, game, bob))
            assert other.status == 200


def test_who_leaves_makes_room(alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    with site_with(process=1) as site:
        with stream(site, game, alice) as page:
            assert next_event(page)["event"] == "hello"
        until = time.monotonic() + PATIENCE
        while True:
            with stream(site, game, alice) as page:
                if page.status == 200:
                    break
            assert time.monotonic() < until
            time.sleep(0.05)


def test_open_pages_need_no_thread_and_one_connection(alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    with site_with() as site, ExitStack() as pages:
        opened = [pages.enter_context(stream(site, game, None)) for _ in range(60)]
        assert {next_event(page)["event"] for page in opened} == {"hello"}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            )
            connections = cursor.fetchone()[0]
        assert connections <= 4
        assert threading.active_count() < 30
        play(game)
        assert {next_event(page)["event"] for page in opened} == {"game"}


def test_as_many_as_the_process_may_have_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def limit(files: int) -> None:
        monkeypatch.setattr(resource, "getrlimit", lambda which: (files, files))

    limit(1024)
    assert most_streams(1000) == 512
    limit(65536)
    assert most_streams(1000) == 1000
    limit(resource.RLIM_INFINITY)
    assert most_streams(1000) == 1000


def test_what_is_told_before_we_know_whose_page_it_is_is_not_lost() -> None:
    listener = live.Listener()
    mine, other = live.News("abc", frozenset()), live.News("xyz", frozenset())

    listener.hear(other)
    listener.hear(mine)
    listener.attend(live.Subject(code="abc", user_id=1))

    assert listener.queue.get_nowait() == "game"
    assert listener.queue.empty()


def test_the_notices_are_had_by_whatever_the_driver_knows(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"sslmode": "verify-full", "sslcert": "c", "sslkey": "k", "passfile": "p"}
    given = connection.get_connection_params() | options
    monkeypatch.setattr(connection, "get_connection_params", lambda: given)

    params = live.connection_params()

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
    params = live.connection_params()
    if not params["host"].startswith("/"):
        pytest.skip("only with a database on this machine's own socket")
    monkeypatch.setattr(live, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(live, "ANSWER_SECONDS", 0.5)

    async def fall_silent() -> str:
        way = Way(f"{params['host']}/.s.PGSQL.{params.get('port', 5432)}")
        server = await asyncio.start_server(way.relay, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        by_tcp = params | {"host": "127.0.0.1", "port": port, "sslmode": "disable"}
        monkeypatch.setattr(live, "connection_params", lambda: by_tcp)
        async with live.Hub().listening(seconds=PATIENCE) as listener:
            listener.attend(live.Subject(code="abc", user_id=None))
            assert listener.queue.empty()
            way.silenced = way.taken
            return await asyncio.wait_for(listener.queue.get(), PATIENCE)

    # In a thread of its own: a browser test in this process may have left a loop running here.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, fall_silent()).result(PATIENCE) == "game"
