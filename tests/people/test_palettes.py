"""Which colours the pieces have: a person's setting, a visitor's cookie."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import log_in

CLEAR = 'data-palette="clear"'


def choose(client: Client, palette: str, to: str = "/lobby/"):
    return client.post("/palette/", {"palette": palette, "next": to})


def test_a_visitor_keeps_it_in_a_cookie(client: Client, db: None) -> None:
    answer = choose(client, "clear")

    assert answer.headers["Location"] == "/lobby/"
    cookie = client.cookies["palette"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert CLEAR in client.get("/lobby/").content.decode()
    choose(client, "")
    assert "data-palette" not in client.get("/lobby/").content.decode()


def test_a_person_keeps_it_in_their_settings(alice: User) -> None:
    choose(log_in(alice), "clear")

    assert User.objects.get(pk=alice.pk).palette == "clear"
    elsewhere = log_in(alice)
    assert CLEAR in elsewhere.get("/").content.decode()
    assert '<option value="clear" selected>' in elsewhere.get("/settings/").content.decode()


def test_a_persons_own_choice_goes_before_the_cookie(alice: User) -> None:
    client = log_in()
    choose(client, "clear")
    client.force_login(alice)

    assert CLEAR not in client.get("/").content.decode()


@pytest.mark.parametrize("palette", ["plaid", '"><b>', "x" * 5000, "\x00"])
def test_what_is_no_palette_changes_nothing(alice: User, palette: str) -> None:
    for client in (log_in(), log_in(alice)):
        client.cookies["palette"] = "plaid"

        assert choose(client, palette, "//elsewhere.example").headers["Location"] == "/"
        assert "data-palette" not in client.get("/lobby/").content.decode()
