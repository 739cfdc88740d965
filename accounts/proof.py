"""What a session has proved of who uses it: a second factor, or the mailbox of the person."""

from __future__ import annotations

import secrets
import time
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import suspend_request
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.guessing import guesses_at

FACTOR, MAIL = "mfa", "code"
WAITING = "code_by_mail"
CODE_LASTS = timedelta(minutes=15)
MOST_GUESSES = 5
_KINDS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_factor(user: Any) -> bool:
    """One query."""
    return bool(is_mfa_enabled(user, _KINDS))


def has_proved_factor(request: HttpRequest) -> bool:
    """In this session, a factor that the person has still. A passkey is both at once. One query."""
    used = [record.get("id") for record in _records(request, FACTOR)]
    return bool(used) and Authenticator.objects.filter(user=request.user, pk__in=used).exists()


def has_lately_proved(request: HttpRequest, method: str) -> bool:
    """Within the time after which staff prove it again. No query."""
    moments = [record["at"] for record in _records(request, method)]
    within: timedelta = settings.STAFF_PROVE_AGAIN_AFTER
    return bool(moments) and time.time() - max(moments) < within.total_seconds()


def _records(request: HttpRequest, method: str) -> list[dict[str, Any]]:
    found = get_authentication_records(request, request.user)
    return [record for record in found if record.get("method") == method]


def note_factor(request: HttpRequest, authenticator: Authenticator) -> None:
    """Who enrols a factor has just used it."""
    record_authentication(
        request, request.user, FACTOR, id=authenticator.pk, type=authenticator.type
    )


def prove_factor(request: HttpRequest) -> HttpResponse:
    """To the page that asks for the factor, not for the password; and back to what was asked."""
    methods = get_adapter().get_reauthentication_methods(request.user)
    by_factor = [method["url"] for method in methods if method["id"].startswith("mfa")]
    answer: HttpResponse = suspend_request(request, by_factor[0])
    return answer


def send_code(request: HttpRequest) -> bool:
    """To the address that is known to be theirs. False: there is none, or it is asked too often."""
    known = EmailAddress.objects.filter(user_id=request.user.pk, verified=True)
    address = known.order_by("-primary").first()
    key = f"code-by-mail-{request.user.pk}"
    if address is None or not ratelimit.consume(request, action="request_login_code", key=key):
        return False
    adapter = get_adapter(request)
    code = adapter.generate_login_code()
    request.session[WAITING] = {"code": code, "at": time.time()}
    adapter.send_mail(
        "account/email/code_by_mail", address.email, {"code": code, "user": request.user}
    )
    return True


def waits_for_code(request: HttpRequest) -> bool:
    waiting = request.session.get(WAITING)
    return waiting is not None and time.time() - waiting["at"] < CODE_LASTS.total_seconds()


def enter_code(request: HttpRequest, code: str) -> bool:
    """Few guesses for each; then another has to be sent."""
    if not waits_for_code(request):
        return False
    waiting = request.session[WAITING]
    typed = "".join(code.split()).replace("-", "").upper()
    right = secrets.compare_digest(
        typed.encode(), waiting["code"].replace("-", "").upper().encode()
    )
    lasts = int(CODE_LASTS.total_seconds())
    guesses = guesses_at(f"{request.user.pk} {waiting['at']} {waiting['code']}", seconds=lasts)
    if right and guesses <= MOST_GUESSES:
        del request.session[WAITING]
        record_authentication(request, request.user, MAIL, reauthenticated=True)
        return True
    if guesses >= MOST_GUESSES:
        del request.session[WAITING]
    request.session.modified = True
    return False
