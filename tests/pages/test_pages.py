from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User


@pytest.mark.django_db
def test_the_front_page_greets_a_visitor_without_a_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = client.get("/")

    assert "Sign up" in page.content.decode()


def test_the_front_page_shows_a_person_their_games(
    client: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)

    client.get("/")

    # Session, person, games, results, invitations, tutorials, blocks, tables, a game to watch,
    # and whether the site is paused.
    with django_assert_num_queries(10):
        page = client.get("/")

    assert "No games are waiting for you." in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", 1),
        ("?turn=1", 1),
        ("?turn=9", 9),
        ("?turn=12", 12),
        ("?turn=13", 12),
        ("?turn=0", 1),
        ("?turn=-3", 1),
        ("?turn=two", 1),
        ("?turn=²", 1),
        ("?turn=" + "9" * 5000, 1),
        ("?turn=1&turn=4", 4),
    ],
)
def test_the_worked_example_opens_at_any_turn(client: Client, asked: str, shown: int) -> None:
    page = client.get(f"/rules/qwirkle/{asked}")

    assert page.status_code == 200
    assert f"Turn {shown} of 12" in page.content.decode()


@pytest.mark.django_db
def test_a_step_through_the_example_fetches_the_example_alone(client: Client) -> None:
    part = client.get("/rules/qwirkle/?turn=11", headers={"hx-request": "true"})

    words = part.content.decode()
    assert words.strip().startswith('<div id="example"')
    assert "3 + 12 + 3 = 18" in words
    assert "<html" not in words


@pytest.mark.django_db
def test_a_board_names_every_tile(client: Client) -> None:
    page = client.get("/rules/qwirkle/?turn=1").content.decode()

    for name in ("red clover", "red diamond", "red circle"):
        assert f"<title>{name}</title>" in page


@pytest.mark.django_db
def test_an_unknown_address_is_answered_in_words(client: Client) -> None:
    page = client.get("/nowhere/")

    assert page.status_code == 404
    assert "no page at this address." in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/qwirkle/", "/accounts/login/"])
def test_no_script_or_style_may_stand_inside_a_page(client: Client, address: str) -> None:
    page = client.get(address)

    policy = page.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "<style" not in page.content.decode()
    assert " style=" not in page.content.decode()
    assert " onclick=" not in page.content.decode()


@pytest.mark.django_db
def test_a_visitor_changes_the_language_and_stays_on_the_page(client: Client) -> None:
    form = {"language": "ru", "next": "/rules/qwirkle/?turn=3"}
    response = client.post("/language/setlang/", form)

    assert response.headers["Location"] == "/rules/qwirkle/?turn=3"
    assert client.get("/").headers["Content-Language"] == "ru"
