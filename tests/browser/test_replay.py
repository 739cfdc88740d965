"""The replay plays by itself, and is led by slider, keys, list and links."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.browser.conftest import Visit, check_accessibility, check_fits
from tests.playing import play_on, start_game
from tests.shifting_stones.tables import play_turns, start_stones

# Where everything that stays from step to step is on the screen.
PLACES = """() => ["#replay-slider", "#replay-play", "#step-forward, #step-last", "#replay-speed",
  "#board-area", ".history", ".side .player:last-child"].map((selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [selector, box.left, box.top, box.width, box.height].map(String).join(" ");
})"""


def finished(slug: str, alice: User, bob: User) -> Game:
    if slug == "qwirkle":
        return play_on(start_game(alice, bob))
    return play_turns(start_stones(alice, bob), Random(2))


def expect_position(page: Page, ply: int, game: Game) -> None:
    words = f"Position {ply} of {game.ply}"
    expect(page.locator("#replay-words")).to_contain_text(words)
    slider = page.get_by_role("slider", name="Position")
    expect(slider).to_have_value(str(ply))
    expect(slider).to_have_attribute("aria-valuetext", words)
    expect(page).to_have_url(re.compile(rf"/at/{ply}/$"))
    expect(page).to_have_title(re.compile(words))


@pytest.mark.parametrize("slug", ["qwirkle", "shifting_stones"])
def test_the_replay_plays_and_pauses(
    slug: str, visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = finished(slug, alice, bob)
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/at/{game.ply - 3}/")
    page.get_by_label("Speed").select_option("4")

    page.get_by_role("button", name="Play", exact=True).click()
    expect_position(page, game.ply, game)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    page.get_by_label("Speed").select_option("0.5")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect_position(page, 0, game)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    check_fits(page)
    check_accessibility(page)


def test_slider_keys_and_list_lead_to_a_position(visit: Visit, alice: User, bob: User) -> None:
    game = finished("qwirkle", alice, bob)
    page = visit(bob)
    page.goto(f"/g/{game.code}/at/3/")
    slider = page.get_by_role("slider", name="Position")

    slider.fill("7")
    expect_position(page, 7, game)
    slider.press("ArrowRight")
    expect_position(page, 8, game)
    expect(slider).to_be_focused()
    slider.press("End")
    expect_position(page, game.ply, game)
    slider.evaluate("field => field.blur()")
    page.keyboard.press("Home")
    expect_position(page, 0, game)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect_position(page, 5, game)

    entry = page.locator('.history a[href$="/at/12/"]')
    entry.click()
    expect_position(page, 12, game)
    expect(entry).to_have_attribute("aria-current", "step")
    expect(page.locator(".history [aria-current]")).to_have_count(1)


def test_in_hebrew_forward_is_to_the_left(visit: Visit, alice: User, bob: User) -> None:
    game = finished("qwirkle", alice, bob)
    page = visit(alice, locale="he")
    page.goto(f"/g/{game.code}/at/3/")
    words = page.locator("#replay-words")

    page.keyboard.press("ArrowLeft")
    expect(words).to_contain_text(f"4 מתוך {game.ply}")
    page.locator("#replay-slider").press("ArrowLeft")
    expect(words).to_contain_text(f"5 מתוך {game.ply}")
    check_accessibility(page)


@pytest.mark.parametrize("slug", ["qwirkle", "shifting_stones"])
@pytest.mark.parametrize("screen", [(1280, 800), (360, 740), (740, 360)])
def test_nothing_jumps_from_one_position_to_the_next(
    slug: str, screen: tuple[int, int], visit: Visit, alice: User, bob: User
) -> None:
    game = finished(slug, alice, bob)
    page = visit(alice, viewport={"width": screen[0], "height": screen[1]})
    page.goto(f"/g/{game.code}/at/1/")
    expect_position(page, 1, game)
    before = page.evaluate(PLACES)

    for ply in [2, 3, 4, game.ply // 2, game.ply]:
        page.get_by_role("slider", name="Position").fill(str(ply))
        expect_position(page, ply, game)
        assert page.evaluate(PLACES) == before, ply


def test_a_position_is_shared_by_its_link(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 6)
    page = visit(alice, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/g/{game.code}/at/3/")

    page.get_by_role("link", name="Forward").click()
    expect_position(page, 4, game)
    page.get_by_role("link", name="Share this position").click()

    expect(page.locator("#share")).to_have_text("Link copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/g/{game.code}/at/4/")


def test_without_scripts_the_replay_goes_by_links(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 6)
    page = visit(java_script_enabled=False)
    page.goto(f"/g/{game.code}/at/3/")

    page.get_by_role("link", name="Forward").click()
    expect(page.locator("#replay-words")).to_contain_text("Position 4 of 6")
    page.locator(".history a").last.click()
    expect(page.locator("#replay-words")).to_contain_text("Position 1 of 6")
    expect(page.locator("#replay-slider")).to_be_hidden()
    expect(page.locator("#replay-play")).to_be_hidden()
