"""A board of any width: fingers hit what they mean, and one knows where one is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Player
from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits
from tests.browser.fingers import Finger, middle
from tests.browser.hands import expect_draft, hand_tile, point_of
from tests.browser.test_dragging import place_in_sight
from tests.browser.test_playing import placing
from tests.playing import good_actions, play_on, start_game, user_to_act

PHONE = {"viewport": SIZES["phone"], "has_touch": True, "is_mobile": True}
CELL = """() => {
  const board = document.getElementById("board");
  return board.getBoundingClientRect().width / board.viewBox.baseVal.width;
}"""
LEFT = "(() => document.getElementById('board').viewBox.baseVal.x)"
AT_REST = "() => document.getElementById('board').getAnimations().length === 0"
# Whether every tile of the last turn is in sight.
LAST_SEEN = """() => {
  const area = document.getElementById("board-area").getBoundingClientRect();
  return [...document.querySelectorAll("#board .is-new")].every((tile) => {
    const box = tile.getBoundingClientRect();
    return box.left >= area.left && box.right <= area.right
      && box.top >= area.top && box.bottom <= area.bottom;
  });
}"""


def wide_game(alice: User, bob: User) -> Game:
    """So wide that on a phone its cells are small; the last turn laid tiles, alice can."""
    for _ in range(60):
        game = play_on(start_game(alice, bob), 22)
        for _ply in range(10):
            if not game.is_active:
                break
            kinds = (game.moves.last().action["kind"], good_actions(game)[0]["kind"])
            if kinds == ("place", "place") and user_to_act(game) == alice:
                return game
            game = play_on(game, 1)
    raise AssertionError("no such game")


def open_wide(visit: Visit, alice: User, bob: User, **options: Any) -> tuple[Page, Game]:
    game = wide_game(alice, bob)
    page = visit(alice, **{**PHONE, **options})
    page.goto(f"/g/{game.code}/")
    expect(page.locator("#board[data-shown]")).to_be_visible()
    return page, game


def cell(page: Page) -> float:
    page.wait_for_function(AT_REST)
    return page.evaluate(CELL)


@pytest.mark.parametrize("language", ["en", "he"])
def test_who_picks_by_finger_gets_cells_as_large_as_a_finger(
    visit: Visit, alice: User, bob: User, language: str
) -> None:
    page, game = open_wide(visit, alice, bob, locale=language)
    tile = placing(game)[0][0]
    finger = Finger(page)
    assert cell(page) < 44

    finger.tap_on(hand_tile(page, tile))
    expect(hand_tile(page, tile)).to_have_attribute("aria-pressed", "true")
    assert cell(page) >= 43.9
    x, y = place_in_sight(page, tile)
    point = point_of(page, x, y)
    finger.tap(point["x"], point["y"])

    expect_draft(page, 1)
    assert Player.objects.get(game=game, user=alice).draft == [
        {"kind": "place", "tiles": [[tile, x, y]]}
    ]
    check_fits(page)
    check_accessibility(page)


def test_a_tap_on_cells_that_are_too_small_comes_closer_first(
    visit: Visit, alice: User, bob: User
) -> None:
    page, game = open_wide(visit, alice, bob)
    tile = placing(game)[0][0]
    finger = Finger(page)
    finger.tap_on(hand_tile(page, tile))
    page.locator('[data-zoom="fit"]').tap()
    assert cell(page) < 44
    x, y = place_in_sight(page, tile)
    point = point_of(page, x, y)

    finger.tap(point["x"], point["y"])
    assert cell(page) >= 43.9
    expect(page.locator("#staged .draft")).to_have_count(0)
    point = point_of(page, x, y)
    finger.tap(point["x"], point["y"])

    expect_draft(page, 1)


def test_two_fingers_zoom(visit: Visit, alice: User, bob: User) -> None:
    page, _game = open_wide(visit, alice, bob)
    before = cell(page)
    across, down = middle(page.locator("#board-area"))
    session = page.context.new_cdp_session(page)

    def pinch(kind: str, apart: int) -> None:
        points = [{"x": across - apart, "y": down}, {"x": across + apart, "y": down}]
        chosen = [] if kind == "touchEnd" else points
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": chosen})

    pinch("touchStart", 30)
    for apart in (40, 50, 60):
        pinch("touchMove", apart)
    pinch("touchEnd", 0)

    assert cell(page) == pytest.approx(2 * before, rel=0.05)


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 800), (2560, 1440)])
def test_the_small_map_shows_where_one_is_and_leads_elsewhere(
    visit: Visit, alice: User, bob: User, size: tuple[int, int]
) -> None:
    page, _game = open_wide(visit, alice, bob, viewport={"width": size[0], "height": size[1]})
    small = page.locator(".small-map")
    page.locator('[data-zoom="fit"]').tap()
    expect(small).to_be_hidden()
    finger, (across, down) = Finger(page), middle(page.locator("#board-area"))
    finger.down(across, down)
    for part in (0.3, 0.6, 0.9):
        finger.slide(across - across * part, down)
    finger.lift()
    expect(small).to_be_visible()
    box, area = small.bounding_box(), page.locator("#board-area").bounding_box()
    assert box
    assert area
    assert box["height"] < area["height"] * 0.6
    zoom = page.locator(".zoom").bounding_box()
    assert zoom
    apart = box["x"] + box["width"] <= zoom["x"] or box["y"] + box["height"] <= zoom["y"]
    assert apart

    before = page.evaluate(f"{LEFT}()")
    finger.tap(box["x"] + 6, box["y"] + box["height"] / 2)
    page.wait_for_function(f"(before) => {LEFT}() < before", arg=before)
    check_fits(page)


def test_the_last_move_is_a_key_or_a_button_away(visit: Visit, alice: User, bob: User) -> None:
    page, _game = open_wide(visit, alice, bob, viewport=SIZES["laptop"], has_touch=False)
    for _ in range(8):
        page.locator('[data-zoom="in"]').click()
    across, down = middle(page.locator("#board-area"))

    for lead in (
        lambda: page.keyboard.press("l"),
        page.get_by_role("button", name="To the last move").click,
    ):
        for _ in range(4):
            page.mouse.move(across, down)
            page.mouse.down()
            page.mouse.move(across - 400, down - 280)
            page.mouse.up()
        assert not page.evaluate(LAST_SEEN)
        lead()
        page.wait_for_function(AT_REST)
        assert page.evaluate(LAST_SEEN)


def test_where_one_tile_fits_the_cell_is_enough_and_where_several_do_they_are_shown(
    visit: Visit, alice: User, bob: User
) -> None:
    page, game = open_wide(
        visit, alice, bob, viewport={"width": 1280, "height": 800}, has_touch=False
    )
    hints = json.loads(page.locator("#turn").get_attribute("data-hints") or "")
    fitting: dict[tuple[int, int], list[str]] = {}
    for tile, cells in hints.items():
        for x, y in cells:
            fitting.setdefault((x, y), []).append(tile)
    one = next(place for place, tiles in fitting.items() if len(tiles) == 1)
    several = next((place for place, tiles in fitting.items() if len(tiles) > 1), None)

    if several:
        point = point_of(page, *several)
        page.mouse.click(point["x"], point["y"])
        lit = page.locator(".hand-tile.is-fitting")
        expect(lit).not_to_have_count(0)
        assert set(lit.evaluate_all("all => all.map((it) => it.dataset.tile)")) == set(
            fitting[several]
        )
        page.keyboard.press("Escape")
        expect(lit).to_have_count(0)
        page.mouse.click(point["x"], point["y"])
        lit.first.click()
        expect_draft(page, 1)
        page.keyboard.press("Backspace")
        # What fits now, the server says.
        expect(page.locator("#turn")).to_have_attribute("data-draft", "[]")
    point = point_of(page, *one)
    page.mouse.click(point["x"], point["y"])
    expect_draft(page, 1)

    (draft,) = Player.objects.get(game=game, user=alice).draft
    assert draft["tiles"] == [[fitting[one][0], *one]]
