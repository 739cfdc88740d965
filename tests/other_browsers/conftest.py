"""The browsers beside chromium, each with an engine of its own, on the real site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.test import Client
from selenium.webdriver.remote.webdriver import WebDriver

from accounts.models import User
from tests.other_browsers import firefox, webkit
from tests.other_browsers.visitor import Visitor

Start = Callable[[Path], AbstractContextManager[WebDriver]]
ENGINES: dict[str, tuple[str, Start]] = {
    "webkit": (webkit.MISSING, webkit.webkit),
    "firefox": (firefox.MISSING, firefox.firefox),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/other_browsers/" in item.path.as_posix():
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="module", params=list(ENGINES))
def driver(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebDriver]:
    """One browser for all tests of a module: starting it takes longer than they do."""
    missing, start = ENGINES[request.param]
    if missing:
        pytest.skip(missing)
    with start(tmp_path_factory.mktemp(request.param)) as driver:
        yield driver


@pytest.fixture
def visitor(driver: WebDriver, site: str) -> Iterator[Visitor]:
    """Nobody yet, at a laptop."""
    visitor = Visitor(driver, site)
    visitor.go("/static/games/pages/site.css")
    driver.delete_all_cookies()
    visitor.resize(1280, 800)
    yield visitor
    # An open page would go on asking a server that is gone.
    driver.get("about:blank")


@pytest.fixture
def let_in(visitor: Visitor) -> Callable[[User], Visitor]:
    """By a session made here; the log-in page has a test of its own."""

    def let_in(user: User) -> Visitor:
        client = Client()
        client.force_login(user)
        # As the site sets it; a newer WebKit keeps no cookie that does not say where it goes.
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "path": "/"}
        visitor.driver.add_cookie({**cookie, "httpOnly": True, "sameSite": "Lax"})
        return visitor

    return let_in
