"""Addresses that no mail server could be given are refused wherever they are typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client

from accounts.addresses import deliverable
from accounts.models import User
from accounts.services import create_user
from games.models import Invitation, Notification
from games.tables.services import tables
from tests.factories import log_in

WORDS = "We can&#x27;t send email to this address."


@pytest.mark.parametrize(
    "address",
    [
        "a@example.org",
        "A.b+c@Example.ORG",
        "o'brien@example.co.uk",
        "a@münchen.de",
        "a@Übung.de",
        "a@xn--mnchen-3ya.de",
        "a@пример.рф",
        "a@דוגמה.ישראל",
        "a" * 64 + "@example.org",
    ],
)
def test_what_people_have_is_taken(address: str) -> None:
    deliverable(address)


BAD = {
    "too long once encoded": "a@" + "ü" * 60 + ".com",
    "nothing but a joiner": "a@\u200d.net",
    "a joiner within": "a@exa\u200dmple.net",
    "another way to write": "a@\u202eexample.net",
    "not ASCII before the at": "ü@example.org",
    "another domain once encoded": "a@straße.de",
    "wide letters": "a@\uff45xample.org",
    "a control sign": '"\x01"@example.org',
    "a long name": "a" * 65 + "@example.org",
    "a long domain": "a@" + ".".join(["b" * 60] * 5) + ".org",
    "half a sign": "a@\ud800.org",
    "no domain": "a@",
    "two lines": "a@example.org\nBcc: b@example.org",
}


@pytest.mark.parametrize(
    "address", [*BAD.values(), "a\x00@example.org", "", "@", "a b@example.org"]
)
def test_what_no_server_could_be_given_is_refused(address: str) -> None:
    with pytest.raises(ValidationError) as refused:
        deliverable(address)

    assert refused.value.code == "undeliverable"


def signing_up(person: Client, address: str) -> HttpResponse:
    form = {"username": "dora", "email": address, "password1": "a long way home"}
    return Client().post("/accounts/signup/", form)


def changing(person: Client, address: str) -> HttpResponse:
    return person.post("/accounts/email/", {"action_add": "", "email": address})


def resetting(person: Client, address: str) -> HttpResponse:
    return Client().post("/accounts/password/reset/", {"email": address})


@pytest.mark.parametrize("typing", [signing_up, changing, resetting])
@pytest.mark.parametrize("address", [BAD["too long once encoded"], BAD["nothing but a joiner"]])
def test_every_form_explains_it(
    alice: User, typing: Callable[[Client, str], HttpResponse], address: str
) -> None:
    page = typing(log_in(alice), address)

    assert page.status_code == 200
    assert WORDS in page.content.decode()
    assert not Notification.objects.exists()
    assert User.objects.count() == 1


@pytest.mark.parametrize("address", [BAD["too long once encoded"], BAD["a joiner within"]])
def test_an_invitation_to_it_is_refused_in_words(alice: User, address: str) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)

    page = log_in(alice).post(f"/g/{game.code}/invite/", {"who": address}, follow=True)

    assert WORDS in page.content.decode()
    assert not Invitation.objects.exists()


@pytest.mark.django_db
def test_neither_the_shell_nor_a_service_makes_a_person_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long way home")
    with pytest.raises(CommandError):
        call_command("createsuperuser", interactive=False, username="dora", email="a@\u200d.net")
    with pytest.raises(ValidationError):
        create_user(username="dora", email="a@\u200d.net", password="a long way home")

    assert not User.objects.exists()
