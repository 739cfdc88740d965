"""Whose fault it is that a mail was not taken: the address's, the mail's own, or the server's.

What a server says is read by the stage at which it says it, and by its enhanced status (RFC 3463).
Only what concerns the address may mark it; where the server itself has trouble, all mail waits.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)

try:
    from anymail.exceptions import (
        AnymailAPIError,
        AnymailConfigurationError,
        AnymailRecipientsRefused,
    )
except ImportError:
    # It is there only if a provider is used.
    AnymailAPIError = AnymailConfigurationError = AnymailRecipientsRefused = ()


class Fault(Enum):
    ADDRESS = auto()  # nothing sent there will arrive
    REFUSED = auto()  # for good, but not because of the address: a policy, a filter, a relay
    LINE = auto()  # it broke in the middle: the server's trouble, or what it makes of this mail
    MAIL = auto()  # this one, this time
    SERVER = auto()  # connection, log-in or sender: no other mail would fare better


STATUS = re.compile(r"(?<![\d.])[245]\.(\d{1,3})\.(\d{1,3})(?![\d.])")
# Subjects of a status: RFC 3463, 3.2 and 3.3.
ADDRESSING, MAILBOX = 1, 2
OTHER_ADDRESS = (1, 0)
SENDER = {(1, 7), (1, 8)}
TOO_LARGE = {(2, 3), (3, 4)}
LOG_IN = {530, 534, 535, 538}
NO_SUCH_MAILBOX = {521, 550, 551, 553, 556}
# Servers that give no status say these where it is not the address that they dislike.
POLICY = re.compile(
    r"(?i)relay|spam|block|polic|reputation|blacklist|authent|dmarc|spf|sender|helo|quota|limit"
)
# By the provider's web service: a wrong key, an unpaid bill, too much at once.
NOT_SERVED = {401, 402, 403, 407, 429}


def fault_of(error: Exception) -> Fault:
    """Of what was raised while a mail was handed over, on a connection that had been opened."""
    if isinstance(error, SMTPSenderRefused):
        too_large = error.smtp_code == 552 or _status(said_by(error)) in TOO_LARGE
        return Fault.MAIL if too_large else Fault.SERVER
    if isinstance(error, (SMTPHeloError, AnymailConfigurationError)):
        return Fault.SERVER
    if isinstance(error, SMTPRecipientsRefused):
        code, _text = _refusal(error)
        return _fault_of_reply(code, said_by(error))
    if isinstance(error, SMTPResponseException):
        read = isinstance(error, SMTPDataError)
        return _fault_of_reply(error.smtp_code, said_by(error), read=read)
    if isinstance(error, AnymailRecipientsRefused):
        return Fault.ADDRESS
    if isinstance(error, AnymailAPIError):
        return _fault_of_provider(error.status_code)
    broke = isinstance(error, OSError) and not isinstance(error, SMTPException)
    return Fault.LINE if broke or isinstance(error, SMTPServerDisconnected) else Fault.MAIL


def said_by(error: Exception) -> str:
    """What a moderator reads."""
    if isinstance(error, SMTPRecipientsRefused):
        code, text = _refusal(error)
        return f"{code} {_text(text)}"
    if isinstance(error, SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return f"{type(error).__name__}: {error}"


def _fault_of_reply(code: int, said: str, *, read: bool = False) -> Fault:
    """`read`: the server has seen the whole mail, and what it dislikes may be in there."""
    status = _status(said)
    if code in LOG_IN or status in SENDER:
        return Fault.SERVER
    if code < 500 or status in TOO_LARGE:
        return Fault.MAIL
    if status is None:
        is_address = code in NO_SUCH_MAILBOX and not read and not POLICY.search(said)
    else:
        vague = status == OTHER_ADDRESS and POLICY.search(said)
        is_address = status[0] in (ADDRESSING, MAILBOX) and not vague
    return Fault.ADDRESS if is_address else Fault.REFUSED


def _fault_of_provider(status_code: int | None) -> Fault:
    if status_code is None or status_code in NOT_SERVED:
        return Fault.SERVER
    return Fault.MAIL if status_code >= 500 else Fault.REFUSED


def _status(said: str) -> tuple[int, int] | None:
    found = STATUS.search(said)
    return (int(found[1]), int(found[2])) if found else None


def _refusal(error: SMTPRecipientsRefused) -> tuple[int, bytes | str]:
    """A mail of ours has one recipient."""
    return next(iter(error.recipients.values()))


def _text(reason: bytes | str) -> str:
    return reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
