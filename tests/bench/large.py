"""Pages with ten games in the database and with 400,000: `python -m tests.bench.large`.

The same pages of the same people, first with little and then with much in one database, in one
run: wall time against wall time. `BENCH_FINISHED` and its like say how much is much.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace

os.environ["STAFF_NEED_TWO_FACTORS"] = "0"

from tests.bench import pages
from tests.bench.pages import EMPTY, PAGES, PASSES, REQUESTS, Browser, Cost, Page
from tests.bench.world import World, made_or_found

# isort: split
from django.core.management import call_command
from django.urls import path

from accounts.models import User
from games.models import Game
from qwirkle_site.urls import urlpatterns
from tests.bench.filling import fill
from tests.factories import UserFactory

GOAL = 1.25
LONGEST = 120
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


def measure(world: World) -> dict[Page, Cost]:
    reader, desk = browsers(world)
    asked = dict.fromkeys((EMPTY, *PAGES, *OWN), reader) | dict.fromkeys(DESK_PAGES, desk)
    costs = {page: browser.look(page) for page, browser in asked.items()}
    for _ in range(PASSES):
        for page, cost in costs.items():
            asked[page].time(page, cost)
    return costs


def report(small: dict[Page, Cost], large: dict[Page, Cost]) -> None:
    count = f"{Game.objects.count():,}"
    print(
        f"Pages with {count} games against the same with ten, wall time; CPU in empty views; ",
        end="",
    )
    print(f"best of {PASSES} passes of {REQUESTS} requests")
    print(f"  {'page':<18}  {'small':>8}  {'large':>8}  {'ratio':>5}  {'CPU':>5}  {'bytes':>7}")
    for page, cost in large.items():
        ratio, cpu = cost.wall / small[page].wall, cost.cpu / large[EMPTY].cpu
        times = f"{small[page].wall * 1000:5.2f} ms  {cost.wall * 1000:5.2f} ms"
        said = f"goal {GOAL}: {'reached' if ratio <= GOAL else 'missed'}"
        figures = f"{times}  {ratio:5.2f}  {cpu:5.1f}  {cost.size:>7,}"
        print(f"  {page.name:<18}  {figures}  {said}")


def main() -> None:
    urlpatterns.append(path(EMPTY.address.lstrip("/"), pages.empty_view))
    call_command("collectstatic", interactive=False, verbosity=0)
    with pages.database():
        world = made_or_found()
        small = measure(world)
        began = time.perf_counter()
        fill(User.objects.get(username=world.reader))
        took = time.perf_counter() - began
        print(f"Filled in {took:.0f} s, goal {LONGEST}: ", end="")
        print("reached" if took <= LONGEST else "missed")
        report(small, measure(world))


if __name__ == "__main__":
    main()
