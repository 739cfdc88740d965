"""What every answer says about itself, and what the log says about many."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from qwirkle_site import logs
from tests.playing import start_game


@pytest.mark.parametrize("name", ["home", "lobby", "rules", "account_login", "settings"])
def test_a_page_is_kept_by_nobody(client: Client, alice: User, name: str) -> None:
    for reader in (None, alice):
        if reader:
            client.force_login(reader)
        answer = client.get(reverse(name))
        kept = answer.headers["Cache-Control"]
        assert "private" in kept
        assert "no-store" in kept
        assert "geolocation=()" in answer.headers["Permissions-Policy"]
        assert "publickey-credentials-get=(self)" in answer.headers["Permissions-Policy"]


def test_so_is_a_game_and_what_is_not_found(client: Client, alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    for path in (reverse("game", args=[game.code]), "/nowhere/"):
        assert client.get(path).headers["Cache-Control"] == "private, no-store"


def test_the_cookie_of_a_language_is_as_careful_as_the_others(client: Client, db: None) -> None:
    client.post(reverse("set_language"), {"language": "fr"})

    cookie = client.cookies["django_language"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_another_host_is_refused_and_is_no_error_of_ours(client: Client, settings: Any) -> None:
    settings.DEBUG = False

    answer = client.get("/lobby/", headers={"host": "elsewhere.example"})

    assert answer.status_code == 400
    assert b"try again" in answer.content


def line(message: str, *args: Any, level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord("a", level, "b.py", 7, message, args, None)


def test_what_is_said_again_and_again_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(logs.time, "monotonic", lambda: now)
    kept = logs.NotAgain()

    heard = [kept.filter(line("no files left: %s", number)) for number in range(100)]
    other = kept.filter(line("something else"))
    chatter = [kept.filter(line("all is well", level=logging.INFO)) for _ in range(100)]
    now += 61
    later = line("no files left: %s", 100)

    assert sum(heard) == logs.MOST
    assert other
    assert all(chatter)
    assert kept.filter(later)
    assert later.getMessage() == f"no files left: 100 (and {100 - logs.MOST} more like it)"
