"""Who asks for a stream is answered as Django would, only sooner."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play import live
from qwirkle_site.asgi import django
from qwirkle_site.gate.opening import Opening
from qwirkle_site.gate.places import Places
from tests.factories import log_in
from tests.gate.asking import Answer, ask, run, scope
from tests.patience import PATIENCE
from tests.playing import start_game

pytestmark = pytest.mark.django_db(transaction=True)
CHANGING = {"content-security-policy", "set-cookie"}


def cookie(user: User) -> str:
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={log_in(user).cookies[name].value}"


def both(asked: dict[str, Any]) -> tuple[Answer, Answer]:
    opening = Opening(threads=1)
    try:
        return run(ask(opening, dict(asked))), run(ask(django, dict(asked)))
    finally:
        opening.threads.shutdown()


@pytest.mark.parametrize("who", ["player", "stranger", "shut out", "visitor", "nonsense"])
@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_answer_is_djangos(
    who: str, public: bool, method: str, alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, public=public)
    later = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=bob.pk).update(suspended_until=later)
    cookies = {
        "player": cookie(alice),
        "stranger": cookie(charlie),
        "shut out": cookie(bob),
        "visitor": "",
        "nonsense": "sessionid=\x00é",
    }
    asked = scope(f"/g/{game.code}/events/", method=method, host="localhost", cookie=cookies[who])

    ours, theirs = both(asked)

    assert ours.status == theirs.status
    assert ours.headers.keys() - CHANGING == theirs.headers.keys() - CHANGING
    let_in = method == "GET" and who != "shut out" and (public or who == "player")
    assert (ours.status == live.MAY_LISTEN) == let_in


@pytest.mark.parametrize(
    ("path", "host"),
    [("/g/nothing/events/", "localhost"), ("/events/", "localhost"), ("/events/", "else.example")],
)
def test_what_is_not_there_is_refused_as_django_does(path: str, host: str) -> None:
    ours, theirs = both(scope(path, host=host))

    assert (ours.status, ours.text) == (theirs.status, theirs.text)
    assert ours.status in (400, 404)


def test_a_database_that_does_not_answer_is_a_passing_thing(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    opening = Opening(threads=1)
    app = Places(opening, inside=1, waiting=1, seconds=PATIENCE)

    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(Game.objects, "only", away)
    answer = run(ask(app, scope(f"/g/{game.code}/events/", host="localhost")))
    opening.threads.shutdown()

    assert answer.status == 503
    assert answer.headers["retry-after"]
