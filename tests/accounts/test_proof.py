"""The desk opens to sessions that have shown a second factor, and acts to those that did lately."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import cache
from django.test import Client, TestCase

from accounts.models import User
from games.models import Act, Game
from games.moderation.services import people
from games.moderation.services.role_groups import make_role_groups
from games.post.moderators_notices import MODERATOR
from games.post.services import delivery
from tests.factories import PASSWORD, UserFactory
from tests.playing import start_game

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
RECORDS = "account_authentication_methods"


@pytest.fixture(autouse=True)
def _two_factors(settings: Any) -> None:
    settings.STAFF_NEED_TWO_FACTORS = True


@pytest.fixture
def owner(db: None) -> User:
    make_role_groups()
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


@pytest.fixture
def mona(owner: User) -> User:
    person = UserFactory(username="mona", email="mona@example.org")
    people.change_role(by=owner, person_id=person.pk, why="welcome", role=MODERATOR)
    return User.objects.get(pk=person.pk)


def code_now() -> str:
    # A code serves once; here the same one may serve again.
    cache.clear()
    return format_hotp_value(hotp_value(SECRET, int(time.time()) // 30))


def browser_of(user: User, *, factor: bool = False) -> Client:
    """Logged in by the page that everybody uses."""
    browser = Client()
    cache.clear()
    browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    if factor:
        browser.post("/accounts/2fa/authenticate/", {"code": code_now()})
    return browser


def is_in(browser: Client) -> bool:
    return browser.get("/admin/").status_code == 200


def is_logged_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def confirm_by_mail(browser: Client) -> Any:
    browser.post("/accounts/code/")
    return browser.post("/accounts/code/", {"code": browser.session["code_by_mail"]["code"]})


def enrol(browser: Client) -> Any:
    page = browser.get("/accounts/2fa/totp/activate/")
    if page.status_code != 200:
        return page
    session = browser.session
    session["mfa.totp.secret"] = SECRET
    session.save()
    with TestCase.captureOnCommitCallbacks(execute=True):
        return browser.post("/accounts/2fa/totp/activate/", {"code": code_now()})


def grow_old(browser: Client) -> None:
    """Sixteen minutes pass for what this session has proved."""
    session = browser.session
    for record in session[RECORDS]:
        record["at"] -= 16 * 60
    session.save()


def test_a_password_alone_does_not_open_the_desk_of_who_has_a_factor(mona: User) -> None:
    early = browser_of(mona)
    assert is_logged_in(early)
    TOTP.activate(mona, SECRET)

    assert not is_in(early)
    assert early.get("/admin/games/game/").status_code == 302
    asked = early.get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0].startswith("/accounts/2fa/reauthenticate/")
    assert is_in(browser_of(mona, factor=True))


def test_a_session_that_shows_the_factor_comes_in(mona: User) -> None:
    browser = browser_of(mona)
    TOTP.activate(mona, SECRET)
    # The password again is not the factor.
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert not is_in(browser)

    answer = browser.post("/accounts/2fa/reauthenticate/", {"code": code_now(), "next": "/admin/"})

    assert answer.headers["Location"] == "/admin/"
    assert is_in(browser)


def test_a_factor_that_is_gone_proves_nothing(mona: User) -> None:
    TOTP.activate(mona, SECRET)
    browser = browser_of(mona, factor=True)
    Authenticator.objects.filter(user=mona).delete()
    TOTP.activate(mona, SECRET)

    assert not is_in(browser)


def test_staff_without_a_factor_reach_nothing_but_the_page_to_enrol(
    mona: User, alice: User
) -> None:
    browser = browser_of(mona)

    refused = browser.get("/admin/", follow=True)
    assert refused.redirect_chain[-1][0] == "/accounts/2fa/"
    for address in ("games/game/", f"accounts/user/{alice.pk}/change/", f"act/warn/?on={alice.pk}"):
        assert browser.get(f"/admin/{address}").status_code == 302


GUARDED = ["2fa/totp/activate/", "2fa/webauthn/add/", "2fa/recovery-codes/generate/", "email/"]


@pytest.mark.parametrize("address", [*GUARDED, "password/change/"])
def test_a_stolen_password_is_not_enough_to_enrol_or_to_change_the_address(
    mona: User, address: str
) -> None:
    browser = browser_of(mona)
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})

    for answer in (browser.get(f"/accounts/{address}"), browser.post(f"/accounts/{address}")):
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/accounts/code/?next=")


@pytest.mark.django_db(transaction=True)
def test_with_a_code_from_the_mailbox_a_factor_is_enrolled_and_the_desk_opens(mona: User) -> None:
    browser, elsewhere = browser_of(mona), browser_of(mona)
    browser.post("/accounts/code/")
    delivery.deliver()
    (sent,) = [item for item in mail.outbox if "code" in item.subject]
    assert sent.to == [mona.email]
    code = browser.session["code_by_mail"]["code"]
    assert code in sent.body

    answer = browser.post("/accounts/code/", {"code": code.lower(), "next": "/accounts/2fa/"})
    assert answer.headers["Location"] == "/accounts/2fa/"
    assert enrol(browser).status_code == 302

    assert Authenticator.objects.filter(user=mona, type="totp").exists()
    assert is_in(browser)
    assert not is_logged_in(elsewhere)


def test_a_code_is_guessed_a_few_times_only(mona: User) -> None:
    browser = browser_of(mona)
    browser.post("/accounts/code/")
    code = browser.session["code_by_mail"]["code"]
    for _ in range(5):
        assert browser.post("/accounts/code/", {"code": "wrong"}).status_code == 422

    assert browser.post("/accounts/code/", {"code": code}).status_code == 422
    assert enrol(browser).headers["Location"].startswith("/accounts/code/")


def test_a_code_grows_old_and_so_does_what_it_proved(mona: User) -> None:
    browser = browser_of(mona)
    browser.post("/accounts/code/")
    session = browser.session
    session["code_by_mail"]["at"] -= 16 * 60
    session.save()
    code = browser.session["code_by_mail"]["code"]
    assert browser.post("/accounts/code/", {"code": code}).status_code == 422

    cache.clear()
    confirm_by_mail(browser)
    grow_old(browser)
    assert enrol(browser).headers["Location"].startswith("/accounts/code/")


def test_codes_are_not_sent_without_end(mona: User) -> None:
    browser = browser_of(mona)
    answers = [browser.post("/accounts/code/").status_code for _ in range(6)]

    assert answers[0] == 200
    assert answers[-1] == 429


@pytest.mark.parametrize("code", ["", "\x00", "é", "x" * 10_000])
def test_odd_codes_are_answered(mona: User, code: str) -> None:
    browser = browser_of(mona)
    browser.post("/accounts/code/")

    assert browser.post("/accounts/code/", {"code": code}).status_code == 422


def test_the_page_of_the_code_leads_to_no_other_site(mona: User) -> None:
    browser = browser_of(mona)
    browser.post("/accounts/code/")
    form = {"code": browser.session["code_by_mail"]["code"], "next": "//evil.example/"}

    assert browser.post("/accounts/code/", form).headers["Location"] == "/accounts/2fa/"


def test_who_acts_has_shown_the_factor_not_long_ago(mona: User, alice: User) -> None:
    TOTP.activate(mona, SECRET)
    browser = browser_of(mona, factor=True)
    grow_old(browser)
    assert is_in(browser)
    form = {"on": alice.pk, "why": "rude"}

    page = browser.get(f"/admin/act/warn/?on={alice.pk}")
    assert page.headers["Location"].startswith("/accounts/2fa/reauthenticate/?next=")
    # What was typed is not lost: it is done once the factor is shown.
    answer = browser.post("/admin/act/warn/", form)
    assert answer.status_code == 302
    assert not Act.objects.filter(person=alice).exists()
    browser.post(answer.headers["Location"], {"code": code_now(), "next": "/admin/act/warn/"})

    assert Act.objects.get(person=alice).why == "rude"


def test_a_look_at_hands_needs_a_factor_shown_lately(owner: User, alice: User, bob: User) -> None:
    game: Game = start_game(alice, bob)
    TOTP.activate(owner, SECRET)
    browser = browser_of(owner, factor=True)
    grow_old(browser)

    for page in ("hidden", "record"):
        answer = browser.post(f"/admin/games/game/{game.pk}/{page}/", {"why": "so"})
        assert answer.headers["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert not game.acts.exists()


@pytest.mark.parametrize("address", [*GUARDED, "2fa/totp/deactivate/", "2fa/recovery-codes/"])
def test_staff_show_their_factor_before_they_weaken_it(mona: User, address: str) -> None:
    TOTP.activate(mona, SECRET)
    browser = browser_of(mona, factor=True)
    grow_old(browser)
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})

    answer = browser.get(f"/accounts/{address}")

    assert answer.headers["Location"].startswith("/accounts/2fa/reauthenticate/")


@pytest.mark.parametrize("what", ["added", "removed"])
def test_a_factor_that_comes_or_goes_ends_the_other_sessions_of_anybody(
    alice: User, what: str
) -> None:
    if what == "removed":
        TOTP.activate(alice, SECRET)
    here, there = (browser_of(alice, factor=what == "removed") for _ in range(2))
    others = browser_of(UserFactory(username="somebody"))
    here.post("/accounts/reauthenticate/", {"password": PASSWORD})

    if what == "added":
        enrol(here)
    else:
        here.post("/accounts/2fa/totp/deactivate/")

    assert Authenticator.objects.filter(user=alice, type="totp").exists() == (what == "added")
    assert is_logged_in(here)
    assert not is_logged_in(there)
    assert is_logged_in(others)


def test_anybody_proves_who_they_are_before_they_change_their_address(alice: User) -> None:
    browser = browser_of(alice)

    form = {"email": "new@example.org", "action_add": ""}
    answer = browser.post("/accounts/email/", form)

    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")


def test_whose_factors_were_removed_is_logged_out_and_confirms_by_mail_again(
    owner: User, mona: User
) -> None:
    TOTP.activate(mona, SECRET)
    browser = browser_of(mona, factor=True)

    people.forget_factors(by=owner, person_id=mona.pk, why="a lost telephone")

    assert not is_logged_in(browser)
    again = browser_of(mona)
    assert not is_in(again)
    assert enrol(again).headers["Location"].startswith("/accounts/code/")


def test_where_it_is_not_asked_for_the_password_is_enough(mona: User, settings: Any) -> None:
    settings.STAFF_NEED_TWO_FACTORS = False
    browser = browser_of(mona)

    assert is_in(browser)
    assert browser.get("/accounts/code/").status_code == 200
