"""Pages are compressed: text that repeats itself becomes an eighth, in a tenth of a millisecond.

Who sees how long answers are, and can put words of their own into them, learns by a guess that
makes one shorter what else is in there (BREACH). So:

- What changes with every answer cannot be guessed piece by piece: Django masks the token against
  forgery anew each time, and the policy's nonce is new.
- What stays, as a link that lets whoever has it in, is not compressed at all: such a page says so
  by `holds_a_secret`. So it is with all about an account, and with the desk, where a search that
  is repeated on the page stands beside what it found.
- A browser sends our cookies along with no request that another site's page makes, but for
  following a link: nobody can try thousands of guesses unseen.
- To each answer something is added that is up to a hundred bytes long, as Django's own middleware
  does it, so that it takes many tries to tell one length from another.
"""

from __future__ import annotations

import gzip
import io
import re
import secrets
from collections.abc import Callable
from functools import cache, wraps
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_vary_headers

GetResponse = Callable[[HttpRequest], HttpResponse]
View = TypeVar("View", bound=Callable[..., HttpResponseBase])

TYPES = ("text/html", "image/svg+xml")
# Bytes: below, what is saved fits into the same packet.
SHORTEST = 1000
# Level 6 makes a game's page a sixth smaller, in four times the time.
LEVEL = 1
LONGEST_PADDING = 100

_accepts_gzip = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def compressed(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not _may_be_compressed(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if _accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
            response.content = _gzip(response.content)
            response.headers["Content-Length"] = str(len(response.content))
            response.headers["Content-Encoding"] = "gzip"
        return response

    return middleware


def holds_a_secret(view: View) -> View:
    """For a view whose page shows what opens something to whoever has it."""

    @wraps(view)
    def marked(*args: object, **kwargs: object) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response.holds_a_secret = True  # type: ignore[attr-defined]
        return response

    return marked  # type: ignore[return-value]


def _may_be_compressed(request: HttpRequest, response: HttpResponse) -> bool:
    """Streams never: what they say must go out at once."""
    return (
        not response.streaming
        and len(response.content) >= SHORTEST
        and response.headers.get("Content-Type", "").startswith(TYPES)
        and "Content-Encoding" not in response.headers
        and not getattr(response, "holds_a_secret", False)
        and not request.path.startswith(_never())
    )


@cache
def _never() -> tuple[str, str]:
    """All that is about an account, and the desk."""
    return reverse("account_login").removesuffix("login/"), reverse("admin:index")


def _gzip(content: bytes) -> bytes:
    """The padding is where a file's name would be."""
    name = "p" * secrets.randbelow(LONGEST_PADDING + 1)
    packed = io.BytesIO()
    with gzip.GzipFile(
        filename=name, mode="wb", compresslevel=LEVEL, fileobj=packed, mtime=0
    ) as file:
        file.write(content)
    return packed.getvalue()
