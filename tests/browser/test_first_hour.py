"""From nobody to somebody who plays, counted in clicks and fields."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core import mail
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.services import bots
from games.post.services import delivery
from games.tables.services import invitations, tables
from tests.browser.conftest import Visit, check_accessibility, check_fits
from tests.browser.counting import count
from tests.browser.hands import drag, press_play
from tests.browser.test_playing import placing
from tests.playing import start_game
from tests.signing_up import DORA, code_mailed_to


def let_the_computer_open(page: Page) -> Game:
    """Where it is to begin, which the hands decide."""
    game = Game.objects.get()
    if not game.players.get(seat=game.to_act).user:
        bots.take_turn(game_id=game.pk)
        expect(page.locator("#game")).to_have_attribute("data-ply", "1")
        game.refresh_from_db()
    return game


def test_from_the_front_page_to_the_first_move_in_two_clicks_and_no_field(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit(viewport=size)
    counted = count(page)
    page.goto("/")

    page.get_by_role("button", name="Play Qwirkle").click()
    page.wait_for_url("**/g/*/")
    game = let_the_computer_open(page)
    for tile, x, y in placing(game):
        drag(page, tile, x, y)
    press_play(page)

    guest = User.objects.get()
    assert guest.is_guest
    assert game.moves.filter(person=guest).count() == 1
    assert counted.presses == 2
    assert counted.fields == set()


def test_from_an_invitation_mail_to_the_seat_in_two_clicks_and_two_fields(
    visit: Visit, alice: User, site: str, size: dict[str, int]
) -> None:
    table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2, public=False)
    invitations.invite(game_id=table.pk, user=alice, who="dora@example.org")
    delivery.deliver()
    html = str(mail.outbox[0].alternatives[0][0]).replace(site_settings.SITE_URL, site)
    page = visit(viewport=size, timezone_id="Asia/Jerusalem")
    counted = count(page)
    page.route(
        "**/mailbox-of-dora", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    page.goto("/mailbox-of-dora")

    page.get_by_role("link", name="Join").click()
    page.wait_for_url("**/invitations/*/")
    check_fits(page)
    check_accessibility(page)
    page.get_by_label("Name", exact=True).fill("dora")
    page.get_by_label("Password").fill("a long way home")
    page.get_by_role("button", name="Sign up and join").click()
    page.wait_for_url(f"**/g/{table.code}/")

    dora = User.objects.get(username="dora")
    assert Game.objects.get().players.filter(user=dora).exists()
    assert dora.emailaddress_set.get().verified
    assert dora.time_zone == "Asia/Jerusalem"
    assert counted.presses == 2
    assert counted.fields == {"username", "password1"}


def test_a_guest_comes_back_keeps_the_game_and_plays_on(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    page.goto("/")
    page.get_by_role("button", name="Shifting Stones alone", exact=True).click()
    page.wait_for_url("**/g/*/")
    game = page.url
    page.goto("about:blank")

    page.goto("/")
    page.locator(".game-card a").first.click()
    page.wait_for_url(game)
    page.get_by_role("link", name="Keep this game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Keep your games")
    page.get_by_label("Name", exact=True).fill("dora")
    page.get_by_label("Email").fill("drao@example.org")
    page.get_by_label("Password").fill(DORA["password1"])
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("link", name="Change the address").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("dora")
    page.get_by_label("Email").fill(DORA["email"])
    page.get_by_label("Password").fill(DORA["password1"])
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_label("Code from the email").fill("000 000")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("main")).to_contain_text("That's not the code we sent")
    check_accessibility(page)
    page.get_by_label("Code from the email").fill(code_mailed_to(DORA["email"]))
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url(game)

    assert User.objects.get().email == DORA["email"]
    expect(page.get_by_role("link", name="Keep this game")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_newcomers_see_fits_and_can_be_used_by_everybody(
    visit: Visit, alice: User, bob: User, charlie: User, size: dict[str, int], scheme: Any
) -> None:
    tables.open_table(opener=bob, engine_slug="qwirkle", seats=2)
    start_game(bob, charlie)
    look: dict[str, Any] = {"viewport": size, "color_scheme": scheme}
    empty, page = visit(alice, **look), visit(**look)

    empty.goto("/")
    expect(empty.get_by_role("heading", name="What next?")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Play Shifting Stones").click()
    page.wait_for_url("**/g/*/")
    for shown in (empty, page):
        check_fits(shown)
        check_accessibility(shown)
    for address in ("/", "/settings/", "/settings/delete/", "/accounts/signup/"):
        page.goto(address)
        check_fits(page)
        check_accessibility(page)
    for name, typed in DORA.items():
        page.locator(f"[name={name}]").fill(typed)
    page.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.get_by_label("Code from the email")).to_be_focused()
    check_fits(page)
    check_accessibility(page)


def test_without_scripts_one_plays_at_once_too(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/")

    page.get_by_role("button", name="Play Qwirkle").click()
    page.wait_for_url("**/g/*/")

    assert User.objects.get().is_guest
