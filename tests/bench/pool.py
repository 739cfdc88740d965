"""What sharing connections gives against one for each request, and how many are worth having.

    python -m tests.bench.pool

A game page over HTTP, the database over TCP. With and without a pool in turn, so that both are
measured in the same minutes; then pools of several sizes under a crowd.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median, quantiles

import psycopg

from tests.bench.measuring import at_least, size
from tests.bench.running import site, visitor

ASKED = size("BENCH_ASKED", 160)
ROUNDS = size("BENCH_ROUNDS", 3)
CROWD = 16
SIZES = (2, 4, 8, 16, 32)[: size("BENCH_POOLS", 5)]
LARGER_CROWD = 32


@dataclass
class Served:
    """How a number of visitors were served who asked one page after the other."""

    seconds: float = 0.0
    cpu: float = 0.0
    times: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    @property
    def work(self) -> float:
        """Milliseconds of the web process's own time for a page."""
        return 1000 * self.cpu / len(self.times)

    @property
    def late(self) -> float:
        return 1000 * quantiles(self.times, n=20)[-1]


def ask(web: site.Web, path: str, sessions: list[str], crowd: int, into: Served) -> None:
    def visit(number: int) -> list[float]:
        browser = visitor.Visitor(web.port, sessions[number % len(sessions)])
        return [browser.ask(path) for _ in range(max(2, ASKED // crowd))]

    began, counted = time.perf_counter(), web.cpu
    with ThreadPoolExecutor(crowd) as visitors:
        for times in visitors.map(visit, range(crowd)):
            into.times += times
    into.seconds += time.perf_counter() - began
    into.cpu += web.cpu - counted


def main() -> None:
    with site.built() as built:
        world = site.made(built, people=4, games=1)
        path, sessions = f"/g/{world['games'][0]['code']}/", world["sessions"]
        _compare(built, path, sessions)
        _sizes(built, path, sessions)


def _compare(built: site.Site, path: str, sessions: list[str]) -> None:
    print("A game page with a shared connection, and with one for each request")
    with site.web(built, DATABASE_POOL="1") as shared, site.web(built, DATABASE_POOL="0") as own:
        for web in (shared, own):
            ask(web, path, sessions, CROWD, Served())
        for crowd in (1, CROWD):
            served = Served(), Served()
            opened = [0, 0]
            for _ in range(ROUNDS):
                for number, web in enumerate((shared, own)):
                    before = _opened(built)
                    ask(web, path, sessions, crowd, served[number])
                    # One of them is the one that asks.
                    opened[number] += _opened(built) - before - 1
            _report(crowd, served, opened)


def _opened(built: site.Site) -> int:
    """How many connections were ever made to the database, before this one."""
    with psycopg.connect(built.database.address) as server:
        row = server.execute(
            "SELECT sessions FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    return int(row[0]) if row else 0


def _report(crowd: int, served: tuple[Served, Served], opened: list[int]) -> None:
    shared, own = served
    for name, each, connections in zip(("shared", "own"), served, opened, strict=True):
        print(f"  {crowd:>2} at once, {name:<6}  {_figures(each)}; {connections} connections made")
    wall, cpu = median(own.times) / median(shared.times), own.work / shared.work
    print(f"      without the pool    {wall:.2f} times the median, {at_least(wall, 1)}")
    print(f"                          {cpu:.2f} times the CPU, {at_least(cpu, 1)}")


def _figures(served: Served) -> str:
    times = f"median {1000 * median(served.times):4.0f} ms, p95 {served.late:4.0f}"
    return f"{times}, CPU {served.work:4.1f}; {served.rate:5.1f} a second"


def _sizes(built: site.Site, path: str, sessions: list[str]) -> None:
    print(f"REQUESTS_AT_ONCE, with as many connections, and {LARGER_CROWD} visitors")
    with ExitStack() as processes:
        webs = {
            most: processes.enter_context(site.web(built, REQUESTS_AT_ONCE=str(most)))
            for most in SIZES
        }
        served = {most: Served() for most in SIZES}
        for web in webs.values():
            ask(web, path, sessions, LARGER_CROWD, Served())
        for _ in range(ROUNDS):
            for most, web in webs.items():
                ask(web, path, sessions, LARGER_CROWD, served[most])
    for most, each in served.items():
        print(f"  {most:>2}  {_figures(each)}")


if __name__ == "__main__":
    main()
