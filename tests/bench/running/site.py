"""A database server, the world in it, and web processes as `docs/operating.md` starts them."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from tests import production
from tests.patience import wait_until

HOST = "tilepost.example"
# What the site's own proxy adds. The address comes with each request.
PROXY = {"Host": HOST, "X-Forwarded-Proto": "https", "Origin": f"https://{HOST}"}
PLAIN_LOG = "WARNING"
Environment = dict[str, str]


@dataclass(frozen=True, slots=True)
class Web:
    port: int
    process: psutil.Process

    @property
    def megabytes(self) -> float:
        return float(self.process.memory_info().rss) / 1e6

    @property
    def cpu(self) -> float:
        """Seconds that it has counted so far, however busy the machine is with other things."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    @property
    def threads(self) -> int:
        return int(self.process.num_threads())


@dataclass(frozen=True, slots=True)
class Site:
    """Its database is made, and empty; `environment` is that of its programs."""

    folder: Path
    environment: Environment
    database: production.Postgres


@contextmanager
def built() -> Iterator[Site]:
    with TemporaryDirectory(prefix="bench", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        # The database server runs as a user of its own.
        folder.chmod(0o755)
        with production.postgres(folder / "postgres", max_connections=150) as database:
            environment = production.clean_environment() | {
                "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
                "PYTHONPATH": str(production.ROOT),
                "SECRET_KEY": secrets.token_urlsafe(60),
                "ALLOWED_HOSTS": HOST,
                "BEHIND_PROXY": "1",
                "DATABASE_URL": database.address,
                "CELERY_BROKER_URL": "memory://",
                "VAR_DIR": str(folder / "var"),
                "LOG_LEVEL": PLAIN_LOG,
            }
            _run(environment, "manage.py", "migrate", "--verbosity", "0")
            _run(environment, "manage.py", "collectstatic", "--noinput", "--verbosity", "0")
            yield Site(folder, environment, database)


def made(site: Site, **wanted: int) -> dict[str, Any]:
    """What `world.py` makes: people who are logged in, and their games."""
    asked = json.dumps(wanted)
    made: dict[str, Any] = json.loads(
        _run(site.environment, "-m", "tests.bench.running.world", asked)
    )
    return made


@contextmanager
def web(site: Site, **more: str) -> Iterator[Web]:
    port = production.free_port()
    logs = site.folder / f"web-{port}"
    logs.mkdir()
    command = [sys.executable, "-m", "uvicorn", "qwirkle_site.asgi:application"]
    command += ["--lifespan", "off", "--timeout-graceful-shutdown", "1", "--port", str(port)]
    with production.running([command], logs, site.environment | more) as said:
        wait_until(lambda: said() is not None and production.answers(port), said)
        listening = next(
            child
            for child in psutil.Process().children(recursive=True)
            if str(port) in child.cmdline()
        )
        yield Web(port, listening)
        said()


def _run(environment: Environment, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=production.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout
