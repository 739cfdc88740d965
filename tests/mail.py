"""A real SMTP server that takes mail, refuses it, or goes away, as a test tells it to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
import time_machine
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from games.post.services import delivery

OK = "250 taken"


@dataclass
class PostOffice:
    """Keeps what it took. `says` answers each mail; `None` hangs up without a word.

    `to_sender` and `to_recipient` answer before, at MAIL and RCPT. Who logs in is let in or not.
    After `patience` mails on a connection it hangs up without a word.
    """

    taken: list[EmailMessage] = field(default_factory=list)
    offered: int = 0
    visits: int = 0
    says: Callable[[EmailMessage], str | None] = lambda message: OK
    to_sender: Callable[[str], str] = lambda address: OK
    to_recipient: Callable[[str], str] = lambda address: OK
    lets_in: bool = True
    patience: int = 1_000
    port: int = 0

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.visits += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        answer = self.to_sender(address)
        if answer.startswith("250"):
            envelope.mail_from = address
        return answer

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        answer = self.to_recipient(address)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    def log_in(self, *arguments: Any) -> AuthResult:
        return AuthResult(success=self.lets_in, handled=False)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        self.offered += 1
        answer = self.says(message)
        if answer is None:
            server.transport.abort()
            return "421 gone"
        if answer.startswith("250"):
            self.taken.append(message)
            session.taken = getattr(session, "taken", 0) + 1
            if session.taken >= self.patience:
                # A moment later, when it has said that it took the mail.
                asyncio.get_running_loop().call_later(0.02, server.transport.abort)
        return answer


def deliver_at(span: timedelta) -> int:
    """A round as it would be so much later."""
    with time_machine.travel(datetime.now(UTC) + span, tick=False):
        return delivery.deliver()


@pytest.fixture
def post_office(settings: Any) -> Iterator[PostOffice]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        office = PostOffice(port=free.getsockname()[1])
    controller = Controller(
        office,
        hostname="127.0.0.1",
        port=office.port,
        authenticator=office.log_in,
        auth_require_tls=False,
    )
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
    settings.EMAIL_TIMEOUT = 5
    yield office
    controller.stop()
