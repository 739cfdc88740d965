"""The whole site on a developer's machine: web, workers and beat, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from io import StringIO
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection
from django.urls import reverse

from games.management.commands.demo import ADMINISTRATOR, MODERATOR, PASSWORD, PLAYERS
from qwirkle_site.celery import LANES, queue_of
from qwirkle_site.embedded_postgres.server import forget_ended_processes

HOST = "127.0.0.1"
WEB = "web server"
CELERY: tuple[str, ...] = (sys.executable, "-W", "ignore::UserWarning", "-m", "celery", "--quiet")
CELERY += ("-A", "qwirkle_site")
QUIET = ("--loglevel", "WARNING")
SECONDS_TO_START = 600
SECONDS_TO_STOP = 5
RESTART_SECONDS = 0.5


class Command(BaseCommand):
    help = "Set up the database, make demo players, and run web server, workers and beat."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
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
            commands = {**_web_server(port), **worker_commands(), **_beat()}
            # The page first: nobody waits for what works behind it.
            running[WEB] = _run(commands[WEB])
            self._wait_for(port, running)
            for name in commands.keys() - {WEB}:
                running[name] = _run(commands[name])
            self._print_addresses(port)
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
        """Workers and beat are started again, whatever ended them."""
        while True:
            for name in running.keys() - {WEB}:
                if running[name].poll() is not None:
                    self.stderr.write(f"The {name} has ended by itself; it is started again.")
                    running[name] = _run(commands[name])
            _check_alive(running)
            time.sleep(RESTART_SECONDS)

    def _print_addresses(self, port: int) -> None:
        names = ", ".join((*PLAYERS, MODERATOR, ADMINISTRATOR))
        site = f"http://{HOST}:{port}"
        mailbox, desk = f"{site}{reverse('mailbox')}", f"{site}{reverse('admin:index')}"
        self.stdout.write(
            f"\n  {settings.SITE_NAME} runs at {site}{reverse('home')}\n"
            f"  Log in as {names}; the password is always {PASSWORD}\n"
            f"  Mails are at {mailbox} (none leaves this machine)\n"
            f"  Moderators look in at {desk} ({MODERATOR}, {ADMINISTRATOR})\n"
            f"  Ctrl-C ends it all; what was played stays in {settings.VAR_DIR}\n"
        )
        # Into a file or a pipe it would come when all is over.
        self.stdout.flush()


def _run(command: list[str]) -> subprocess.Popen[bytes]:
    """A session of its own: Ctrl-C reaches us alone, and we end them in order."""
    return subprocess.Popen(command, start_new_session=True)


def _web_server(port: int) -> dict[str, list[str]]:
    uvicorn = [sys.executable, "-m", "uvicorn", "qwirkle_site.asgi:application"]
    uvicorn += ["--log-level", "warning", "--lifespan", "off"]
    return {WEB: [*uvicorn, "--host", HOST, "--port", str(port)]}


def worker_commands() -> dict[str, list[str]]:
    """One for each queue, so that no kind of work waits for another."""
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return {
        f"{lane} worker": [
            *(*CELERY, "worker", "--queues", queue_of(lane), "--hostname", f"{lane}@%h"),
            *("--concurrency", "1", *alone, *QUIET),
        ]
        for lane in LANES
    }


def _beat() -> dict[str, list[str]]:
    schedule = str(settings.VAR_DIR / "beat-schedule")
    return {"beat": [*CELERY, "beat", "--schedule", schedule, *QUIET]}


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
    """Asked first, then told: a worker that is in the middle of something that hangs lets it be."""
    for ask in (signal.SIGTERM, signal.SIGQUIT, signal.SIGKILL):
        for process in processes:
            if process.poll() is None:
                _signal(process, ask)
        until = time.monotonic() + SECONDS_TO_STOP
        for process in processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, until - time.monotonic()))


def _signal(process: subprocess.Popen[bytes], ask: signal.Signals) -> None:
    """Who is killed cannot end its own processes any more: these are of its session."""
    with suppress(ProcessLookupError):
        if ask == signal.SIGKILL:
            os.killpg(process.pid, ask)
        else:
            process.send_signal(ask)


def _let_database_end() -> None:
    """Ours stops with the last process that uses it; those that were killed do not count."""
    folder = connection.settings_dict["OPTIONS"].get("data_dir")
    if folder:
        forget_ended_processes(folder)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
