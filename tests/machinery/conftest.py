"""Brokers, workers and beats: real ones, each with a queue of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection
from kombu import Connection

from qwirkle_site.celery import LANES
from tests import production

ROOT = Path(__file__).resolve().parents[2]
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    with production.redis(tmp_path) as address:
        yield address


@pytest.fixture
def rabbitmq_url() -> str:
    if not production.answers(5672):
        pytest.skip("no RabbitMQ at 127.0.0.1:5672")
    return "amqp://guest:guest@127.0.0.1:5672//"


@pytest.fixture(params=["filesystem", "redis", "rabbitmq"])
def broker(request: pytest.FixtureRequest) -> str:
    if request.param == "filesystem":
        return "filesystem://localhost//"
    return str(request.getfixturevalue(f"{request.param}_url"))


def database_url() -> str:
    """The test's own database, as another process reaches it."""
    params = connection.get_connection_params()
    password = f":{quote(params['password'])}" if params.get("password") else ""
    host, port = quote(str(params.get("host", "")), safe=""), params.get("port", "")
    return f"postgres://{params['user']}{password}@{host}:{port}/{params['dbname']}"


@pytest.fixture
def environment(broker: str, tmp_path: Path, transactional_db: None) -> Iterator[dict[str, str]]:
    """Of programs on the broker, with queues of their own, and the test's database."""
    for folder in ("queue", "control"):
        (tmp_path / "broker" / folder).mkdir(parents=True)
    name = f"test-{uuid.uuid4().hex}"
    yield os.environ | {
        "DEBUG": "1",
        "DATABASE_URL": database_url(),
        "CELERY_BROKER_URL": broker,
        "CELERY_QUEUE": name,
        "VAR_DIR": str(tmp_path),
        "SWEEP_SECONDS": "2",
    }
    if broker.startswith("amqp:"):
        with Connection(broker) as server:
            for lane in LANES:
                server.default_channel.queue_delete(f"{name}-{lane}")
            server.default_channel.exchange_delete(name)


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Starts programs; ends them with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, command: Sequence[str]) -> subprocess.Popen[bytes]:
        log = (tmp_path / f"{name}.log").open("ab")
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
    for process in started:
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def celery(run: Start) -> Start:
    """Starts Celery programs."""
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "qwirkle_site"]
    return lambda *arguments: run(arguments[0], [*command, *arguments])
