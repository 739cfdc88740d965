"""The database is stopped and started again under a site that people look at."""

from __future__ import annotations

import http.client
from contextlib import ExitStack, closing
from typing import Any

from tests.bench.running import site, visitor
from tests.patience import PATIENCE, wait_until
from tests.play.test_events import next_event

PAGES = 5


def opened(port: int, code: str, session: str) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = site.PROXY | {"Cookie": f"sessionid={session}"}
    connection.request("GET", f"/g/{code}/events/", headers=headers)
    return connection


def plays(port: int, game: dict[str, Any]) -> bool:
    """The same submission again gets the result of the first: it may be tried until it is taken."""
    try:
        visitor.play(port, game["code"], game["turns"][0])
    except visitor.NoPage:
        return False
    return True


def test_every_page_looks_again_when_the_database_was_away_and_hears_what_comes_then() -> None:
    with site.built() as built, site.web(built) as web, ExitStack() as pages:
        world = site.made(built, people=2, games=1)
        game = world["games"][0]
        streams = []
        for _ in range(PAGES):
            page = opened(web.port, game["code"], world["sessions"][0])
            pages.enter_context(closing(page))
            streams.append(page.getresponse())
        assert {next_event(stream)["event"] for stream in streams} == {"hello"}

        built.database.stop()
        built.database.start()
        # Nobody has moved: but nobody knows what happened while nobody listened.
        assert {next_event(stream)["event"] for stream in streams} == {"game"}

        newcomer = opened(web.port, game["code"], world["sessions"][0])
        pages.enter_context(closing(newcomer))
        streams.append(newcomer.getresponse())
        assert next_event(streams[-1])["event"] == "hello"
        wait_until(lambda: plays(web.port, game), lambda: "the site does not come back")
        assert {next_event(stream)["event"] for stream in streams} == {"game"}
