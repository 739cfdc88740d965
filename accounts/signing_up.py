"""Signing up: what somebody typed stays in their session until the code from the mail is typed.

Only then an account is made of it, or a guest's row becomes one. So a name is nobody's before its
address is, the address can be changed as often as it likes, and whether an address was known here
before makes no difference to anything but what is in the mail.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import asdict, dataclass, replace

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.signup import complete_signup
from allauth.core import ratelimit
from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts import services
from accounts.guessing import guesses_at
from accounts.models import User

PAPER = "signing_up"
MOST_GUESSES = 5
# What nobody has finished in so many seconds is forgotten.
FORGOTTEN = 24 * 60 * 60
# In the session of who logged in to an account: the guest that they were before.
GUEST_BEFORE = "guest_before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What was typed, and what is asked for. Nothing of it is anybody's yet."""

    name: str
    email: str
    # As it is stored; empty where a passkey is to be made instead.
    password: str
    time_zone: str
    # Where they wanted to go.
    next: str
    # The address has an account: its owner gets another letter, and no code opens anything.
    known: bool
    code: str = ""
    sent_at: float = 0.0
    guesses: int = 0
    proved: bool = False

    @property
    def is_fresh(self) -> bool:
        lasts = app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT
        return bool(self.code) and time.time() - self.sent_at < lasts


def guest_of(request: HttpRequest) -> User | None:
    """Who plays in this browser without an account; see `accounts.middleware.entrance`."""
    return getattr(request, "guest", None)


def waiting(request: HttpRequest) -> Paper | None:
    kept = request.session.get(PAPER)
    try:
        paper = Paper(**kept) if kept else None
    except TypeError:  # written by another version of this page
        return None
    return paper if paper and time.time() - paper.sent_at < FORGOTTEN else None


def begin(request: HttpRequest, paper: Paper) -> bool:
    """Send a code, or where one has just been sent to this address, let that one serve."""
    before = waiting(request)
    if before is not None and before.email == paper.email and before.is_fresh:
        asked = {name: getattr(before, name) for name in ("code", "sent_at", "guesses", "proved")}
        _keep(request, replace(paper, **asked))
        return True
    return send(request, paper)


def send(request: HttpRequest, paper: Paper) -> bool:
    """A new code; the one before opens nothing more. False: it is asked for too often."""
    if not ratelimit.consume(request, action="confirm_email", key=paper.email):
        return False
    adapter = get_adapter(request)
    code = adapter.generate_email_verification_code()
    if paper.known:
        adapter.send_account_already_exists_mail(paper.email)
    else:
        adapter.send_mail("account/email/email_confirmation_signup", paper.email, {"code": code})
    _keep(request, replace(paper, code=code, sent_at=time.time(), guesses=0, proved=False))
    return True


def enter(request: HttpRequest, code: str) -> Paper | None:
    """The paper, if this is its code. Few guesses for each; then another has to be sent."""
    paper = waiting(request)
    if paper is None or not paper.is_fresh:
        return None
    typed = "".join(sign for sign in code if sign.isalnum())
    right = secrets.compare_digest(typed.encode(), paper.code.encode())
    guesses = guesses_at(f"{paper.email} {paper.sent_at} {paper.code}", seconds=FORGOTTEN)
    if right and not paper.known and guesses <= MOST_GUESSES:
        proved = replace(paper, proved=True)
        _keep(request, proved)
        return proved
    spent = guesses >= MOST_GUESSES
    _keep(request, replace(paper, guesses=guesses, code="" if spent else paper.code))
    return None


def finish(request: HttpRequest, paper: Paper) -> HttpResponse:
    """The account, logged in, in a session of its own, where they wanted to go.

    Raises `ValidationError` where somebody else has taken the name, or the address, meanwhile.
    """
    answer = sign_up(
        request,
        name=paper.name,
        email=paper.email,
        password=paper.password,
        time_zone=paper.time_zone,
        to=paper.next,
    )
    request.session.pop(PAPER, None)
    return answer


def sign_up(
    request: HttpRequest, *, name: str, email: str, password: str, time_zone: str, to: str
) -> HttpResponse:
    """For an address that has been shown to be theirs."""
    guest = guest_of(request)
    user = services.sign_up(
        name=name,
        email=email,
        password=password,
        time_zone=time_zone,
        language=translation.get_language() or "",
        guest=guest,
    )
    if guest is not None:
        # What the guest's session could do, none but the new one can.
        logout(request)
    request.session.set_expiry(None)
    answer: HttpResponse = complete_signup(
        request, user=user, redirect_url=to or None, by_passkey=not password
    )
    return answer


def _keep(request: HttpRequest, paper: Paper) -> None:
    request.session[PAPER] = asdict(paper)
    if SESSION_KEY not in request.session:
        request.session.set_expiry(FORGOTTEN)
