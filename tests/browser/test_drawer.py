"""The rules in a drawer beside the game: one key or tap away, and out of the way when closed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.kinds import KINDS
from games.models import Game
from tests.browser.conftest import SIZES, Visit, check_accessibility
from tests.browser.test_interruptions import with_two_tiles
from tests.browser.test_sizes import MAGNIFIED, SCREENS
from tests.playing import play_on, start_game, user_to_act

GAMES = pytest.mark.parametrize("slug", list(KINDS))


def open_by_key(page: Page) -> None:
    """Read as soon as what it holds has come."""
    page.keyboard.press("?")
    expect(page.locator("#drawer-text .rule").first).to_be_visible()


def a_game(slug: str, alice: User, bob: User) -> Game:
    return play_on(start_game(alice, bob, engine_slug=slug), 2)


@GAMES
def test_one_key_opens_the_rules_and_escape_leads_back(
    visit: Visit, alice: User, bob: User, slug: str
) -> None:
    game = a_game(slug, alice, bob)
    page = visit(user_to_act(game), viewport=SIZES["laptop"])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/g/{game.code}/")
    place = page.locator("#hand button").first
    place.focus()
    assert not any("/text/" in url for url in asked)

    for _ in range(2):
        open_by_key(page)
        expect(page.get_by_role("dialog", name=re.compile("How to play"))).to_be_visible()
        assert page.evaluate("document.activeElement.closest('dialog')?.id") == "rules-drawer"
        page.keyboard.press("Escape")
        expect(page.locator("#rules-drawer")).to_be_hidden()
        expect(place).to_be_focused()

    assert sum("/text/" in url for url in asked) == 1


@GAMES
def test_on_a_phone_the_rules_are_one_tap_away(
    visit: Visit, alice: User, bob: User, slug: str
) -> None:
    game = a_game(slug, alice, bob)
    page = visit(user_to_act(game), viewport=SIZES["phone"], has_touch=True)
    page.goto(f"/g/{game.code}/")

    page.locator(".rules-button").tap()
    expect(page.locator("#drawer-text .rule").first).to_be_in_viewport()
    page.locator("#drawer-close").tap()

    expect(page.locator("#rules-drawer")).to_be_hidden()
    expect(page.locator(".rules-button")).to_be_focused()
    expect(page).to_have_url(re.compile(f"/g/{game.code}/$"))


def test_the_link_beside_the_board_and_a_press_outside(
    visit: Visit, alice: User, bob: User
) -> None:
    game = a_game("qwirkle", alice, bob)
    page = visit(viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")

    page.get_by_role("link", name="How to play Qwirkle").click()
    expect(page.locator("#drawer-text .rule").first).to_be_visible()
    page.mouse.click(100, 400)

    expect(page.locator("#rules-drawer")).to_be_hidden()


def test_keys_of_the_game_rest_while_the_rules_are_read(
    visit: Visit, alice: User, bob: User
) -> None:
    game, _tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    open_by_key(page)

    for key in ("1", "t", "p", "?"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")

    expect(page.locator('.hand-tile[aria-pressed="true"]')).to_have_count(0)
    expect(page.locator("#turn")).not_to_have_class(re.compile("is-trading"))
    page.keyboard.press("1")
    expect(page.locator('.hand-tile[aria-pressed="true"]')).to_have_count(1)


def test_a_question_mark_in_a_message_is_a_question_mark(
    visit: Visit, alice: User, bob: User
) -> None:
    game = a_game("qwirkle", alice, bob)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")

    page.locator("#talk-text").press_sequentially("your turn?")

    expect(page.locator("#talk-text")).to_have_value("your turn?")
    expect(page.locator("#rules-drawer")).to_be_hidden()


def test_a_move_of_the_other_leaves_the_rules_open(visit: Visit, alice: User, bob: User) -> None:
    game = a_game("qwirkle", alice, bob)
    page = visit(user_to_act(game), viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    open_by_key(page)

    play_on(game, 1)

    expect(page.locator(f'#game[data-ply="{game.ply + 1}"]')).to_be_attached()
    expect(page.locator("#drawer-text .rule").first).to_be_visible()


OPEN = """() => {
  const drawer = document.getElementById("rules-drawer").getBoundingClientRect();
  const close = document.getElementById("drawer-close").getBoundingClientRect();
  const text = document.getElementById("drawer-text");
  const faults = [];
  if (drawer.left < -0.5 || drawer.right > innerWidth + 0.5) faults.push("sticks out");
  if (drawer.height > innerHeight + 0.5) faults.push("is too high");
  if (text.scrollWidth > text.clientWidth) faults.push("scrolls sideways");
  if (Math.min(close.width, close.height) < 24 || close.right > innerWidth) faults.push("close");
  return faults;
}"""


@pytest.mark.parametrize("language", ["en", "ru", "he"])
@GAMES
def test_the_drawer_fits_on_every_screen(
    visit: Visit, alice: User, bob: User, slug: str, language: str
) -> None:
    game = a_game(slug, alice, bob)
    page = visit(alice, locale=language, reduced_motion="reduce")
    page.goto(f"/g/{game.code}/")
    open_by_key(page)

    found = []
    for width, height in (*SCREENS, *MAGNIFIED):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} x {height}: {fault}" for fault in page.evaluate(OPEN)]
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@GAMES
def test_everybody_can_read_the_drawer(
    visit: Visit, alice: User, bob: User, slug: str, scheme: str
) -> None:
    game = a_game(slug, alice, bob)
    page = visit(alice, viewport=SIZES["laptop"], color_scheme=scheme)
    page.goto(f"/g/{game.code}/")
    open_by_key(page)

    check_accessibility(page)


def test_without_scripts_the_link_leads_to_the_rules(visit: Visit, alice: User, bob: User) -> None:
    game = a_game("qwirkle", alice, bob)
    page = visit(java_script_enabled=False, viewport=SIZES["phone"])
    page.goto(f"/g/{game.code}/")

    page.locator(".rules-button").click()

    expect(page).to_have_url(re.compile("/rules/qwirkle/$"))


def test_a_tutorial_has_the_rules_beside_it_too(visit: Visit) -> None:
    page = visit(viewport=SIZES["laptop"])
    page.goto("/learn/shifting_stones/1/")

    open_by_key(page)
    page.keyboard.press("Escape")

    expect(page.locator("#rules-drawer")).to_be_hidden()
