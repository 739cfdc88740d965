"""What sharing connections gives against one for each request, and how many are worth having.

    python -m tests.bench.pool

A game page over HTTP, the database over TCP. With and without a pool in turn, so that both are
measured in the same minutes; then pools of several sizes under a crowd.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
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
    times: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    @property
    def late(self) -> float:
        return 1000 * quantiles(self.times, n=20)[-1]


def ask(web: site.Web, path: str, sessions: list[str], crowd: int, into: Served) -> None:
    def visit(number: int) -> list[float]:
        browser = visitor.Visitor(web.port, sessions[number % len(sessions)])
        return [browser.ask(path) for _ in range(max(2, ASKED // crowd))]

    began = time.perf_counter()
    with ThreadPoolExecutor(crowd) as visitors:
        for times in visitors.map(visit, range(crowd)):
            into.times += times
    into.seconds += time.perf_counter() - began


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
    ratio = median(own.times) / median(shared.times)
    for name, each, connections in zip(("shared", "own"), served, opened, strict=True):
        print(
            f"  {crowd:>2} at once, {name:<6}  {1000 * median(each.times):6.1f} ms, p95"
            f" {each.late:6.1f}, {each.rate:5.1f} a second;"
            f" {connections} connections for {len(each.times)} pages"
        )
    print(f"  ratio of the medians  {ratio:.2f}, {at_least(ratio, 1)}")


def _sizes(built: site.Site, path: str, sessions: list[str]) -> None:
    print(f"REQUESTS_AT_ONCE, and as many connections, with {LARGER_CROWD} visitors")
    for most in SIZES:
        with site.web(built, REQUESTS_AT_ONCE=str(most)) as web:
            ask(web, path, sessions, LARGER_CROWD, Served())
            served = Served()
            for _ in range(ROUNDS):
                ask(web, path, sessions, LARGER_CROWD, served)
        print(
            f"  {most:>2}  {served.rate:5.1f} a second, median"
            f" {1000 * median(served.times):5.0f} ms, p95 {served.late:5.0f}"
        )


if __name__ == "__main__":
    main()
