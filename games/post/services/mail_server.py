"""The way to the mail server: one connection for a round, opened when it is first needed."""

from __future__ import annotations

import logging
from smtplib import SMTP, SMTPException, SMTPSenderRefused
from types import TracebackType

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger(__name__)
ALIVE = 250


class NoConnection(Exception):
    """The server could not be reached, or did not let us in. Its cause says why."""


class Carrier:
    """Hands over one mail after the other. After an error the next one gets a new connection."""

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
        used = self._is_alive()
        try:
            self._hand_over(mail)
        except SMTPSenderRefused:
            # Some take only so many on one connection.
            if not used:
                raise
            self._hand_over(mail)

    def _hand_over(self, mail: EmailMessage) -> None:
        connection = self._open()
        try:
            if not connection.send_messages([mail]):
                raise SMTPException("nothing was sent")
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

    def _is_alive(self) -> bool:
        """A connection that the server closed meanwhile is not the next mail's fault."""
        smtp = getattr(self._connection, "connection", None)
        if isinstance(smtp, SMTP) and not _answers(smtp):
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


def _answers(smtp: SMTP) -> bool:
    try:
        return smtp.noop()[0] == ALIVE
    except (SMTPException, OSError):
        return False
