"""`make play`, for real: its processes, its database and its messages."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from qwirkle_site.celery import LANES
from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def start(var: Path, port: int | str, log: Path) -> subprocess.Popen[bytes]:
    unset = ("DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
    # What some machines set for every Python, and others do not.
    unset += ("PYTHONUNBUFFERED",)
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.Popen(
        [sys.executable, "manage.py", "play"],
        cwd=ROOT,
        env=environment | {"VAR_DIR": str(var), "PORT": str(port), "DEBUG": "1"},
        stdout=log.open("wb"),
        stderr=subprocess.STDOUT,
    )


@contextmanager
def playing(var: Path, port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    site = start(var, port, log)
    try:
        wait_until(
            lambda: b"Ctrl-C ends it all" in log.read_bytes() or site.poll() is not None,
            log.read_text,
        )
        assert site.poll() is None, log.read_text()
        yield site
    finally:
        if site.poll() is None:
            site.send_signal(signal.SIGINT)
        site.wait(PATIENCE)


def outcome_of(var: Path, port: int | str, log: Path) -> str:
    site = start(var, port, log)
    assert site.wait(PATIENCE) == 1, log.read_text()
    return log.read_text()


def test_runs_everything_ends_everything_and_keeps_the_data(tmp_path: Path) -> None:
    var, log, port = tmp_path / "var", tmp_path / "log", free_port()

    with playing(var, port, log) as site:
        commands = [" ".join(child.cmdline()) for child in psutil.Process(site.pid).children()]
        family = psutil.Process(site.pid).children(recursive=True)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200
        says = log.read_text()
        assert f"http://127.0.0.1:{port}/" in says
        assert "Log in as ada, ben, chloe, david, mona, admin" in says
    assert [name for name in ("uvicorn", "worker", "beat") if any(name in c for c in commands)] == [
        "uvicorn",
        "worker",
        "beat",
    ]
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert not alive
    assert not (var / "postgres" / "postmaster.pid").exists()

    key = (var / "secret-key").read_text()
    with playing(var, port, log):
        assert (var / "secret-key").read_text() == key
        assert "Traceback" not in log.read_text()


def test_a_worker_that_dies_is_started_again(tmp_path: Path) -> None:
    var, log, port = tmp_path / "var", tmp_path / "log", free_port()

    def workers(site: Any) -> list[int]:
        found = []
        for child in psutil.Process(site.pid).children():
            # Who has just died has no command line any more.
            with suppress(psutil.Error):
                found += [child.pid] * ("worker" in child.cmdline())
        return found

    with playing(var, port, log) as site:
        assert len(workers(site)) == len(LANES)
        worker, *others = workers(site)
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: set(workers(site)) - {worker, *others}, log.read_text)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200
        assert "started again" in log.read_text()


def test_says_that_the_port_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        says = outcome_of(tmp_path / "var", port, tmp_path / "log")

    assert says.startswith(f"CommandError: Port {port} cannot be used")
    assert len(says.splitlines()) == 1


def test_says_that_the_port_is_no_port(tmp_path: Path) -> None:
    says = outcome_of(tmp_path / "var", "http", tmp_path / "log")

    assert says == "CommandError: PORT is 'http'; it must be a number from 1 to 65535.\n"


def test_says_that_var_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("not a folder")

    says = outcome_of(tmp_path / "var", free_port(), tmp_path / "log")

    assert says.startswith("CommandError: Nothing can be written to")
    assert len(says.splitlines()) == 1


@pytest.mark.parametrize("broken", ["PG_VERSION", "global/pg_control"])
def test_says_that_the_database_in_var_is_broken(tmp_path: Path, broken: str) -> None:
    file = tmp_path / "var" / "postgres" / broken
    file.parent.mkdir(parents=True)
    file.write_text("eighteen")
    if broken != "PG_VERSION":
        (tmp_path / "var" / "postgres" / "PG_VERSION").write_text("18\n")

    says = outcome_of(tmp_path / "var", free_port(), tmp_path / "log")

    assert "The database" in says
    assert "move" in says
    assert "Traceback" not in says
    assert len(says.splitlines()) == 1
