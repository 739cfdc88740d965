"""Open pages: how many there may be, and that they hold nothing but their connection."""

from __future__ import annotations

import resource
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.db import connection

from accounts.models import User
from qwirkle_site.asgi import django
from qwirkle_site.gate.opening import Opening
from qwirkle_site.gate.places import Places
from qwirkle_site.gate.streams import Caps, Streams, most_streams
from tests.factories import make_guest
from tests.patience import PATIENCE
from tests.play.test_events import next_event, play, stream
from tests.playing import start_game
from tests.serving import served

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def site_with(**caps: int) -> Iterator[str]:
    many = {"process": 100, "person": 100, "address": 100}
    places = Places(django, inside=4, waiting=10, seconds=30)
    opening = Places(Opening(threads=2), inside=2, waiting=100, seconds=PATIENCE)
    with served(Streams(places, opening, Caps(**many | caps))) as address:
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


def test_as_many_guests_as_one_likes_have_the_pages_of_one_address(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    crowd = [make_guest()[1] for _ in range(3)]

    with site_with(address=2, person=2) as site, ExitStack() as pages:
        for guest in crowd[:2]:
            page = pages.enter_context(stream(site, game, guest))
            assert next_event(page)["event"] == "hello"
        assert pages.enter_context(stream(site, game, crowd[2])).status == 503
        assert pages.enter_context(stream(site, game, bob)).status == 200


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


@pytest.mark.parametrize(
    ("wanted", "soft", "hard", "served", "raised"),
    [
        (1000, 1024, 1024, 512, 1024),
        (1000, 1024, 65_536, 1000, 2000),
        (1000, 1024, 1500, 750, 1500),
        (1000, 65_536, 65_536, 1000, 65_536),
        (1000, 1024, resource.RLIM_INFINITY, 1000, 2000),
        (1000, resource.RLIM_INFINITY, resource.RLIM_INFINITY, 1000, resource.RLIM_INFINITY),
    ],
)
def test_as_many_as_the_process_may_have_files(
    wanted: int, soft: int, hard: int, served: int, raised: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {resource.RLIMIT_NOFILE: (soft, hard)}
    monkeypatch.setattr(resource, "getrlimit", limits.__getitem__)
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)

    assert most_streams(wanted) == served
    assert limits[resource.RLIMIT_NOFILE] == (raised, hard)
