"""The way to the mail server: one connection for a round, opened when it is first needed."""

from __future__ import annotations

import logging
from selectors import EVENT_READ, DefaultSelector
from smtplib import (
    SMTP,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from types import TracebackType

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger(__name__)


class NoConnection(Exception):
    """The server could not be reached, or did not let us in. Its cause says why."""


class Carrier:
    """Hands over one mail after the other. What breaks the connection gets the next a new one."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> Carrier:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def carry(self, mail: EmailMessage) -> None:
        """Raises `NoConnection`, or whatever the server made of the mail."""
        used = self._is_open()
        try:
            self._hand_over(mail)
        except (SMTPSenderRefused, SMTPServerDisconnected, ConnectionError):
            # Some take only so many on one connection, and some hang up after them without a word.
            if not used:
                raise
            self._hand_over(mail)

    def _hand_over(self, mail: EmailMessage) -> None:
        connection = self._open()
        try:
            if not connection.send_messages([mail]):
                raise SMTPException("nothing was sent")
        except (SMTPRecipientsRefused, SMTPDataError):
            # It was this mail only, and smtplib has told the server to forget it.
            raise
        except BaseException:
            self.close()
            raise

    def _open(self) -> BaseEmailBackend:
        if self._connection is None:
            try:
                self._connection = get_connection()
                self._connection.open()
            except Exception as error:
                self.close()
                raise NoConnection from error
        return self._connection

    def _is_open(self) -> bool:
        """A connection that the server closed meanwhile is not the next mail's fault."""
        smtp = getattr(self._connection, "connection", None)
        if isinstance(smtp, SMTP) and not _is_quiet(smtp):
            self.close()
        return self._connection is not None

    def close(self) -> None:
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                connection.close()
        except Exception as error:
            # What was to be sent has been sent, or has its own error.
            log.info("closing the connection to the mail server: %s", error)


def _is_quiet(smtp: SMTP) -> bool:
    """Whoever has something to say before they are asked says goodbye, or is gone already."""
    if smtp.sock is None:
        return False
    with DefaultSelector() as selector:
        selector.register(smtp.sock, EVENT_READ)
        return not selector.select(timeout=0)
