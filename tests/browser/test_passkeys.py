"""A passkey, with the authenticator that chromium brings for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from accounts.models import User
from games.moderation.services import people
from games.post.moderators_notices import MODERATOR
from tests.browser.conftest import check_accessibility
from tests.factories import PASSWORD, UserFactory
from tests.signing_up import code_mailed_to


@contextmanager
def with_authenticator(browser: Browser, site: str) -> Iterator[Page]:
    """A page of a browser that has an authenticator; it may complain of nothing."""
    # A passkey belongs to a name, and 127.0.0.1 is none.
    context = browser.new_context(base_url=site.replace("127.0.0.1", "localhost"))
    page = context.new_page()
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    page.on("console", hear)
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    options |= {"hasUserVerification": True, "isUserVerified": True}
    options |= {"automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield page
    assert complaints == []
    context.close()


def test_a_guest_signs_up_with_a_passkey_and_comes_back_with_it(
    browser: Browser, site: str
) -> None:
    with with_authenticator(browser, site) as page:
        page.goto("/")
        page.get_by_role("button", name="Play Qwirkle").click()
        page.wait_for_url("**/g/*/")
        game = page.url
        page.get_by_role("link", name="Keep this game").click()
        page.get_by_label("Name", exact=True).fill("dora")
        page.get_by_label("Email").fill("dora@example.org")
        page.get_by_role("button", name="Sign up with a passkey instead").click()
        page.get_by_label("Code from the email").fill(code_mailed_to("dora@example.org"))
        page.get_by_role("button", name="Confirm").click()
        check_accessibility(page)
        page.get_by_role("main").get_by_role("button", name="Create").click()
        page.wait_for_url(game)
        dora = User.objects.get()
        assert (dora.username, dora.is_guest) == ("dora", False)
        page.get_by_label("Your account").click()
        page.get_by_role("button", name="Log out").click()

        page.goto("/accounts/login/")
        page.get_by_role("button", name="passkey").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
        expect(page.locator(f'a[href="{urlsplit(game).path}"]').first).to_be_visible()

        # Without a password, the passkey is what leaving asks for.
        page.goto("/settings/delete/")
        if "reauthenticate" in page.url:
            page.get_by_role("main").get_by_role("button").first.click()
            page.wait_for_url("**/settings/delete/")
        page.get_by_role("button", name="Delete account").click()
        page.wait_for_url("**/")
        assert not User.objects.exists()


def test_a_passkey_is_added_and_logs_in_without_a_password(
    browser: Browser, site: str, alice: User, settings: Any
) -> None:
    with with_authenticator(browser, site) as page:
        add_and_use(page, alice, settings)


def add_and_use(page: Page, alice: User, settings: Any) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name or email address").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/")
    page.goto("/accounts/2fa/webauthn/add/")
    if "reauthenticate" in page.url:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button").first.click()
    page.get_by_label("Name").fill("my phone")
    page.get_by_label("Log in without a password").check()
    page.get_by_role("main").get_by_role("button", name="Add").click()
    page.wait_for_url(lambda url: "/add/" not in url)
    assert alice.authenticator_set.filter(type="webauthn").exists()
    page.get_by_label("Your account").click()
    page.get_by_role("button", name="Log out").click()

    page.goto("/accounts/login/")
    page.get_by_role("button", name="passkey").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")

    # It is both factors at once: it also opens the desk.
    settings.STAFF_NEED_TWO_FACTORS = True
    owner = UserFactory(username="owner", is_staff=True, is_superuser=True)
    people.change_role(by=owner, person_id=alice.pk, why="welcome", role=MODERATOR)
    page.goto("/admin/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Desk")
