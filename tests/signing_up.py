"""Signing up as people do: the form, then the code from the mail."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from django.test import Client

from games.post.services import delivery

DORA = {"username": "dora", "email": "dora@example.org", "password1": "a long way home"}
SIGN_UP = "/accounts/signup/"
# The time zone is there before there is anything to type or to press.
ZONE_FIRST = (
    r'name="time_zone"[^>]*>\s*<script src="[^"]+/signup\.js"></script>\s*<div class="field">'
)


def code_mailed_to(address: str) -> str:
    """What the last mail to this address asks to type."""
    delivery.deliver()
    letters = [letter for letter in mail.outbox if address in letter.to]
    return code_in(str(letters[-1].body))


def code_in(letter: str) -> str:
    found = re.search(r"^(\d{6})\s*$", letter, re.MULTILINE)
    assert found, letter
    return found[1]


def sign_up(client: Client | None = None, **typed: str) -> Any:
    """Whoever gets so far has an account, and is logged in."""
    client = client or Client()
    form = DORA | typed
    client.post(SIGN_UP, form)
    return client.post(SIGN_UP, {"code": code_mailed_to(form["email"])})
