"""Handing a request to the site as a server does."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.core.signals import got_request_exception
from django.http.response import HttpResponseBase

from tests.fuzz.requests import Request


@cache
def _handlers() -> tuple[ASGIHandler, BaseHandler]:
    """Requests are read as the real one reads them, and answered in this thread."""
    answering = BaseHandler()
    answering.load_middleware()
    return ASGIHandler(), answering


def ask(request: Request) -> HttpResponseBase:
    reading, answering = _handlers()
    with BytesIO(request.body) as body:
        read, refused = reading.create_request(_scope(request), body)
        return refused if read is None else answering.get_response(read)


def _scope(request: Request) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": request.path,
        "query_string": request.query,
        "root_path": "",
        "headers": [
            (name.encode(), value)
            for name, value in (*request.headers, ("content-length", b"%d" % len(request.body)))
        ],
        "client": ("127.0.0.1", 50000),
        "server": ("testserver", 80),
    }


@contextmanager
def broken() -> Iterator[list[str]]:
    """What stopped a view, if anything did."""
    heard: list[str] = []

    def hear(**_: Any) -> None:
        heard.append(traceback.format_exc())

    got_request_exception.connect(hear)
    try:
        yield heard
    finally:
        got_request_exception.disconnect(hear)
