"""What the benchmarks share: the best of several passes, and a table of the results."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Row = tuple[str, str, str]
Item = TypeVar("Item")


def size(name: str, usual: int) -> int:
    """How much to measure; the suite asks for very little, to see that a bench still runs."""
    return int(os.environ.get(name, usual))


PASSES = size("BENCH_PASSES", 15)
NAIVE_PASSES = size("BENCH_NAIVE_PASSES", 2)


def for_each(items: Iterable[Item], work: Callable[[Item], object]) -> None:
    for item in items:
        work(item)


def rate(work: Callable[[], object], items: int, passes: int = PASSES) -> float:
    """Items a second of this process's own time, in the fastest pass."""
    best = float("inf")
    for _ in range(passes):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return items / best


def rates(items: int, *works: Callable[[], object]) -> list[float]:
    """Of each of these, in passes by turns: what else the machine does meets all of them."""
    best = [0.0] * len(works)
    for _ in range(PASSES):
        best = [max(now, rate(work, items, 1)) for now, work in zip(best, works, strict=True)]
    return best


def goal(reached: float, wanted: float) -> str:
    return f"goal {wanted:,}: {'reached' if reached >= wanted else 'missed'}"


def at_least(figure: float, least: float) -> str:
    return f"goal at least {least:,}: {'reached' if figure >= least else 'missed'}"


def at_most(figure: float, most: float) -> str:
    return f"goal at most {most:,}: {'reached' if figure <= most else 'missed'}"


def table(title: str, rows: Sequence[Row]) -> None:
    passes = f"best of {PASSES} passes, the naive one of {NAIVE_PASSES}"
    print(f"{title}, one core, {passes}")
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, number, note in rows:
        print(f"  {name:<{widths[0]}}  {number:>{widths[1]}}  {note}".rstrip())
