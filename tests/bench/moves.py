"""What a move costs: its queries, and its time with a broker that answers and with others.

    python -m tests.bench.moves

Each broker has a web process of its own. A turn against a bot, which wakes it, is posted to each
of them in turn, so that all are measured in the same minutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import psycopg
import pytest

from tests import production
from tests.bench.measuring import at_most, size
from tests.bench.running import site, visitor
from tests.silence import Silent, Wall

MOVES = size("BENCH_MOVES", 150)
BROKERS = size("BENCH_BROKERS", 5)
GOAL_QUERIES, GOAL_RATIO = 14, 1.2
PER_PERSON = 10
COUNTED = 5
BOUNDS = ("BEGIN", "COMMIT")


@contextmanager
def answering(folder: Path) -> Iterator[str]:
    """Redis, or where there is none the broker of files."""
    with ExitStack() as stack:
        try:
            yield stack.enter_context(production.redis(folder))
        except pytest.skip.Exception:
            yield "filesystem://localhost//"


@contextmanager
def brokers(folder: Path) -> Iterator[dict[str, str]]:
    silent, wall = Silent(), Wall()
    nobody = production.free_port()
    with answering(folder) as answers:
        named = {
            "answers": answers,
            "refuses connections": f"redis://127.0.0.1:{nobody}/0",
            "takes them and is silent": f"redis://127.0.0.1:{silent.port}/0",
            "the same, RabbitMQ": f"amqp://127.0.0.1:{silent.port}//",
            "drops what is sent to it": f"redis://127.0.0.1:{wall.port}/0",
        }
        yield dict(list(named.items())[:BROKERS])
    silent.close()
    wall.close()


def main() -> None:
    with site.built() as built, brokers(built.folder) as named, ExitStack() as processes:
        webs = {
            name: processes.enter_context(site.web(built, CELERY_BROKER_URL=address))
            for name, address in named.items()
        }
        count = (1 + MOVES) * len(webs) + COUNTED
        people = 1 + count // PER_PERSON
        games = site.made(built, people=people, against_bots=count)["against_bots"]
        counted = _counted(built.database, webs["answers"], games[:COUNTED])
        cpu = webs["answers"].cpu
        times = _played(webs, games[COUNTED:])
        cpu = webs["answers"].cpu - cpu
    _report(times, counted, 1000 * cpu / (1 + MOVES))


def _counted(
    database: production.Postgres, web: site.Web, games: list[visitor.Turn]
) -> tuple[int, int]:
    """How many queries and transactions a whole request has, by the database's own log."""
    with psycopg.connect(database.address, autocommit=True) as server:
        server.execute("ALTER SYSTEM SET log_statement = 'all'")
        server.execute("SELECT pg_reload_conf()")
        counts = [_statements(database, web, game) for game in games]
        server.execute("ALTER SYSTEM RESET log_statement")
        server.execute("SELECT pg_reload_conf()")
    queries = [sum(each not in BOUNDS for each in said) for said in counts]
    return round(median(queries)), max(said.count("BEGIN") for said in counts)


def _statements(database: production.Postgres, web: site.Web, game: visitor.Turn) -> list[str]:
    """The first word of each. The pool's look whether a connection lives has none."""
    before = len(database.log.read_text())
    visitor.play(web.port, game["code"], game["turns"][0])
    said = database.log.read_text()[before:]
    return re.findall(r"LOG:  (?:statement|execute [^:]+): (\w+)", said)


def _played(webs: dict[str, site.Web], games: list[visitor.Turn]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in webs}
    rounds = zip(*[iter(games)] * len(webs), strict=True)
    for group in rounds:
        for (name, web), game in zip(webs.items(), group, strict=True):
            took = visitor.play(web.port, game["code"], game["turns"][0])
            times[name].append(1000 * took)
    # The first of a process reads its templates and the broker's library.
    return {name: each[1:] for name, each in times.items()}


def _report(times: dict[str, list[float]], counted: tuple[int, int], cpu: float) -> None:
    queries, transactions = counted
    print(f"A move against a bot, over HTTP, {MOVES} with each broker in turn")
    print(f"  queries                   {queries:6}  {at_most(queries, GOAL_QUERIES)}")
    print(f"  transactions              {transactions:6}  {at_most(transactions, 1)}")
    usual = times.pop("answers")
    figures = f"{median(usual):6.1f} ms, longest {max(usual):.0f}, CPU {cpu:.1f}"
    print(f"  the broker answers        {figures}")
    for name, each in times.items():
        ratio = sum(each) / sum(usual)
        figures = f"{median(each):6.1f} ms, longest {max(each):.0f}"
        print(f"  {name:<24}  {figures}; {ratio:.2f} times, {at_most(ratio, GOAL_RATIO)}")


if __name__ == "__main__":
    main()
