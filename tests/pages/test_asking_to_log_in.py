"""Whoever is logged out is asked to log in where they play, and comes back to the game."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.playing import play_on, start_game

HTMX = {"hx-request": "true"}


def leads_back_to(address: str) -> str:
    parts = urlsplit(address)
    assert parts.path == "/accounts/login/"
    return parse_qs(parts.query)["next"][0]


@pytest.mark.parametrize("public", [True, False])
def test_a_page_whose_log_in_ended_goes_to_log_in_as_a_whole(
    alice: User, bob: User, public: bool
) -> None:
    game = start_game(alice, bob, public=public)
    headers = HTMX | {"hx-current-url": f"http://testserver/g/{game.code}/"}

    answer = Client().get(f"/g/{game.code}/?mine", headers=headers)

    assert answer.content == b""
    assert leads_back_to(answer.headers["HX-Redirect"]) == f"/g/{game.code}/"


def test_a_replay_whose_log_in_ended_goes_to_log_in_as_a_whole(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob, public=False), 2)
    headers = HTMX | {"hx-current-url": f"http://testserver/g/{game.code}/at/1/"}

    answer = Client().get(f"/g/{game.code}/at/2/", headers=headers)

    assert leads_back_to(answer.headers["HX-Redirect"]) == f"/g/{game.code}/at/1/"


def test_who_waits_at_a_table_comes_back_to_the_whole_page(alice: User, bob: User) -> None:
    game = start_game(alice, bob, public=False)
    headers = HTMX | {"hx-current-url": f"http://testserver/g/{game.code}/"}

    answer = Client().get(f"/g/{game.code}/?from=waiting&mine", headers=headers)

    assert leads_back_to(answer.headers["HX-Redirect"]) == f"/g/{game.code}/"


@pytest.mark.parametrize(
    "current",
    ["https://elsewhere.example/g/x/", "//elsewhere.example", "", "http://[", "http://\u2100/"],
)
def test_the_way_back_never_leads_elsewhere(alice: User, bob: User, current: str) -> None:
    game = start_game(alice, bob, public=False)

    answer = Client().get(f"/g/{game.code}/", headers=HTMX | {"hx-current-url": current})

    assert leads_back_to(answer.headers["HX-Redirect"]) == "/"


@pytest.mark.parametrize("public", [True, False])
def test_a_mail_leads_through_log_in_to_the_game(alice: User, bob: User, public: bool) -> None:
    game = start_game(alice, bob, public=public)

    answer = Client().get(f"/g/{game.code}/?mine")

    assert leads_back_to(answer.headers["Location"]) == f"/g/{game.code}/"


def test_a_spectator_needs_no_log_in_but_the_button_leads_back(alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    page = Client().get(f"/g/{game.code}/").content.decode()

    assert f"/accounts/login/?next=/g/{game.code}/" in page
    assert "Playing here? Log in" in page
    assert "?mine" not in page
    assert Game.objects.count() == 1


def test_the_log_in_page_does_not_lead_back_to_itself(db: None) -> None:
    assert "login/?next=" not in Client().get("/accounts/login/").content.decode()
