"""Signing up in one page: who one is, then the code from the mail."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from accounts import signing_up
from accounts.models import User
from games.models import Game, Notification
from games.post.services import delivery
from tests.factories import PASSWORD, UserFactory, log_in, make_guest
from tests.signing_up import DORA, SIGN_UP, ZONE_FIRST, code_mailed_to, sign_up

pytestmark = pytest.mark.django_db
NOT_IT = "That&#x27;s not the code we sent, or it&#x27;s too old."


def page_of(client: Client) -> str:
    return client.get(SIGN_UP).content.decode()


def test_nobody_is_made_before_the_code_is_typed() -> None:
    client = Client()

    answer = client.post(SIGN_UP, DORA)

    assert answer.headers["Location"] == SIGN_UP
    assert "We've sent a code to" in page_of(client).replace("&#x27;", "'")
    assert DORA["email"] in page_of(client)
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()


def test_nobody_types_before_the_browser_has_said_its_time_zone() -> None:
    """A script that the page waits for, between the field that it fills and the first to type."""
    assert re.search(ZONE_FIRST, page_of(Client()))


def test_the_mail_has_our_look_and_words_and_no_name_that_somebody_chose() -> None:
    Client().post(SIGN_UP, DORA | {"username": "buy-my-pills"})
    delivery.deliver()

    (letter,) = mail.outbox
    html = letter.alternatives[0][0]
    assert letter.subject == "Confirm your email address for Tilepost"
    assert 'class="card"' in html
    assert "pills" not in letter.body + html
    assert code_mailed_to(DORA["email"]) in html


@pytest.mark.parametrize("typed", ["{}", " {} ", "{}\n", "{0[0]}{0[1]}{0[2]} {0[3]}{0[4]}{0[5]}"])
def test_the_code_is_taken_however_it_is_pasted(typed: str) -> None:
    client = Client()
    client.post(SIGN_UP, DORA)

    client.post(SIGN_UP, {"code": typed.format(code_mailed_to(DORA["email"]))})

    assert get_user(client) == User.objects.get()
    assert User.objects.get().check_password(DORA["password1"])


def test_one_comes_to_where_one_wanted_to_go() -> None:
    here = sign_up(next="/rules/qwirkle/?turn=3")
    elsewhere = sign_up(
        Client(), username="erin", email="erin@example.org", next="https://evil.example/"
    )

    assert here.headers["Location"] == "/rules/qwirkle/?turn=3"
    assert elsewhere.headers["Location"] == "/"


def test_five_guesses_and_the_code_is_spent() -> None:
    client = Client()
    client.post(SIGN_UP, DORA)
    code = code_mailed_to(DORA["email"])
    wrong = "000000" if code != "000000" else "111111"

    for _ in range(signing_up.MOST_GUESSES):
        answer = client.post(SIGN_UP, {"code": wrong})
        assert answer.status_code == 422
        assert NOT_IT in answer.content.decode()

    assert client.post(SIGN_UP, {"code": code}).status_code == 422
    assert not User.objects.exists()


def test_a_session_put_back_to_what_it_was_gives_no_more_guesses() -> None:
    client = Client()
    client.post(SIGN_UP, DORA)
    code = code_mailed_to(DORA["email"])
    before = dict(client.session.items())
    for _ in range(signing_up.MOST_GUESSES):
        client.post(SIGN_UP, {"code": "000000" if code != "000000" else "111111"})
    session = client.session
    session.update(before)
    session.save()

    assert client.post(SIGN_UP, {"code": code}).status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize("typed", ["", "ж" * 6, "1" * 10_000, "\x00", "１２３４５６"])
def test_nonsense_is_a_wrong_code(typed: str) -> None:
    client = Client()
    client.post(SIGN_UP, DORA)

    assert client.post(SIGN_UP, {"code": typed}).status_code == 422


def test_an_old_code_opens_nothing_and_another_does() -> None:
    client = Client()
    with time_machine.travel(datetime.now(UTC) - timedelta(minutes=61)):
        client.post(SIGN_UP, DORA)
        old = code_mailed_to(DORA["email"])

    assert client.post(SIGN_UP, {"code": old}).status_code == 422
    page = client.post(SIGN_UP, {"again": "1"}, follow=True).content.decode()
    client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})

    assert "We&#x27;ve sent you another code." in page
    assert User.objects.get().username == "dora"


@pytest.mark.usefixtures("still")
def test_another_code_is_not_sent_again_and_again() -> None:
    client = Client()
    client.post(SIGN_UP, DORA)

    page = client.post(SIGN_UP, {"again": "1"}, follow=True).content.decode()

    assert "We couldn&#x27;t send a code just now." in page
    assert Notification.objects.count() == 1
    # The one that was sent still serves.
    client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})
    assert User.objects.exists()


def test_the_address_can_be_changed_and_the_code_of_the_first_opens_nothing() -> None:
    client = Client()
    client.post(SIGN_UP, DORA | {"email": "drao@example.org"})
    first = code_mailed_to("drao@example.org")

    form = client.get(f"{SIGN_UP}?change").content.decode()
    client.post(SIGN_UP, DORA)

    assert 'value="dora"' in form
    assert 'value="drao@example.org"' in form
    second = code_mailed_to(DORA["email"])
    if first != second:
        assert client.post(SIGN_UP, {"code": first}).status_code == 422
    client.post(SIGN_UP, {"code": second})
    assert EmailAddress.objects.get().email == DORA["email"]


def test_a_known_address_can_be_changed_just_so(alice: User) -> None:
    client = Client()
    client.post(SIGN_UP, DORA | {"email": alice.email})
    delivery.deliver()
    assert "You already have an account" in mail.outbox[0].subject

    client.post(SIGN_UP, DORA)
    client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})

    assert get_user(client).username == "dora"


def test_no_code_opens_what_is_somebody_elses(alice: User) -> None:
    client = Client()
    client.post(SIGN_UP, DORA | {"email": "ALICE@example.org"})
    code = client.session[signing_up.PAPER]["code"]

    assert client.post(SIGN_UP, {"code": code}).status_code == 422
    assert User.objects.get() == alice


def test_a_name_that_was_taken_meanwhile_is_chosen_anew_without_another_code() -> None:
    client = Client()
    client.post(SIGN_UP, DORA)
    UserFactory(username="Dora", email="other@example.org")

    late = client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})
    client.post(SIGN_UP, DORA | {"username": "dorothea"})

    assert late.status_code == 409
    assert "This name is taken or looks like another." in late.content.decode()
    assert get_user(client).username == "dorothea"
    assert Notification.objects.filter(email=DORA["email"]).count() == 1


def test_an_address_that_was_taken_meanwhile_is_said_to_whose_it_is() -> None:
    one, two = Client(), Client()
    one.post(SIGN_UP, DORA)
    code = code_mailed_to(DORA["email"])
    UserFactory(username="other", email=DORA["email"])

    late = one.post(SIGN_UP, {"code": code})

    assert late.status_code == 409
    assert "This email address is already in use." in late.content.decode()
    assert User.objects.count() == 1
    assert two.get(SIGN_UP).status_code == 200


def test_what_nobody_finished_is_forgotten() -> None:
    client = Client()
    with time_machine.travel(datetime.now(UTC) - timedelta(hours=25)):
        client.post(SIGN_UP, DORA)
        session = Session.objects.get()

    assert session.expire_date < datetime.now(UTC)
    assert 'name="username"' in page_of(client)


def test_what_another_version_kept_is_no_trouble() -> None:
    client = Client()
    client.post(SIGN_UP, DORA)
    session = client.session
    session[signing_up.PAPER] = {"something": "else"}
    session.save()

    assert 'name="username"' in page_of(client)
    assert client.post(SIGN_UP, {"code": "123456"}).status_code == 200


def test_who_is_in_already_is_not_asked(alice: User) -> None:
    answer = log_in(alice).get(f"{SIGN_UP}?next=/settings/")

    assert answer.headers["Location"] == "/settings/"


def test_allauths_own_page_for_passkeys_leads_to_ours() -> None:
    assert Client().get("/accounts/signup/passkey/").headers["Location"] == SIGN_UP
    Client().post("/accounts/signup/passkey/", DORA)
    assert not User.objects.exists()


def test_with_a_passkey_no_password_is_asked_for() -> None:
    client = Client()

    client.post(SIGN_UP, {"username": "dora", "email": DORA["email"], "passkey": "1"})
    answer = client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})

    assert answer.headers["Location"] == "/accounts/2fa/webauthn/signup/"
    assert client.get(answer.headers["Location"]).status_code == 200
    assert not get_user(client).is_authenticated
    assert not User.objects.get().has_usable_password()


# Guests.


def test_a_guest_keeps_their_games_their_row_and_no_session() -> None:
    client, guest = make_guest()
    code = Game.objects.get().code
    before = client.session.session_key
    stolen = Client()
    stolen.cookies["sessionid"] = before

    page = client.get(f"{SIGN_UP}?next=/g/{code}/").content.decode()
    answer = sign_up(client, next=f"/g/{code}/", time_zone="Europe/Paris")

    dora = User.objects.get()
    assert "Keep your games" in page
    assert answer.headers["Location"] == f"/g/{code}/"
    assert (dora.pk, dora.username, dora.is_guest) == (guest.pk, "dora", False)
    assert (dora.email, dora.time_zone) == (DORA["email"], "Europe/Paris")
    assert Game.objects.get().players.get(user=dora).seat is not None
    assert client.session.session_key != before
    assert get_user(client) == dora
    assert not get_user(stolen).is_authenticated
    assert "Keep this game" not in client.get(f"/g/{code}/").content.decode()
    assert dora.date_joined > guest.date_joined


def test_a_guest_stays_one_until_the_code_is_typed() -> None:
    client, guest = make_guest()
    client.post(SIGN_UP, DORA)

    code = Game.objects.get().code
    assert client.get(f"/g/{code}/").status_code == 200
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.email == ""
    client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})
    guest.refresh_from_db()
    assert not guest.is_guest


def test_a_guest_with_a_passkey_is_logged_in_by_nothing_else() -> None:
    client, guest = make_guest()
    client.post(SIGN_UP, {"username": "dora", "email": DORA["email"], "passkey": "1"})

    answer = client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})

    assert client.get(answer.headers["Location"]).status_code == 200
    assert not get_user(client).is_authenticated
    assert User.objects.get().pk == guest.pk


def test_a_guest_who_is_gone_signs_up_all_the_same() -> None:
    client, guest = make_guest()
    client.post(SIGN_UP, DORA)
    code = code_mailed_to(DORA["email"])
    Game.objects.all().delete()
    guest.delete()

    client.post(SIGN_UP, {"code": code})

    assert get_user(client) == User.objects.get()


@pytest.mark.parametrize("address", ["email/", "password/change/", "2fa/", "sessions/", "code/"])
def test_a_guest_has_nothing_to_manage(address: str) -> None:
    client, _guest = make_guest()

    answer = client.get(f"/accounts/{address}")

    assert answer.headers["Location"].startswith("/accounts/login/")


def test_a_guest_can_log_in_to_an_account(alice: User) -> None:
    client, guest = make_guest()

    page = client.get("/accounts/login/")
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert page.status_code == 200
    assert get_user(client) == alice
    assert client.session[signing_up.GUEST_BEFORE] == guest.pk


def test_nobody_logs_in_as_a_guest() -> None:
    _client, guest = make_guest()
    for login in (guest.username, ""):
        for password in ("", PASSWORD, guest.password):
            client = Client()
            client.post("/accounts/login/", {"login": login, "password": password})
            assert "_auth_user_id" not in client.session
    Client().post("/accounts/password/reset/", {"email": ""})
    assert not Notification.objects.exists()


def test_a_change_of_address_takes_the_code_in_the_same_page(alice: User) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer: Any = client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    page = client.get("/accounts/confirm-email/").content.decode()

    wrong = client.post("/accounts/confirm-email/", {"code": "000000"}).content.decode()

    assert answer.headers["Location"].startswith("/accounts/confirm-email/")
    assert "new@example.org" in page
    assert re.search(r'name="code"[^>]*autocomplete="one-time-code"', page)
    assert "Wrong code." in wrong
    client.post("/accounts/confirm-email/", {"code": code_mailed_to("new@example.org")})
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
