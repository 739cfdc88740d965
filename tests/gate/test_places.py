"""So many requests at once, and no more: the others wait, or come again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.asgi import get_asgi_application
from django.db import OperationalError, connection
from django.test import override_settings
from django.urls import path
from django.utils import translation
from psycopg.postgres import types
from psycopg.pq import Format

from accounts.bounds import LATEST
from qwirkle_site import urls
from qwirkle_site.gate.asgi import address_of
from qwirkle_site.gate.places import Places
from qwirkle_site.pool import share_connections
from tests.gate.asking import Answer, ask, echo, run, scope
from tests.patience import PATIENCE


class Slow:
    """An application that counts who is inside at once."""

    def __init__(self) -> None:
        self.inside = self.most = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        await asyncio.sleep(0.01)
        self.inside -= 1
        await echo(scope, receive, send)


async def crowd(app: Any, size: int) -> list[Answer]:
    return await asyncio.gather(*(ask(app, scope("/lobby/")) for _ in range(size)))


def test_no_more_are_inside_than_there_are_places() -> None:
    inner = Slow()

    answers = run(crowd(Places(inner, inside=3, waiting=100, seconds=PATIENCE), 50))

    assert inner.most == 3
    assert {answer.status for answer in answers} == {200}


def test_who_finds_the_queue_full_is_asked_to_come_again() -> None:
    answers = run(crowd(Places(Slow(), inside=2, waiting=5, seconds=PATIENCE), 30))

    assert Counter(answer.status for answer in answers) == {200: 7, 503: 23}
    busy = next(answer for answer in answers if answer.status == 503)
    assert busy.headers["retry-after"] == "5"
    assert "try again in a few seconds" in busy.text


def test_nobody_waits_for_ever() -> None:
    async def wait_in_vain() -> list[int]:
        may_leave = asyncio.Event()

        async def stuck(scope: Any, receive: Any, send: Any) -> None:
            await may_leave.wait()
            await echo(scope, receive, send)

        app = Places(stuck, inside=1, waiting=9, seconds=0.05)
        first = asyncio.create_task(ask(app, scope("/lobby/")))
        await asyncio.sleep(0)
        sent_away = await crowd(app, 2)
        may_leave.set()
        return [answer.status for answer in (await first, *sent_away)]

    assert run(wait_in_vain()) == [200, 503, 503]


def test_who_reads_slowly_holds_no_place() -> None:
    async def read_slowly() -> list[int]:
        app = Places(echo, inside=1, waiting=9, seconds=PATIENCE)
        may_read = asyncio.Event()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            await may_read.wait()

        slow = asyncio.create_task(app(scope(), receive, send))
        await asyncio.sleep(0)
        quick = await ask(app, scope())
        may_read.set()
        await slow
        return [quick.status]

    assert run(read_slowly()) == [200]


def test_the_page_is_in_the_language_of_the_reader() -> None:
    full = Places(echo, inside=0, waiting=0, seconds=0)

    async def in_hebrew() -> Answer:
        return await ask(full, scope(accept_language="he"))

    page = run(in_hebrew()).text

    assert '<html lang="he" dir="rtl">' in page
    with translation.override("he"):
        assert translation.gettext("The site is busy") in page


def test_a_page_that_looks_for_news_by_itself_stays_as_it_is() -> None:
    full = Places(echo, inside=0, waiting=0, seconds=0)

    async def look() -> Answer:
        return await ask(full, scope(hx_request="true", hx_trigger="game"))

    assert run(look()).headers["hx-reswap"] == "none"


def fail(request: Any) -> None:
    raise OperationalError("couldn't get a connection")


urlpatterns = [path("fails/", fail), *urls.urlpatterns]


@override_settings(ROOT_URLCONF=__name__)
@pytest.mark.parametrize("debug", [True, False])
def test_a_database_that_does_not_answer_is_a_503(debug: bool) -> None:
    async def asked() -> Answer:
        return await ask(
            Places(get_asgi_application(), inside=1, waiting=1, seconds=1),
            scope("/fails/", host="localhost"),
        )

    with override_settings(DEBUG=debug):
        answer = run(asked())

    assert answer.status == 503
    assert answer.headers["retry-after"] == "5"


@pytest.mark.parametrize(
    ("client", "forwarded", "behind", "address"),
    [
        ("192.0.2.1", "203.0.113.9", False, "192.0.2.1"),
        ("192.0.2.1", "198.51.100.1, 203.0.113.9", True, "203.0.113.9"),
        ("192.0.2.1", "", True, "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "", False, "2001:db8:1:2::/64"),
    ],
)
def test_an_address_is_what_our_own_proxy_says(
    settings: Any, client: str, forwarded: str, behind: bool, address: str
) -> None:
    settings.BEHIND_PROXY = behind
    head = {"x_forwarded_for": forwarded} if forwarded else {}

    assert address_of(scope(client=client, **head)) == address


def test_a_web_process_shares_as_many_connections_as_it_serves_requests_and_openings(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_POOL, settings.REQUESTS_AT_ONCE = True, 7
    settings.STREAMS_OPENING_AT_ONCE = 3
    options = settings.DATABASES["default"]["OPTIONS"]
    monkeypatch.setitem(options, "pool", None)
    monkeypatch.setitem(settings.DATABASES["default"], "CONN_HEALTH_CHECKS", False)

    share_connections()

    assert options["pool"]["max_size"] == 10
    assert settings.DATABASES["default"]["CONN_HEALTH_CHECKS"]


@pytest.fixture
def shared(transactional_db: None) -> Iterator[Any]:
    """The tests' database by a pool of one connection."""
    wrapper = connection.copy("shared")
    wrapper.settings_dict["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 1, "timeout": PATIENCE}
    wrapper.inc_thread_sharing()
    yield wrapper
    wrapper.close()
    wrapper.close_pool()


def test_the_database_of_a_developer_can_be_shared_too(shared: Any) -> None:
    """The embedded engine finds its host by starting it, and has to do so for the pool."""
    with shared.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
    assert isinstance(shared.connection, psycopg.Connection)


def test_a_connection_that_serves_many_requests_stays_as_it_was(shared: Any) -> None:
    """Each request takes it from the pool anew, and finds it set up already."""
    seen = set()
    for _ in range(4):
        with shared.cursor() as cursor:
            cursor.execute("SELECT 'infinity'::timestamptz")
            assert cursor.fetchone() == (LATEST,)
            oids = (types["timestamptz"].oid, types["date"].oid, types["interval"].oid)
            loaders = [shared.connection.adapters.get_loader(it, Format.TEXT) for it in oids]
            seen.add((id(shared.connection), *loaders))
        shared.close()

    assert len(seen) == 1
