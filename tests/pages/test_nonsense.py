"""Bad input gets a clear answer: no page breaks, whatever comes in."""

from __future__ import annotations

import pytest
from django.http import HttpRequest
from django.template.loader import get_template
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import update_settings
from tests.factories import UserFactory, log_in

PROBLEMS = ["400", "403", "403_csrf", "404", "413", "429", "500", "503"]


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.django_db
def test_a_page_that_says_what_went_wrong_needs_nothing_that_may_be_broken(
    name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        alone = get_template(f"{name}.html").render({"site_name": "Tilepost"})
        bare = get_template(f"{name}.html").render({}, HttpRequest())

    assert "<h1>" in alone
    assert alone == bare


def test_a_host_that_is_not_ours_is_refused_in_words(alice: User) -> None:
    response = log_in(alice).get("/", headers={"host": "evil.example"})

    assert response.status_code == 400
    assert "read this request." in response.content.decode()


def test_a_form_in_another_encoding_is_refused_in_words(alice: User) -> None:
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    response = log_in(alice).post("/settings/", "x=1", content_type=kind)

    assert response.status_code == 400
    assert "read this request." in response.content.decode()


def test_a_form_with_too_many_fields_is_refused_in_words(alice: User) -> None:
    response = log_in(alice).post("/settings/", {f"x{number}": "1" for number in range(1100)})

    assert response.status_code == 413
    assert "send less" in response.content.decode()


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("/lobby/?x=1", "/lobby/?x=1"),
        ("1", "/"),
        ("", "/"),
        ("home", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/" + "x" * 20_000, "/"),
    ],
    ids=lambda value: value[:20],
)
def test_a_form_leads_to_pages_of_this_site_only(alice: User, asked: str, there: str) -> None:
    response = log_in(alice).post("/warning/read/", {"next": asked})

    assert response.status_code == 302
    assert response.headers["Location"] == there


@pytest.mark.parametrize("language", ["de", "tlh", "", "\x00", "fr" * 40, "en-gb"])
def test_a_language_that_the_site_does_not_speak_changes_nothing(
    alice: User, language: str
) -> None:
    update_settings(user=alice, language="nl")

    response = log_in(alice).post("/language/setlang/", {"language": language, "next": "/"})

    assert response.status_code == 302
    alice.refresh_from_db()
    assert alice.language == "nl"


@pytest.mark.parametrize(
    "address",
    [
        "/admin/games/taskrun/%00/",
        "/admin/games/taskrun/%00/history/",
        "/admin/games/taskrun/%00/delete/",
        "/admin/games/taskrun/%00/change/",
        "/admin/r/1/%00/",
        "/admin/games/game/?q=%00",
        "/lobby/?%00=1",
        "/g/%00/",
    ],
)
def test_an_address_with_a_nul_in_it_leads_nowhere(db: None, address: str) -> None:
    owner = log_in(UserFactory(is_staff=True, is_superuser=True))

    assert owner.get(address).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages", "django_language"])
@pytest.mark.parametrize("value", ['"\\000"', "x" * 3000, "\xff\xfe", '"{'], ids=ascii)
def test_a_cookie_that_is_not_ours_is_as_good_as_none(name: str, value: str) -> None:
    client = Client()
    client.cookies.load({})

    response = client.get("/accounts/login/", headers={"cookie": f"{name}={value}"})

    assert response.status_code == 200
