"""What no view has answered for: a refusal, or a collision that the database could not settle."""

from __future__ import annotations

from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.http import reswap, retarget

from games.machinery.errors import ServiceError, busy
from games.machinery.transactions import is_passing
from games.pages.answers import refuse_with_page, words_for

SHORTLY = 1


class Refusals:
    """A sentence that says what to do, never the page that says that something broke."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DatabaseError) and is_passing(error):
            error = busy()
        if not isinstance(error, ServiceError):
            return None
        if getattr(request, "htmx", False):
            return retarget(reswap(refuse_with_page(request, error), "afterbegin"), "#main")
        if error.status < 500:
            return refuse_with_page(request, error)
        response = render(request, "503.html", {"words": words_for(error)}, status=error.status)
        response.headers["Retry-After"] = str(SHORTLY)
        return response
