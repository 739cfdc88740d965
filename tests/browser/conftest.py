"""A real browser on the real site: chromium, and uvicorn on the test's own database."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
)

from accounts.models import User
from tests.factories import PASSWORD
from tests.patience import PATIENCE

# Playwright's own loop runs in this thread; the database is used from here all the same.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
SIZES = {"laptop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/browser/" in item.path.as_posix():
            if CHROMIUM is None:
                reason = "no chromium: apt-get install chromium, or scripts/browser.sh as root"
                item.add_marker(pytest.mark.skip(reason=reason))
            # They need the whole database to themselves, and pages that talk to it.
            item.add_marker(pytest.mark.django_db(transaction=True))


# Playwright's own patience, five seconds, is for a machine that has nothing else to do.
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest) -> dict[str, int]:
    return SIZES[request.param]


Visit = Callable[..., Page]
# What a browser says that a test has cut off from the network.
CUT_OFF = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")


# What a page says that is refused, or a form that is to be filled in again.
REFUSALS = (403, 422)


@dataclass
class Complaints:
    """What a page says in the console, and what its server could not answer."""

    heard: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.heard.append(f"script: {error}"))
        page.on("response", self._look)
        page.on("requestfailed", self._lose)

    def _hear(self, message: ConsoleMessage) -> None:
        # A page that is refused on purpose says so in the console too.
        said = any(f"status of {status}" in message.text for status in REFUSALS)
        if said and message.location["url"] in self.refused:
            return
        if any(words in message.text for words in CUT_OFF):
            return
        if message.type in ("error", "warning"):
            self.heard.append(f"{message.type}: {message.text}")

    def _look(self, response: Response) -> None:
        if response.status in REFUSALS and response.request.is_navigation_request():
            self.refused.append(response.url)
        if response.status >= 500:
            self.heard.append(f"{response.status}: {response.url}")

    def _lose(self, request: Request) -> None:
        if not any(words in (request.failure or "") for words in ("ERR_ABORTED", *CUT_OFF)):
            self.heard.append(f"failed: {request.url} {request.failure}")


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """Opens the site in a browser of its own for each visitor; no page may complain."""
    contexts: list[BrowserContext] = []
    complaints = Complaints()

    def open_site(user: User | None = None, **options: Any) -> Page:
        context = browser.new_context(base_url=site, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        complaints.listen(page)
        if user is not None:
            log_in(context, site, user)
        return page

    yield open_site
    for context in contexts:
        context.close()
    assert complaints.heard == []


def log_in(context: BrowserContext, site: str, user: User) -> None:
    """By a session made here; the log-in page has a test of its own."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": site}])


def type_password(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name or email address").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/")


# What moves for a while is brought to its end; what begins when it ends, too.
COME_TO_REST = """async () => {
  const lasts = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  const moving = () => document.getAnimations()
    .filter((one) => one.playState === "running" && lasts(one));
  for (let all = moving(); all.length; all = moving()) {
    for (const one of all) one.finish();
    await Promise.allSettled(all.map((one) => one.finished));
  }
}"""


def check_accessibility(page: Page) -> None:
    """axe-core finds nothing serious on a page at rest: what is half faded in is hard to read."""
    page.evaluate(COME_TO_REST)
    found = Axe().run(page).response["violations"]
    serious = [item for item in found if item["impact"] in ("serious", "critical")]
    found_where = [(item["id"], [node["html"] for node in item["nodes"]]) for item in serious]
    assert found_where == []


def check_fits(page: Page) -> None:
    """Nothing sticks out sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
