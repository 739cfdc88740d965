"""A browser that asks one thing after the other on one connection, as quickly as it can."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any
from urllib.parse import urlencode

from tests.bench.running.site import PROXY
from tests.patience import PATIENCE

TOKEN = "x" * 32
Turn = dict[str, Any]


class NoPage(Exception):
    """Something else than the page was answered."""


class Visitor:
    def __init__(self, port: int, session: str = "", address: str = "192.0.2.7") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        cookies = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        self.headers = PROXY | {"Cookie": cookies, "X-Forwarded-For": address}

    def ask(self, path: str, form: dict[str, str] | None = None, **headers: str) -> float:
        """How many seconds it took until all of the answer was here."""
        sent = self.headers | headers
        if form is not None:
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": TOKEN}
        began = time.perf_counter()
        body = None if form is None else urlencode(form)
        self.connection.request("GET" if form is None else "POST", path, body, sent)
        answer = self.connection.getresponse()
        said = answer.read()
        took = time.perf_counter() - began
        if answer.status != 200:
            raise NoPage(f"{path}: {answer.status} {said.decode()[:2000]}")
        return took


def play(port: int, code: str, turn: Turn) -> float:
    """A turn as the page sends it; how many seconds until it shows the game after it."""
    visitor = Visitor(port, turn["session"])
    form = {"actions": json.dumps(turn["actions"]), "ply": str(turn["ply"])}
    try:
        return visitor.ask(f"/g/{code}/play/", form, **{"HX-Request": "true"})
    finally:
        visitor.connection.close()
