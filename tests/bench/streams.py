"""What open pages cost, how soon they open, and how soon they are told of a move.

    python -m tests.bench.streams

A real web process; the pages are sockets of this one. All pages are of people who are logged in,
a tenth of them look at the one game that is played.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median, quantiles

from tests.bench.measuring import at_most, size
from tests.bench.running import site, visitor
from tests.patience import PATIENCE

PAGES = size("BENCH_OPEN_PAGES", 10_000)
WATCHING = max(1, PAGES // 10)
TURNS = size("BENCH_TOLD", 15)
PER_PERSON = 10
OTHER_GAMES = 20
# As many as come at once when a server is back, and as many as its own queue takes.
COMING_AT_ONCE = 500
GOAL_MEGABYTES, GOAL_MILLISECONDS = 400, 100


@dataclass(eq=False)
class Page(asyncio.Protocol):
    """One open page, and when it was told that its game has changed."""

    request: bytes
    on_open: Callable[[Page], None]
    told: list[float] = field(default_factory=list)
    status: bytes = b""
    greeted: bool = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.status:
            self.status = data.partition(b" ")[2][:3]
        if not self.greeted and (b"event: hello" in data or self.status != b"200"):
            self.greeted = True
            self.on_open(self)
        elif b"event: game" in data:
            self.told.append(time.perf_counter())


class Crowd:
    def __init__(self, port: int) -> None:
        self.port = port
        self.pages: list[Page] = []
        self.refused = 0
        self.coming = asyncio.Semaphore(COMING_AT_ONCE)

    async def open(self, requests: Iterable[bytes]) -> float:
        """How many seconds until all are open."""
        began = time.perf_counter()
        await asyncio.gather(*(self._open(request) for request in requests))
        return time.perf_counter() - began

    async def _open(self, request: bytes) -> None:
        loop = asyncio.get_running_loop()
        async with self.coming:
            while True:
                opened: asyncio.Future[Page] = loop.create_future()
                await loop.create_connection(
                    lambda opened=opened: Page(request, opened.set_result), "127.0.0.1", self.port
                )
                page = await opened
                if page.status == b"200":
                    self.pages.append(page)
                    return
                self.refused += 1
                page.transport.close()


def _request(code: str, session: str, number: int) -> bytes:
    lines = [f"GET /g/{code}/events/ HTTP/1.1", f"Cookie: sessionid={session}"]
    lines += [f"{name}: {value}" for name, value in site.PROXY.items()]
    # From many addresses: one may open so many before we know whose pages they are.
    lines += [f"X-Forwarded-For: 10.0.{number // 250 % 250}.{number % 250}", "", ""]
    return "\r\n".join(lines).encode()


async def _told(crowd: Crowd, watching: list[Page], code: str, turn: visitor.Turn) -> list[float]:
    """For each of the pages, the milliseconds from the request to being told."""
    for page in watching:
        page.told.clear()
    began = time.perf_counter()
    await asyncio.to_thread(visitor.play, crowd.port, code, turn)
    async with asyncio.timeout(PATIENCE):
        while not all(page.told for page in watching):
            await asyncio.sleep(0.01)
    return [1000 * (page.told[0] - began) for page in watching]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What the web process took, in megabytes, threads, and seconds of its own time."""

    empty: float
    full: float
    threads: int
    opening: float
    telling: float


async def _measure(web: site.Web, world: dict[str, list]) -> None:
    played, others = world["games"][0], world["games"][1:]
    codes = [played["code"]] * WATCHING
    codes += [others[number % len(others)]["code"] for number in range(PAGES - WATCHING)]
    sessions = world["sessions"]
    crowd, empty, cpu = Crowd(web.port), web.megabytes, web.cpu
    seconds = await crowd.open(
        _request(code, sessions[number // PER_PERSON], number) for number, code in enumerate(codes)
    )
    opening = web.cpu - cpu
    watching = [page for page in crowd.pages if played["code"].encode() in page.request]
    first, *turns = played["turns"]
    await _told(crowd, watching, played["code"], first)
    full, threads, cpu = web.megabytes, web.threads, web.cpu
    times = [await _told(crowd, watching, played["code"], turn) for turn in turns]
    telling = web.cpu - cpu
    cost = Cost(empty=empty, full=full, threads=threads, opening=opening, telling=telling)
    _report(seconds, crowd, cost, times)


def _report(seconds: float, crowd: Crowd, cost: Cost, times: list[list[float]]) -> None:
    pages, told = len(crowd.pages), [each for turn in times for each in turn]
    middle, late = median(told), quantiles(told, n=20)[-1]
    memory = f"{cost.full:6.0f} MB, {cost.empty:.0f} before"
    opening, telling = 1000 * cost.opening / pages, 1000 * cost.telling / len(times)
    print(f"{pages:,} open pages in one web process, {crowd.refused} refused meanwhile")
    print(f"  memory      {memory}; {at_most(cost.full, GOAL_MEGABYTES)}")
    print(f"  for a page  {1000 * (cost.full - cost.empty) / pages:6.1f} kB")
    print(f"  threads     {cost.threads:6}")
    print(f"  opened      {pages / seconds:6.0f} a second, CPU {opening:.2f} ms each")
    print(f"A move is told to {len(times[0]):,} of them, from its request on, {len(times)} times")
    print(f"  median      {middle:6.0f} ms; {at_most(middle, GOAL_MILLISECONDS)}")
    print(f"  p95         {late:6.0f} ms; CPU {telling:.0f} ms with the move itself")


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    people = PAGES // PER_PERSON + 2
    with site.built() as built:
        world = site.made(built, people=people, games=1 + OTHER_GAMES, turns=TURNS + 1)
        with site.web(built, STREAMS_AT_ONCE=str(PAGES)) as web:
            visitor.Visitor(web.port).ask("/rules/qwirkle/")
            asyncio.run(_measure(web, world))


if __name__ == "__main__":
    main()
