"""Whose fault a refusal is, by what the server says and when."""

from __future__ import annotations

import runpy
import sys
from smtplib import (
    SMTPDataError,
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)

import pytest
from anymail.exceptions import (
    AnymailAPIError,
    AnymailConfigurationError,
    AnymailRecipientsRefused,
    AnymailUnsupportedFeature,
)

from games.post.services import faults
from games.post.services.faults import Fault, fault_of

ADDRESS = [
    "550 5.1.1 user unknown",
    "550-5.2.1 disabled",
    "552 5.2.2 mailbox full",
    "553 5.1.3 bad syntax",
    "556 5.1.10 the domain takes no mail",
    "550 5.1.0 nobody of that name",
]
# Without a status: whom a server names it refuses before it has seen the mail.
NO_STATUS = ["550 no such mailbox", "551 user not local", "553 bad mailbox name"]
REFUSED = [
    "550 5.7.1 relaying denied",
    "554 5.7.1 rejected as spam",
    "554 transaction failed",
    "550 we do not relay",
    "553 sorry, not in my list of rcpthosts (#5.7.1)",
    "550 10.5.1.1 is blocked",
    "550 5.4.6 a loop",
    "550 Sender verify failed",
    "550 5.1.0 sender rejected",
    "550 daily quota exceeded",
    "550 over the limit for this hour",
    "550 HELO is not a name",
]
MAIL = ["451 try later", "450 4.2.0 greylisted", "421 busy", "552 5.3.4 too big", "452 4.2.2 full"]
SERVER = ["535 5.7.8 bad credentials", "530 5.7.0 log in first", "550 5.1.8 bad sender's domain"]


@pytest.mark.parametrize("stage", ["RCPT", "DATA"])
@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (said, fault)
        for fault, answers in (
            (Fault.ADDRESS, ADDRESS),
            (Fault.REFUSED, REFUSED),
            (Fault.MAIL, MAIL),
            (Fault.SERVER, SERVER),
        )
        for said in answers
    ],
)
def test_only_what_concerns_the_address_is_its_fault(stage: str, said: str, fault: Fault) -> None:
    code, text = int(said[:3]), said[4:].encode()
    error: Exception = SMTPDataError(code, text)
    if stage == "RCPT":
        error = SMTPRecipientsRefused({"a@example.org": (code, text)})

    assert fault_of(error) == fault
    assert faults.said_by(error) == f"{code} {text.decode()}"


@pytest.mark.parametrize("said", NO_STATUS)
def test_a_mail_refused_once_it_was_read_says_nothing_of_the_address(said: str) -> None:
    code, text = int(said[:3]), said[4:].encode()

    assert fault_of(SMTPRecipientsRefused({"a@example.org": (code, text)})) == Fault.ADDRESS
    assert fault_of(SMTPDataError(code, text)) == Fault.REFUSED


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (SMTPSenderRefused(550, b"5.1.1 no such mailbox", "us@example.org"), Fault.SERVER),
        (SMTPSenderRefused(451, b"4.7.1 too fast", "us@example.org"), Fault.SERVER),
        (SMTPSenderRefused(552, b"5.3.4 too big", "us@example.org"), Fault.MAIL),
        (SMTPHeloError(550, b"go away"), Fault.SERVER),
        (SMTPResponseException(535, "5.7.8 no"), Fault.SERVER),
        (SMTPServerDisconnected("gone"), Fault.LINE),
        (TimeoutError(), Fault.LINE),
        (ConnectionResetError(), Fault.LINE),
        (UnicodeError("label too long"), Fault.MAIL),
        (RuntimeError(), Fault.MAIL),
        (AnymailRecipientsRefused(), Fault.ADDRESS),
        (AnymailAPIError("no connection"), Fault.SERVER),
        (AnymailAPIError("wrong key", status_code=401), Fault.SERVER),
        (AnymailAPIError("slowly", status_code=429), Fault.SERVER),
        (AnymailAPIError("no", status_code=422), Fault.REFUSED),
        (AnymailAPIError("oops", status_code=503), Fault.MAIL),
        (AnymailConfigurationError("no key"), Fault.SERVER),
        (AnymailUnsupportedFeature("pictures"), Fault.MAIL),
    ],
    ids=lambda value: value.name if isinstance(value, Fault) else repr(value)[:50],
)
def test_the_stage_and_the_provider_count(error: Exception, fault: Fault) -> None:
    assert fault_of(error) == fault


def test_no_provider_need_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anymail.exceptions", None)
    alone = runpy.run_path(faults.__file__)

    for error, fault in [
        (SMTPHeloError(550, b"no"), "SERVER"),
        (SMTPDataError(550, b"5.1.1 no"), "ADDRESS"),
        (ValueError(), "MAIL"),
    ]:
        assert alone["fault_of"](error).name == fault
