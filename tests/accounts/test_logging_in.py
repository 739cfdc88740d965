from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org"])
def test_logs_in_by_name_or_mail_address_however_capitalised(
    client: Client, alice: User, login: str
) -> None:
    response = client.post("/accounts/login/", {"login": login, "password": PASSWORD})

    assert response.status_code == 302
    assert response.headers["Location"] == "/"
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_refuses_a_wrong_password_in_words(client: Client, alice: User) -> None:
    response = client.post("/accounts/login/", {"login": "alice", "password": "wrong"})

    assert response.status_code == 200
    assert "_auth_user_id" not in client.session
    assert 'role="alert"' in response.content.decode()


def test_goes_on_to_the_page_asked_for_but_never_to_another_site(
    client: Client, alice: User
) -> None:
    form = {"login": "alice", "password": PASSWORD}

    inside = client.post("/accounts/login/", form | {"next": "/rules/qwirkle/"})
    client.logout()
    outside = client.post("/accounts/login/", form | {"next": "https://evil.example/"})

    assert inside.headers["Location"] == "/rules/qwirkle/"
    assert outside.headers["Location"] == "/"


def test_logs_out_by_post_only(client: Client, alice: User) -> None:
    client.force_login(alice)

    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session
