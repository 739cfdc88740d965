"""What pages cost, as multiples of an empty view: `python -m tests.bench.pages`.

Every page goes through the whole middleware for a reader who is logged in, with the settings of
production, compressed as for a browser, in one process on a real PostgreSQL. CPU is this
process's alone; wall time has the database's in it. Both are the best of several passes.

The database is a scratch one with ten games, which is filled here. With `BENCH_FILLED=1` it is the
one that `DATABASE_URL` names, as it is; if the reader has no games there, they are added.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("VAR_DIR", str(ROOT / "var" / "bench"))
os.environ.setdefault("SECRET_KEY", "for benches only, and for nothing else at all, ever")
os.environ.setdefault("ALLOWED_HOSTS", "bench.example")
os.environ.setdefault("CELERY_BROKER_URL", "memory://")
os.environ |= {"DEBUG": "0", "DJANGO_SETTINGS_MODULE": "qwirkle_site.settings"}
django.setup()

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.test.utils import setup_databases, teardown_databases
from django.urls import path

from accounts.models import User
from qwirkle_site.urls import urlpatterns
from tests.bench.measuring import size
from tests.bench.world import World, made_or_found
from tests.factories import log_in

# Many short passes: on a machine that others use too, one of them is left alone.
PASSES = size("BENCH_PASSES", 25)
REQUESTS = size("BENCH_REQUESTS", 3)
FILLED = bool(size("BENCH_FILLED", 0))
AS_BROWSERS_DO = {"Accept-Encoding": "gzip, deflate, br", "Accept-Language": "en"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its address and how many times the empty view's CPU it may cost at most."""

    name: str
    address: str
    goal: float
    part: bool = False
    visitor: bool = False


EMPTY = Page("empty view", "/empty/", 1)
PAGES = (
    Page("home", "/", 8),
    Page("lobby", "/lobby/", 8),
    Page("profile", "/people/{friend}/", 8),
    Page("game, Qwirkle", "/g/{qwirkle}/", 5),
    Page("game, Stones", "/g/{shifting_stones}/", 5),
    Page("its part, Qwirkle", "/g/{qwirkle}/", 5, part=True),
    Page("its part, Stones", "/g/{shifting_stones}/", 5, part=True),
    Page("result, Qwirkle", "/g/{qwirkle_over}/", 6),
    Page("result, Stones", "/g/{shifting_stones_over}/", 6),
    Page("replay, Qwirkle", "/g/{qwirkle_over}/at/{half}/", 6),
    Page("replay, Stones", "/g/{shifting_stones_over}/at/{half}/", 6),
    Page("settings", "/settings/", 8),
    Page("open a table", "/tables/new/", 5),
    Page("waiting table", "/g/{waiting}/", 5),
    Page("rules", "/rules/", 5),
    Page("rules of Qwirkle", "/rules/qwirkle/", 5),
    Page("rules of Stones", "/rules/shifting-stones/", 5),
    Page("check the shuffle", "/g/{qwirkle_over}/check/", 5),
    Page("report a game", "/g/{qwirkle}/report/", 5),
    Page("report a person", "/people/{friend}/report/", 5),
    Page("your reports", "/reports/", 5),
    Page("mail settings", "/settings/mail/", 5),
    Page("vacation", "/settings/vacation/", 5),
    Page("delete account", "/settings/delete/", 5),
    Page("password", "/accounts/password/change/", 5),
    Page("two factors", "/accounts/2fa/", 5),
    Page("sessions", "/accounts/sessions/", 5),
    Page("welcome", "/", 5, visitor=True),
    Page("log in", "/accounts/login/", 5, visitor=True),
    Page("sign up", "/accounts/signup/", 5, visitor=True),
)


@dataclass(slots=True)
class Cost:
    """Seconds for one request in the best pass so far, bytes on the wire, and queries."""

    cpu: float = float("inf")
    wall: float = float("inf")
    size: int = 0
    queries: int = 0


class Browser:
    """Asks the site without a server between; the reader stays logged in."""

    def __init__(self, world: World) -> None:
        self._handler = BaseHandler()
        self._handler.load_middleware()
        self._values = asdict(world)
        client = log_in(User.objects.get(username=world.reader))
        self._session = client.cookies[settings.SESSION_COOKIE_NAME].value

    def ask(self, page: Page) -> HttpResponse:
        headers = AS_BROWSERS_DO | ({"HX-Request": "true"} if page.part else {})
        address = page.address.format_map(self._values)
        request = RequestFactory().get(address, headers=headers, secure=True)
        request.META["SERVER_NAME"] = settings.ALLOWED_HOSTS[0]
        if not page.visitor:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = self._session
        response = self._handler.get_response(request)
        assert response.status_code == 200, f"{page.name}: {response.status_code}"
        return response

    def time(self, page: Page, cost: Cost) -> None:
        """One pass, kept if it is the best."""
        cpu, wall = time.process_time(), time.perf_counter()
        for _ in range(REQUESTS):
            self.ask(page)
        cost.cpu = min(cost.cpu, (time.process_time() - cpu) / REQUESTS)
        cost.wall = min(cost.wall, (time.perf_counter() - wall) / REQUESTS)

    def look(self, page: Page) -> Cost:
        """What does not vary; and the first time, when templates are read, is not counted."""
        self.ask(page)
        queries: list[str] = []

        def counted(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
            queries.append(sql)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(counted):
            response = self.ask(page)
        return Cost(size=len(response.content), queries=len(queries))


def measure(world: World) -> dict[Page, Cost]:
    """The passes of all pages take turns, so that a busy machine is so for all of them."""
    browser = Browser(world)
    costs = {page: browser.look(page) for page in (EMPTY, *PAGES)}
    # As the web process does it.
    gc.collect()
    gc.freeze()
    for _ in range(PASSES):
        for page, cost in costs.items():
            browser.time(page, cost)
    return costs


def report(costs: dict[Page, Cost]) -> None:
    empty = costs[EMPTY]
    print(f"Pages as multiples of an empty view ({empty.cpu * 1000:.2f} ms CPU, ", end="")
    print(f"{empty.wall * 1000:.2f} ms in all), best of {PASSES} passes of {REQUESTS} requests")
    print(f"  {'page':<18}  {'CPU':>5}  {'wall':>5}  {'bytes':>7}  {'queries':>7}")
    for page in PAGES:
        cost = costs[page]
        cpu, wall = cost.cpu / empty.cpu, cost.wall / empty.wall
        said = "reached" if cpu <= page.goal else "missed"
        figures = f"{cpu:5.1f}  {wall:5.1f}  {cost.size:>7,}  {cost.queries:>7}"
        print(f"  {page.name:<18}  {figures}  goal {page.goal:g}: {said}")


@contextmanager
def database() -> Iterator[None]:
    """The filled one, or a scratch one for as long as it is needed."""
    if FILLED:
        yield
        return
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(made, verbosity=0)


def empty_view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def main() -> None:
    urlpatterns.append(path(EMPTY.address.lstrip("/"), empty_view))
    call_command("collectstatic", interactive=False, verbosity=0)
    with database():
        report(measure(made_or_found()))


if __name__ == "__main__":
    main()
