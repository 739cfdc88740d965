"""Pages with little in the database and with 400,000 games: `python -m tests.bench.large`.

The same pages of the same people in two databases side by side, in one run: wall time against wall
time. The little one has as much as fills a page of each list, so that the same is shown in both.
`BENCH_FINISHED` and its like say how much is much.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

os.environ["STAFF_NEED_TWO_FACTORS"] = "0"

from tests.bench import pages
from tests.bench.pages import EMPTY, PAGES, PASSES, REQUESTS, Browser, Cost, Page
from tests.bench.world import World, made_or_found

# isort: split
from django.core.management import call_command
from django.db import connection
from django.urls import path

from accounts.models import User
from games.models import Game
from qwirkle_site.urls import urlpatterns
from tests.bench.filling import Sizes, fill
from tests.factories import UserFactory

GOAL = 1.25
LONGEST = 120
# Finished, active and open games, people, and of the games the reader's own.
LITTLE = (200, 100, 90, 150, 60, 30)
DESK = "desk"
LISTS = "/admin/games"
OWN = (
    Page("own profile", "/people/{reader}/", 8),
    Page("calendar", "/calendar/{calendar}.ics", 5),
)
DESK_PAGES = (
    Page("desk", "/admin/", 0),
    Page("its games", f"{LISTS}/game/", 0),
    Page("games overdue", f"{LISTS}/game/?needs=overdue", 0),
    Page("games stuck", f"{LISTS}/game/?needs=stuck", 0),
    Page("games paused", f"{LISTS}/game/?needs=paused", 0),
    Page("games reported", f"{LISTS}/game/?needs=reported", 0),
    Page("games open", f"{LISTS}/game/?status__exact=open", 0),
    Page("games by code", f"{LISTS}/game/?q={{qwirkle}}", 0),
    Page("games by name", f"{LISTS}/game/?q={{reader}}", 0),
    Page("a game", f"{LISTS}/game/{{number}}/change/", 0),
    Page("its people", "/admin/accounts/user/", 0),
    Page("people by name", "/admin/accounts/user/?q={friend}", 0),
    Page("people bouncing", "/admin/accounts/user/?standing=bouncing", 0),
    Page("a person", "/admin/accounts/user/{person}/change/", 0),
    Page("its mails", f"{LISTS}/notification/", 0),
    Page("mails failed", f"{LISTS}/notification/?state__exact=failed", 0),
    Page("mails by name", f"{LISTS}/notification/?q={{reader}}", 0),
    Page("its reports", f"{LISTS}/report/", 0),
    Page("its trail", f"{LISTS}/act/", 0),
)


class Reader(Browser):
    """Knows what addresses of the desk need besides."""

    def __init__(self, world: World, **more: object) -> None:
        super().__init__(world)
        self._values |= more


def browsers(world: World) -> tuple[Browser, Browser]:
    reader = User.objects.get(username=world.reader)
    if reader.calendar_token is None:
        User.objects.filter(pk=reader.pk).update(calendar_token="of-the-bench")
    if not User.objects.filter(username=DESK).exists():
        UserFactory(username=DESK, is_staff=True, is_superuser=True)
    more = {
        "calendar": "of-the-bench",
        "person": reader.pk,
        "number": Game.objects.get(code=world.qwirkle).pk,
    }
    desk = Reader(replace(world, reader=DESK), **more)
    desk._values["reader"] = world.reader
    return Reader(world, **more), desk


@contextmanager
def two_databases() -> Iterator[Mapping[str, Callable[[], None]]]:
    """One that has little and one that has much, side by side: how to go to each.

    Both begin with the same ten games, and each keeps its connection.
    """
    name = str(connection.settings_dict["NAME"])
    much = f"{name}_much"
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{much}"')
        cursor.execute(f'CREATE DATABASE "{much}" TEMPLATE "{name}"')
    kept: dict[str, Any] = {}

    def go_to(database: str) -> None:
        kept[str(connection.settings_dict["NAME"])] = connection.connection
        connection.settings_dict["NAME"] = database
        connection.connection = kept.get(database)
        connection.ensure_connection()

    try:
        yield {"little": lambda: go_to(name), "much": lambda: go_to(much)}
    finally:
        go_to(name)
        kept[much].close()
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{much}"')


def measure(
    world: World, databases: Mapping[str, Callable[[], None]]
) -> dict[str, dict[Page, Cost]]:
    """A pass with little and a pass with much take turns, whatever else the machine does."""
    asked, costs = {}, {}
    for name, go_to in databases.items():
        go_to()
        reader, desk = browsers(world)
        asked[name] = dict.fromkeys((EMPTY, *PAGES, *OWN), reader)
        asked[name] |= dict.fromkeys(DESK_PAGES, desk)
        costs[name] = {page: browser.look(page) for page, browser in asked[name].items()}
    for _ in range(PASSES):
        for name, go_to in databases.items():
            go_to()
            for page, cost in costs[name].items():
                asked[name][page].time(page, cost)
    return costs


def report(little: dict[Page, Cost], much: dict[Page, Cost]) -> None:
    print(f"{sum(LITTLE[:3]):,} and {Game.objects.count():,} games, wall time; ", end="")
    print(f"CPU in empty views; best of {PASSES} passes of {REQUESTS} requests")
    print(f"  {'page':<18}  {'little':>8}  {'much':>8}  {'ratio':>5}  {'CPU':>5}  {'bytes':>7}")
    for page, cost in much.items():
        ratio, cpu = cost.wall / little[page].wall, cost.cpu / much[EMPTY].cpu
        times = f"{little[page].wall * 1000:5.2f} ms  {cost.wall * 1000:5.2f} ms"
        said = f"goal {GOAL}: {'reached' if ratio <= GOAL else 'missed'}"
        print(f"  {page.name:<18}  {times}  {ratio:5.2f}  {cpu:5.1f}  {cost.size:>7,}  {said}")


def main() -> None:
    urlpatterns.append(path(EMPTY.address.lstrip("/"), pages.empty_view))
    call_command("collectstatic", interactive=False, verbosity=0)
    with pages.database():
        world = made_or_found()
        with two_databases() as databases:
            for name, sizes in (("little", Sizes(*LITTLE)), ("much", Sizes())):
                databases[name]()
                began = time.perf_counter()
                fill(User.objects.get(username=world.reader), sizes)
            took = time.perf_counter() - began
            print(f"Filled in {took:.0f} s, goal {LONGEST}: ", end="")
            print("reached" if took <= LONGEST else "missed")
            costs = measure(world, databases)
            report(costs["little"], costs["much"])


if __name__ == "__main__":
    main()
