"""Mails about accounts: through the outbox, in our words, and nothing secret stays behind."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import allauth
import pytest
from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth import hashers
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.models import Notification
from games.people import own_data
from games.post.account_letters import CHANGES, WRITERS
from games.post.services import delivery, outbox
from tests.factories import PASSWORD, UserFactory, log_in
from tests.mail import PostOffice, deliver_at
from tests.signing_up import DORA, SIGN_UP, code_in

Kind, State = Notification.Kind, Notification.State


def ask_for_reset(email: str = "alice@example.org", client: Client | None = None) -> Any:
    return (client or Client()).post("/accounts/password/reset/", {"email": email}, follow=True)


def body(office: PostOffice) -> str:
    return str(office.taken[-1].get_body(("plain",)).get_content())


def test_every_template_of_allauth_has_words_of_ours() -> None:
    folder = Path(allauth.__file__).parent / "templates"
    found = {
        str(file.relative_to(folder)).removesuffix("_subject.txt")
        for file in folder.rglob("email/*_subject.txt")
    }

    assert found
    assert found == set(WRITERS) | set(CHANGES)


SECRETS = {"activate_url": "http://x/a/?b=1", "password_reset_url": "http://x/c/", "code": ""}
FACTS = {"from_email": "old@example.org", "to_email": "new@example.org", "deleted_email": "x@y.org"}


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("template", [*WRITERS, *CHANGES])
def test_each_is_sent_as_a_letter_of_ours_in_the_readers_language(
    alice: User, post_office: PostOffice, template: str, language: str
) -> None:
    User.objects.update(language=language)
    values = SECRETS | FACTS | {"user": User.objects.get()}
    values["code"] = "ABC-DEF" if template.endswith("_code") else ""

    with translation.override("fr"):
        get_adapter().send_mail(template, alice.email, values)
    assert delivery.deliver() == 1

    (message,) = post_office.taken
    html = message.get_body(("html",)).get_content()
    assert message["To"] == alice.email
    assert f'lang="{language}"' in html
    assert "Hello from" not in html
    assert "List-Unsubscribe" not in message
    assert ("ABC-DEF" in html) == ("ABC-DEF" in body(post_office)) == template.endswith("_code")


def test_what_we_have_no_words_for_comes_as_allauth_wrote_it(
    alice: User, post_office: PostOffice, settings: Any, tmp_path: Path
) -> None:
    for end, words in (("subject", "Brand new"), ("message", "A new thing:\n\nhttp://x/secret/")):
        (tmp_path / f"new_{end}.txt").write_text(words)
    settings.TEMPLATES = [
        settings.TEMPLATES[0] | {"DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path]}
    ]

    get_adapter().send_mail("new", alice.email, {})
    delivery.deliver()

    (message,) = post_office.taken
    assert message["Subject"] == "[Tilepost] Brand new"
    assert "http://x/secret/" in body(post_office)
    assert 'class="card"' in message.get_body(("html",)).get_content()
    assert "secret" not in str(Notification.objects.values().get())


@pytest.mark.django_db
def test_signing_up_with_no_mail_server_is_no_trouble(post_office: PostOffice) -> None:
    post_office.says = lambda message: "451 not today"

    page = Client().post(SIGN_UP, DORA, follow=True)

    assert page.status_code == 200
    row = Notification.objects.get()
    assert (row.kind, row.email, row.state) == (Kind.ACCOUNT, "dora@example.org", State.WAITING)
    assert post_office.offered == 0
    delivery.deliver()
    post_office.says = lambda message: "250 taken"
    deliver_at(timedelta(minutes=5))
    assert code_in(body(post_office))


@pytest.mark.django_db
def test_a_new_address_is_told_apart_neither_by_page_nor_by_work(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []
    whole = hashers.MD5PasswordHasher.encode

    def count(self: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return whole(self, password, salt)

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", count)
    browsers = {DORA["email"]: Client(), alice.email: Client()}
    new, known = (
        browser.post(SIGN_UP, DORA | {"email": email}) for email, browser in browsers.items()
    )

    assert hashed == [DORA["password1"]] * 2
    assert (new.status_code, new.url) == (known.status_code, known.url)
    assert User.objects.count() == 1
    # Nor by anything that can be done then: the codes, another one, another address.
    for form in ({"code": "000000"}, {"again": "1"}, DORA):
        seen = []
        for email, browser in browsers.items():
            typed = form | ({"email": f"new-{email}"} if "email" in form else {})
            page = browser.post(SIGN_UP, typed, follow=True).content.decode()
            seen.append(re.sub(rf"{email}|[\w-]{{64}}", "", page))
        assert seen[0] == seen[1], form
    templates = Notification.objects.order_by("pk").values_list("data__template", flat=True)
    assert list(templates) == [
        "account/email/email_confirmation_signup",
        "account/email/account_already_exists",
        *["account/email/email_confirmation_signup"] * 2,
    ]


def test_who_has_no_account_gets_no_mail_and_the_same_page(alice: User) -> None:
    unknown, known = ask_for_reset("nobody@example.org"), ask_for_reset()

    assert unknown.redirect_chain == known.redirect_chain
    assert [row.email for row in Notification.objects.all()] == [alice.email]


def test_nobody_can_fill_a_mailbox(alice: User) -> None:
    """However many browsers, and whatever they ask for."""
    for number in range(20):
        ask_for_reset(client=Client(REMOTE_ADDR=f"10.0.0.{number}"))
        other = DORA | {"username": f"dora{number}", "email": alice.email}
        Client(REMOTE_ADDR=f"10.0.1.{number}").post(SIGN_UP, other)

    assert Notification.objects.count() <= 12


@pytest.mark.usefixtures("still")
def test_one_visitor_cannot_have_mails_sent_to_everybody(alice: User) -> None:
    people = [UserFactory() for _ in range(15)]

    answers = [ask_for_reset(person.email).status_code for person in people]

    assert 429 in answers
    assert Notification.objects.count() < len(people)


@pytest.mark.parametrize("end", ["sent", "given up", "too late", "never"])
def test_secrets_go_when_the_mail_has_gone_or_will_never(
    alice: User, post_office: PostOffice, end: str
) -> None:
    ask_for_reset()
    row = Notification.objects.get()
    link = row.data["secrets"]["page"]
    assert "/password/reset/key/" in link
    if end == "too late":
        deliver_at(timedelta(days=4))
    if end == "never":
        post_office.to_recipient = lambda address: f"550 5.1.1 no {link}"
    if end == "given up":
        Notification.objects.update(attempts=outbox.MOST_ATTEMPTS - 1)
        post_office.says = lambda message: f"451 {link} is a strange link"
    delivery.deliver()

    row.refresh_from_db()
    states = {"sent": State.SENT, "too late": State.DROPPED}
    assert row.state == states.get(end, State.FAILED)
    assert row.data == {"template": "account/email/password_reset_key"}
    assert link not in row.last_error
    assert (len(post_office.taken) == 1) == (end == "sent")


def test_nothing_secret_can_be_seen_or_asked_while_it_waits(
    alice: User, post_office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    ask_for_reset()
    row = Notification.objects.get()
    link = row.data["secrets"]["page"]
    post_office.says = lambda message: f"451 what is {link}"
    delivery.deliver()
    desk = log_in(UserFactory(is_staff=True, is_superuser=True))
    pages = [
        desk.get("/admin/games/notification/"),
        desk.get(f"/admin/games/notification/{row.pk}/change/"),
        desk.get(f"/admin/accounts/user/{alice.pk}/change/"),
        log_in(alice).get("/settings/mail/"),
    ]

    assert all(page.status_code == 200 for page in pages)
    row.refresh_from_db()
    key = link.rstrip("/").rpartition("-")[2]
    seen = [page.content.decode() for page in pages]
    assert not any(key in text for text in [*seen, caplog.text, row.last_error, str(row)])
    assert key not in str(own_data.everything_about(alice))
    for lookup in (
        "data__secrets__page__startswith",
        "user__password__startswith",
        "data__has_key",
    ):
        assert desk.get("/admin/games/notification/", {lookup: "/"}).status_code == 404


def test_a_forgotten_password_is_reset_by_what_came(alice: User, post_office: PostOffice) -> None:
    client = Client()
    ask_for_reset(client=client)
    delivery.deliver()
    link = re.search(r"https?://[^/]+(/\S*password/reset/key/\S+)", body(post_office))
    assert link
    page = client.get(link[1], follow=True)
    new = {"password1": "another long way", "password2": "another long way"}
    client.post(page.redirect_chain[-1][0], new)
    delivery.deliver()

    alice.refresh_from_db()
    assert alice.check_password("another long way")
    assert "Your password was reset." in body(post_office)
    assert "From: 127.0.0.1" in body(post_office)


def test_links_lead_to_the_site_whatever_the_browser_called_it(
    alice: User, post_office: PostOffice, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    ask_for_reset(client=Client(headers={"host": "evil.example"}))
    delivery.deliver()

    assert f"{settings.SITE_URL}/accounts/password/reset/key/" in body(post_office)
    assert "evil.example" not in str(post_office.taken[0])


def test_a_change_of_address_is_told_to_the_old_one(alice: User, post_office: PostOffice) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    delivery.deliver()
    assert post_office.taken[-1]["To"] == "new@example.org"
    client.post("/accounts/confirm-email/", {"code": code_in(body(post_office))})
    delivery.deliver()

    assert EmailAddress.objects.get(user=alice).email == "new@example.org"
    assert post_office.taken[-1]["To"] == "alice@example.org"
    assert "from alice@example.org to new@example.org" in body(post_office)


def test_a_change_made_from_a_shell_is_told_too(alice: User, post_office: PostOffice) -> None:
    get_adapter().send_notification_mail("mfa/email/totp_deactivated", alice)
    get_adapter().send_notification_mail("mfa/email/totp_deactivated", alice)

    assert delivery.deliver() == 2
    assert "authenticator app was removed" in body(post_office)


def test_they_come_whatever_mails_somebody_wants(alice: User, post_office: PostOffice) -> None:
    every = {"cadence": User.Cadence.NONE, "quiet_from": 0, "quiet_until": 23}
    User.objects.update(**every, mail_off=[Kind.ACCOUNT])

    ask_for_reset()

    assert delivery.deliver() == 1


def test_who_waits_for_one_waits_for_nobody_else(
    alice: User, bob: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = Notification(user=bob, kind=Kind.NOTICE, not_before="2020-01-01T00:00Z")
    earlier.save()
    ask_for_reset()
    monkeypatch.setattr(delivery, "MOST_AT_ONCE", 1)

    delivery.deliver()

    assert post_office.taken[0]["To"] == alice.email


def test_codes_expire_as_allauth_says(alice: User, post_office: PostOffice) -> None:
    get_adapter().send_mail("account/email/login_code", alice.email, {"code": "ABC"})

    deliver_at(timedelta(seconds=app_settings.LOGIN_BY_CODE_TIMEOUT + 1))

    assert post_office.taken == []
    assert Notification.objects.get().state == State.DROPPED
