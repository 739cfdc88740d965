"""The whole site on a developer's machine: web, worker and beat, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from games.management.commands.demo import ADMINISTRATOR, MODERATOR, PASSWORD, PLAYERS
from qwirkle_site.embedded_postgres.server import forget_ended_processes

HOST = "127.0.0.1"
SECONDS_TO_START = 30
SECONDS_TO_STOP = 10
RESTART_SECONDS = 0.5


class Command(BaseCommand):
    help = "Set up the database, make demo players, and run web server, worker and beat."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        port = _port(os.environ.get("PORT", "8000"))
        _check_var(settings.VAR_DIR)
        _check_port(port)
        try:
            call_command("migrate", verbosity=0)
            call_command("make_roles", stdout=StringIO())
            call_command("demo")
        except (ImproperlyConfigured, OperationalError) as error:
            raise CommandError(f"The database does not answer: {error}".strip()) from error
        finally:
            connection.close()

        os.environ.setdefault("SITE_URL", f"http://{HOST}:{port}")
        signal.signal(signal.SIGTERM, _interrupt)
        signal.signal(signal.SIGINT, _interrupt)
        running: dict[str, subprocess.Popen[bytes]] = {}
        try:
            commands = _commands(port)
            for name, command in commands.items():
                running[name] = _run(command)
            self._wait_for(port, running)
            self._tell(port)
            self._watch(running, commands)
        except KeyboardInterrupt:
            self.stdout.write("\nStopping …")
        finally:
            _end(list(running.values()))
            _let_database_end()

    def _wait_for(self, port: int, running: dict[str, subprocess.Popen[bytes]]) -> None:
        until = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < until:
            _check_alive(running)
            with socket.socket() as attempt:
                if attempt.connect_ex((HOST, port)) == 0:
                    return
            time.sleep(0.2)
        raise CommandError("The web server did not start; what it said stands above.")

    def _watch(
        self, running: dict[str, subprocess.Popen[bytes]], commands: dict[str, list[str]]
    ) -> None:
        """Worker and beat are started again: messages in files are now and then read half."""
        while True:
            for name in ("worker", "beat"):
                if running[name].poll() is not None:
                    self.stderr.write(f"The {name} has ended by itself; it is started again.")
                    running[name] = _run(commands[name])
            _check_alive(running)
            time.sleep(RESTART_SECONDS)

    def _tell(self, port: int) -> None:
        names = ", ".join((*PLAYERS, MODERATOR, ADMINISTRATOR))
        self.stdout.write(
            f"\n  {settings.SITE_NAME} runs at http://{HOST}:{port}/\n"
            f"  Log in as {names}; the password is always {PASSWORD}\n"
            f"  Mails are at http://{HOST}:{port}/mailbox/ (none leaves this machine)\n"
            f"  Moderators look in at http://{HOST}:{port}/admin/ ({MODERATOR}, {ADMINISTRATOR})\n"
            f"  Ctrl-C ends it all; what was played stays in {settings.VAR_DIR}\n"
        )


def _run(command: list[str]) -> subprocess.Popen[bytes]:
    """A session of its own: Ctrl-C reaches us alone, and we end them in order."""
    return subprocess.Popen(command, start_new_session=True)


def _commands(port: int) -> dict[str, list[str]]:
    celery = [sys.executable, "-W", "ignore::UserWarning", "-m", "celery", "--quiet"]
    celery += ["-A", "qwirkle_site"]
    uvicorn = [sys.executable, "-m", "uvicorn", "qwirkle_site.asgi:application"]
    uvicorn += ["--log-level", "warning", "--lifespan", "off"]
    quiet = ["--loglevel", "WARNING"]
    schedule = str(settings.VAR_DIR / "beat-schedule")
    return {
        "web server": [*uvicorn, "--host", HOST, "--port", str(port)],
        "worker": [*celery, "worker", "--concurrency", "2", *quiet],
        "beat": [*celery, "beat", "--schedule", schedule, *quiet],
    }


def _port(value: str) -> int:
    if not value.isdecimal() or not 0 < int(value) < 65536:
        raise CommandError(f"PORT is {value!r}; it must be a number from 1 to 65535.")
    return int(value)


def _check_var(folder: Path) -> None:
    try:
        for name in ("", "broker/queue", "broker/control"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CommandError(
            f"Nothing can be written to {folder} ({error.strerror}): move it away, or set VAR_DIR."
        ) from error


def _check_port(port: int) -> None:
    with socket.socket() as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}); "
                f"try another: PORT={port % 60000 + 1} make play"
            ) from error


def _check_alive(running: dict[str, subprocess.Popen[bytes]]) -> None:
    for name, process in running.items():
        if process.poll() is not None:
            raise CommandError(f"The {name} has ended by itself; what it said stands above.")


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        if process.poll() is None:
            process.terminate()
    until = time.monotonic() + SECONDS_TO_STOP
    for process in processes:
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _let_database_end() -> None:
    """Ours stops with the last process that uses it; those that were killed do not count."""
    folder = connection.settings_dict["OPTIONS"].get("data_dir")
    if folder:
        forget_ended_processes(folder)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
