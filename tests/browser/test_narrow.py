"""No page scrolls sideways on a narrow phone, in any language."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from django.conf import settings
from playwright.sync_api import Page

from accounts.models import User
from games.kinds import KINDS
from games.tables.services import invitations, tables
from tests.browser.conftest import Visit
from tests.playing import play_on, start_game
from tests.shifting_stones.tables import play_turns, start_stones
from tests.signing_up import DORA

WIDTHS = (320, 360, 390)
every_language = pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
ENTRANCES = ("login/", "signup/", "password/reset/")
ACCOUNT = ("email/", "password/change/", "logout/", "2fa/", "sessions/", "reauthenticate/")
STICKS_OUT = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return "";
  const right = (element) => element.getBoundingClientRect().right;
  const left = (element) => element.getBoundingClientRect().left;
  const out = [...document.body.querySelectorAll("*")]
    .filter((element) => right(element) > clientWidth + 1 || left(element) < -1);
  return `${scrollWidth} px: ${out.slice(0, 3).map((element) => element.outerHTML.slice(0, 90))}`;
}"""


def check_narrow(page: Page, language: str, addresses: Iterable[str]) -> None:
    """Letters differ from machine to machine, so there has to be room for somewhat larger ones."""
    faults = []
    for address in addresses:
        page.goto(address, wait_until="domcontentloaded")
        assert page.locator("html").get_attribute("lang") == language
        page.evaluate("document.documentElement.style.fontSize = '17px'")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            if fault := page.evaluate(STICKS_OUT):
                faults.append(f"{address} at {width}: {fault}")
    assert faults == []


def games_of(alice: User, bob: User) -> list[str]:
    """Addresses of games that go on and that are over."""
    over = play_on(start_game(alice, bob))
    stones = play_turns(start_stones(alice, bob), Random(3))
    going = [play_on(start_game(alice, bob), 5), start_stones(bob, alice)]
    return [
        *[f"/g/{game.code}/" for game in (over, stones, *going)],
        f"/g/{over.code}/at/3/",
        f"/g/{over.code}/check/",
    ]


@every_language
def test_no_page_of_a_visitor_scrolls_sideways(
    visit: Visit, alice: User, bob: User, language: str
) -> None:
    waiting = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    addresses = ["/", "/lobby/", "/rules/", "/rules/qwirkle/", "/rules/shifting-stones/"]
    addresses += [f"/learn/{slug}/{step}/" for slug in KINDS for step in (1, 5, 7)]
    addresses += [f"/learn/{slug}/done/" for slug in KINDS]
    addresses += [f"/accounts/{place}" for place in ENTRANCES]
    addresses += [*games_of(alice, bob), f"/g/{waiting.code}/", "/people/alice/"]

    check_narrow(visit(locale=language), language, addresses)


@every_language
def test_no_page_of_a_guest_or_of_who_is_invited_scrolls_sideways(
    visit: Visit, alice: User, language: str
) -> None:
    waiting = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    invitation = invitations.invite(game_id=waiting.pk, user=alice, who="dora@example.org")
    page = visit(locale=language)
    page.goto("/")
    page.locator(".play-first button").first.click()
    page.wait_for_url("**/g/*/")
    addresses = [page.url, "/", "/settings/", "/settings/delete/", "/accounts/signup/", "/lobby/"]

    check_narrow(page, language, [*addresses, f"/invitations/{invitation.token}/"])
    page.goto("/accounts/signup/")
    for name, typed in DORA.items():
        page.locator(f"[name={name}]").fill(typed)
    page.locator(".entrance .primary").click()
    page.locator("#code").wait_for()
    check_narrow(page, language, ["/accounts/signup/"])


@every_language
def test_no_empty_home_scrolls_sideways(
    visit: Visit, alice: User, bob: User, charlie: User, language: str
) -> None:
    tables.open_table(opener=bob, engine_slug="shifting_stones", seats=2, options={"mixed": True})
    start_game(bob, charlie)

    check_narrow(visit(alice, locale=language), language, ["/"])


@every_language
def test_no_page_of_a_member_scrolls_sideways(
    visit: Visit, alice: User, bob: User, language: str
) -> None:
    waiting = tables.open_table(opener=alice, engine_slug="shifting_stones", seats=3)
    theirs = tables.open_table(opener=bob, engine_slug="qwirkle", seats=2, weekends_off=True)
    invitations.invite(game_id=theirs.pk, user=bob, who="alice")
    addresses = ["/", "/lobby/", "/tables/new/", "/tables/new/?game=shifting_stones", "/reports/"]
    addresses += [f"/settings/{place}" for place in ("", "mail/", "vacation/", "delete/")]
    addresses += [f"/accounts/{place}" for place in ACCOUNT]
    addresses += [*games_of(alice, bob), f"/g/{waiting.code}/", f"/g/{theirs.code}/"]
    addresses += ["/people/alice/", "/people/bob/", "/people/bob/report/"]

    check_narrow(visit(alice, locale=language), language, addresses)
