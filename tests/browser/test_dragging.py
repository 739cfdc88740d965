"""What is carried shows where it goes, lies where it was shown, and can be let be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Player
from tests.browser.conftest import SIZES, Visit, check_fits
from tests.browser.fingers import Finger, middle
from tests.browser.hands import expect_draft, hand_tile, point_of, tap
from tests.browser.stone_hands import stone
from tests.browser.test_playing import placing, to_act_is
from tests.playing import good_actions, play_on, start_game, user_to_act
from tests.shifting_stones.tables import laid, start_stones

LAPTOP, PHONE = SIZES["laptop"], SIZES["phone"]
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# Where the cell is that is lit, on the screen, and which it is.
LIT = """() => {
  const lit = document.querySelector("#above .aim");
  const box = lit.getBoundingClientRect();
  return { at: lit.parentElement.dataset.at, taken: lit.matches(".is-taken"), ...box.toJSON() };
}"""


def open_game(visit: Visit, alice: User, bob: User, **options: Any) -> tuple[Page, Game]:
    game = to_act_is(alice, play_on(start_game(alice, bob), 9))
    while good_actions(game)[0]["kind"] != "place":
        game = to_act_is(alice, play_on(start_game(alice, bob), 9))
    page = visit(alice, **{"viewport": LAPTOP, **options})
    page.goto(f"/g/{game.code}/")
    expect(page.locator("#board[data-shown]")).to_be_visible()
    return page, game


def draft_of(game: Game, user: User) -> list[Any]:
    found = Player.objects.get(game=game, user=user).draft
    return found[0]["tiles"] if found else []


def place_in_sight(page: Page, tile: str) -> tuple[int, int]:
    """One of the places where it can lie; the board has come to rest."""
    page.wait_for_function("() => !document.getElementById('board').getAnimations().length")
    box = page.locator("#board-area").bounding_box()
    assert box
    for x, y in json.loads(page.locator("#turn").get_attribute("data-hints") or "")[tile]:
        point = point_of(page, x, y)
        inside = box["x"] + 8 < point["x"] < box["x"] + box["width"] - 8
        if inside and box["y"] + 8 < point["y"] < box["y"] + box["height"] - 8:
            return x, y
    raise AssertionError("no place is in sight")


def pick_up(page: Page, tile: str) -> None:
    page.mouse.move(*middle(hand_tile(page, tile)))
    page.mouse.down()
    x, y = middle(hand_tile(page, tile))
    page.mouse.move(x, y - 20)


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_cell_is_lit_and_the_tile_lies_there_however_the_board_is_moved(
    visit: Visit, alice: User, bob: User, language: str, size: dict[str, int]
) -> None:
    page, game = open_game(visit, alice, bob, locale=language, viewport=size)
    tile, x, y = placing(game)[0]
    area = page.locator("#board-area")
    page.mouse.move(*middle(area))
    page.mouse.wheel(0, -200)
    page.mouse.down()
    across, down = middle(area)
    page.mouse.move(across + 25, down - 20, steps=3)
    page.mouse.up()

    pick_up(page, tile)
    point = point_of(page, x, y)
    # Not quite in the middle: it snaps to it.
    page.mouse.move(point["x"] + 7, point["y"] - 6)
    lit = page.evaluate(LIT)
    assert (lit["at"], lit["taken"]) == (f"{x},{y}", False)
    assert lit["left"] + lit["width"] / 2 == pytest.approx(point["x"], abs=1)
    assert lit["top"] + lit["height"] / 2 == pytest.approx(point["y"], abs=1)
    expect(page.locator("#above .target .draft")).to_have_count(1)
    check_fits(page)
    page.mouse.up()

    expect_draft(page, 1)
    expect(page.locator("#above .aim")).to_have_count(0)
    expect(page.locator(".ghost")).to_have_count(0)
    assert draft_of(game, alice) == [[tile, x, y]]


def test_a_cell_that_is_taken_says_so_and_takes_nothing(
    visit: Visit, alice: User, bob: User
) -> None:
    page, game = open_game(visit, alice, bob)
    lying = page.locator("#board [data-x]").first
    x, y = (int(lying.get_attribute(f"data-{name}") or 0) for name in "xy")
    pick_up(page, placing(game)[0][0])

    point = point_of(page, x, y)
    page.mouse.move(point["x"], point["y"])

    assert page.evaluate(LIT)["taken"]
    page.mouse.up()
    expect(page.locator(".flying")).to_have_count(0)
    expect_draft(page, 0)
    assert draft_of(game, alice) == []


@pytest.mark.parametrize("language", ["en", "he"])
def test_by_finger_the_tile_is_carried_above_and_cells_are_as_large_as_a_finger(
    visit: Visit, alice: User, bob: User, language: str
) -> None:
    page, game = open_game(visit, alice, bob, locale=language, **TOUCH)
    tile = placing(game)[0][0]
    finger = Finger(page)
    start = middle(hand_tile(page, tile))

    finger.down(*start)
    finger.slide(start[0], start[1] - 20)
    expect(page.locator(".ghost")).to_have_count(1)
    x, y = place_in_sight(page, tile)
    point = point_of(page, x, y)
    finger.slide(point["x"], point["y"])

    expect(page.locator("#above .target:has(.aim)")).to_have_attribute("data-at", f"{x},{y}")
    lit = page.evaluate(LIT)
    # The mark is a little smaller than its cell.
    assert lit["width"] >= 44 * 0.9 - 0.5
    ghost = page.locator(".ghost").bounding_box()
    assert ghost
    assert ghost["y"] + ghost["height"] <= lit["top"]
    finger.lift()
    expect_draft(page, 1)
    assert draft_of(game, alice) == [[tile, x, y]]


def test_escape_lets_it_be(visit: Visit, alice: User, bob: User) -> None:
    page, game = open_game(visit, alice, bob)
    tile, x, y = placing(game)[0]
    pick_up(page, tile)
    point = point_of(page, x, y)
    page.mouse.move(point["x"], point["y"])

    page.keyboard.press("Escape")

    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator("#above .aim")).to_have_count(0)
    page.mouse.move(point["x"] + 5, point["y"])
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    expect(page.locator('.hand-tile[aria-pressed="true"]')).to_have_count(0)
    assert draft_of(game, alice) == []
    tap(page, tile, x, y)  # and the next one counts


def test_what_is_dropped_outside_or_taken_away_goes_back(
    visit: Visit, alice: User, bob: User
) -> None:
    page, game = open_game(visit, alice, bob, **TOUCH)
    tile = placing(game)[0][0]
    finger = Finger(page)
    start = middle(hand_tile(page, tile))

    finger.down(*start)
    finger.slide(start[0], start[1] - 60)
    finger.slide(start[0], 20)
    finger.lift()
    expect(page.locator(".ghost, .flying")).to_have_count(0)
    finger.down(*start)
    finger.slide(start[0], start[1] - 200)
    expect(page.locator("#above .aim")).to_have_count(1)
    finger.cancel()

    expect(page.locator(".ghost, .flying, #above .aim")).to_have_count(0)
    expect_draft(page, 0)
    assert draft_of(game, alice) == []


def test_a_staged_tile_that_is_let_be_stays_where_it_lies(
    visit: Visit, alice: User, bob: User
) -> None:
    page, game = open_game(visit, alice, bob)
    tile, x, y = placing(game)[0]
    tap(page, tile, x, y)
    point = point_of(page, x, y)
    page.mouse.move(point["x"], point["y"])
    page.mouse.down()
    page.mouse.move(point["x"] + 60, point["y"] + 60)
    expect(page.locator(".ghost")).to_have_count(1)

    page.keyboard.press("Escape")
    page.mouse.up()

    expect(page.locator(".ghost, .flying")).to_have_count(0)
    expect(page.locator("#staged .draft")).to_be_visible()
    assert draft_of(game, alice) == [[tile, x, y]]


def test_a_tile_held_at_the_edge_brings_on_the_rest_of_the_board(
    visit: Visit, alice: User, bob: User
) -> None:
    page, game = open_game(visit, alice, bob, viewport=PHONE)
    for _ in range(6):
        page.locator('[data-zoom="in"]').click()
    tile = placing(game)[0][0]
    left = "document.getElementById('board').viewBox.baseVal.x"
    before = page.evaluate(left)
    box = page.locator("#board-area").bounding_box()
    assert box
    pick_up(page, tile)

    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)

    page.wait_for_function(f"(before) => {left} < before - 0.5", arg=before)
    lit = page.evaluate(LIT)
    assert lit["left"] <= box["x"] + 8 <= lit["right"] + lit["width"]
    # Not beyond the board and a little around it.
    page.wait_for_function(
        "() => Math.abs(document.getElementById('board').viewBox.baseVal.x"
        " - Number(document.getElementById('board').dataset.bounds.split(' ')[0])) < 0.01"
    )
    page.keyboard.press("Escape")
    page.mouse.up()


def test_a_stone_shows_what_it_would_be_swapped_with_and_can_be_let_be(
    visit: Visit, alice: User, bob: User
) -> None:
    game = laid(start_stones(alice, bob, options={"mixed": True}))
    page = visit(user_to_act(game), viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    aimed = page.locator(".stone-cell.is-aimed")
    page.mouse.move(*middle(stone(page, 0)))
    page.mouse.down()

    page.mouse.move(*middle(stone(page, 1)), steps=3)
    expect(aimed).to_have_attribute("data-cell", "1")
    page.mouse.move(*middle(stone(page, 8)), steps=3)
    expect(aimed).to_have_count(0)
    page.mouse.move(*middle(stone(page, 1)), steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()

    expect(page.locator(".ghost, .flying, .is-aimed, .is-lifted")).to_have_count(0)
    expect(page.locator("#preview")).not_to_contain_text("Which card will you discard?")
    assert json.loads(page.locator("#turn").get_attribute("data-draft") or "") == []
