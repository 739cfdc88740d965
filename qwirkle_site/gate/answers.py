"""What we answer before Django is asked: small pages that need no database."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from django.core.handlers.asgi import ASGIRequest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from qwirkle_site.gate.asgi import Scope, Send, header

RETRY_SECONDS = 5
# Those that ask by themselves whether there is news: what they show stays as it is.
LOOKING = ("game", "desk")


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    status: int
    heading: StrPromise
    words: StrPromise


BUSY = Problem(
    503,
    _("The site is busy"),
    _("Too much is going on right now. Nothing is lost: please try again in a few seconds."),
)
TOO_LONG = Problem(
    413,
    _("That's too long"),
    _("What you sent is too long for this site. Shorten it and try again."),
)
TOO_SLOW = Problem(
    408,
    _("That took too long"),
    _("What you sent didn't arrive in time. Check your connection and try again."),
)
LONG_ADDRESS = Problem(
    414, _("Page not found"), _("This address is too long. Check the link and try again.")
)
LONG_HEADERS = Problem(
    431,
    _("That's too long"),
    _("Your browser sends more than this site can read. Clear its cookies and try again."),
)


async def answer(problem: Problem, scope: Scope, send: Send, *, more: bool = False) -> None:
    """The page, or for HTMX the sentence. With `more` the caller ends the answer."""
    by_htmx = bool(header(scope, b"hx-request"))
    body = _body(problem, _language(scope), by_htmx)
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"content-security-policy", b"default-src 'none'; style-src 'self'; img-src 'self'"),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
    ]
    if problem.status == 503:
        headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
    else:
        # What was not read cannot be told from the next request.
        headers.append((b"connection", b"close"))
    if by_htmx and scope["method"] == "GET" and header(scope, b"hx-trigger") in LOOKING:
        headers.append((b"hx-reswap", b"none"))
    elif by_htmx:
        headers += [(b"hx-retarget", b"#trouble"), (b"hx-reswap", b"innerHTML")]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": more})


def _language(scope: Scope) -> str:
    """What the cookie or the browser says; what a person chose is in the database."""
    try:
        # The body is not looked at, and may be longer than we would read.
        return translation.get_language_from_request(ASGIRequest(dict(scope), BytesIO()))
    except UnicodeDecodeError:
        return translation.get_language() or "en"


@lru_cache(maxsize=100)
def _body(problem: Problem, language: str, by_htmx: bool) -> bytes:
    with translation.override(language):
        if by_htmx:
            text = render_to_string("games/pages/_notice.html", {"words": problem.words})
        else:
            text = render_to_string("busy.html", {"problem": problem})
    return text.encode()
