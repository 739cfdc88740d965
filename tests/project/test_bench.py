"""Every bench runs, at a size that says nothing of speed, so that `make bench` does not rot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHES = sorted(
    file.stem for file in (ROOT / "tests" / "bench").glob("*.py") if "__main__" in file.read_text()
)
TINY = {
    "BENCH_ACTIVE": "40",
    "BENCH_ASKED": "2",
    "BENCH_BROKERS": "2",
    "BENCH_DUE": "3",
    "BENCH_FEW": "10",
    "BENCH_FINISHED": "60",
    "BENCH_GAMES": "1",
    "BENCH_MAILS": "4",
    "BENCH_MANY": "30",
    "BENCH_MOVES": "2",
    "BENCH_NAIVE_PASSES": "1",
    "BENCH_OPEN": "20",
    "BENCH_OPEN_PAGES": "20",
    "BENCH_OTHERS": "1",
    "BENCH_OWN_ACTIVE": "3",
    "BENCH_OWN_FINISHED": "15",
    "BENCH_PASSES": "1",
    "BENCH_PEOPLE": "30",
    "BENCH_POOLS": "1",
    "BENCH_POSITIONS": "10",
    "BENCH_REQUESTS": "1",
    "BENCH_ROUNDS": "1",
    "BENCH_THINKING": "4",
    "BENCH_TOLD": "2",
    "BENCH_TURNS": "4",
}


@pytest.mark.parametrize("bench", BENCHES)
def test_a_bench_runs_to_its_end(bench: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{bench}"],
        cwd=ROOT,
        env=os.environ | TINY | {"VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_make_bench_runs_all_of_them() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert [bench for bench in BENCHES if f"tests.bench.{bench}" not in makefile] == []
