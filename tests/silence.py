"""Servers that take connections and never answer, or do not even take them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest


class Silent:
    """Takes every connection, and never says a word."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.taken: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                self.taken.append(self.server.accept()[0])
            except OSError:
                return

    def close(self) -> None:
        self.server.shutdown(socket.SHUT_RDWR)
        for end in (self.server, *self.taken):
            end.close()


class Wall:
    """Drops what is sent to it: its queue of connections is full, and nobody takes one."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0), backlog=0)
        self.port = self.server.getsockname()[1]
        self.waiting = [socket.socket() for _ in range(4)]
        for end in self.waiting:
            end.setblocking(False)
            end.connect_ex(("127.0.0.1", self.port))

    def close(self) -> None:
        for end in (self.server, *self.waiting):
            end.close()


@pytest.fixture
def silent() -> Iterator[Silent]:
    server = Silent()
    yield server
    server.close()


@pytest.fixture(params=["silent", "wall"])
def deaf_port(request: pytest.FixtureRequest) -> Iterator[int]:
    server: Silent | Wall = Silent() if request.param == "silent" else Wall()
    yield server.port
    server.close()
