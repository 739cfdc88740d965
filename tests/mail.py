"""A real SMTP server that takes mail, refuses it, or goes away, as a test tells it to."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller

OK = "250 taken"


@dataclass
class PostOffice:
    """Keeps what it took. `says` answers each mail; `None` hangs up without a word."""

    taken: list[EmailMessage] = field(default_factory=list)
    offered: int = 0
    says: Callable[[EmailMessage], str | None] = lambda message: OK
    port: int = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        self.offered += 1
        answer = self.says(message)
        if answer is None:
            server.transport.abort()
            return "421 gone"
        if answer.startswith("250"):
            self.taken.append(message)
        return answer


@pytest.fixture
def post_office(settings: Any) -> Iterator[PostOffice]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        office = PostOffice(port=free.getsockname()[1])
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
    settings.EMAIL_TIMEOUT = 5
    yield office
    controller.stop()
