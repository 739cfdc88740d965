"""What the board shows: marks, lit lines, and a window that neither jumps nor misleads."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.services import moves
from games.tables.services import rematches
from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits
from tests.browser.hands import expect_draft, hand_tile, tap
from tests.browser.test_interruptions import wait_for_stream, with_two_tiles
from tests.browser.test_playing import to_act_is
from tests.playing import play_on, start_game, view_of

# Until the browser has drawn what was changed, and what followed from it.
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def on_screen(page: Page, x: int, y: int) -> tuple[float, float, float]:
    """Where the middle of a cell is, by a tile that lies there; and how large cells are."""
    tile = page.locator(f'#board [data-x="{x}"][data-y="{y}"] use').first
    # The page may be swapping in the next news just now: then there is nothing to measure yet.
    box = None
    for _ in range(100):
        expect(tile).to_be_visible()
        box = tile.bounding_box()
        if box:
            break
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] / 0.94


def test_the_board_does_not_jump_and_taps_land_when_the_message_wraps(
    visit: Visit, alice: User, bob: User
) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=SIZES["phone"], has_touch=True)
    page.goto(f"/g/{game.code}/")
    tile, x, y = tiles[0]
    _name, left, top = view_of(game, None)["board"][0]
    before = on_screen(page, left, top)
    height = page.locator("#board-area").bounding_box()

    page.locator("#preview").evaluate("line => { line.style.blockSize = '6rem'; }")
    page.evaluate(TWO_FRAMES)

    lower = page.locator("#board-area").bounding_box()
    assert lower
    assert height
    assert lower["height"] < height["height"] - 10
    after = on_screen(page, left, top)
    assert all(abs(one - other) < 1 for one, other in zip(before, after, strict=True))
    hand_tile(page, tile).click()
    across, down, cell = after
    page.mouse.click(across + (x - left) * cell, down + (y - top) * cell)
    expect_draft(page, 1)
    (draft,) = json.loads(page.locator("#turn").get_attribute("data-draft") or "")
    assert draft == [tile, x, y]


def test_the_whole_board_is_shown_as_well_after_news_as_on_a_fresh_page(
    visit: Visit, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 1)
    page = visit(viewport=SIZES["phone"])
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)
    _name, x, y = view_of(game, None)["board"][0]

    game = play_on(game, 8)
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
    expect(page.locator("#board[data-shown]")).to_be_visible()
    page.locator('[data-zoom="fit"]').click()
    after_news = on_screen(page, x, y)
    page.reload()
    expect(page.locator("#board[data-shown]")).to_be_visible()

    assert after_news == pytest.approx(on_screen(page, x, y), abs=1)


def test_touching_a_part_of_the_sum_lights_its_line(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/")
    for item in tiles:
        tap(page, *item)
    check_fits(page)
    part = page.locator("#preview button.part").first
    cells = (part.get_attribute("data-lights") or "").split()
    lit = page.locator("#lit .lit")

    part.hover()
    expect(lit).to_have_count(len(cells))
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    part.focus()
    expect(lit).to_have_count(len(cells))
    part.click()
    page.mouse.move(5, 5)
    expect(lit).to_have_count(len(cells))
    check_accessibility(page)
    page.locator(".history button.sum").first.click()
    page.locator(".history .sum-lines button.part").first.hover()
    expect(lit).not_to_have_count(0)


def test_in_the_replay_the_lines_of_everybodys_turns_are_lit(
    visit: Visit, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 5)
    page = visit(viewport=SIZES["laptop"])
    move = next(move for move in game.moves.all() if len(move.action.get("tiles", ())) > 1)
    page.goto(f"/g/{game.code}/at/{move.ply + 1}/")

    page.locator(".preview button.part").first.hover()

    expect(page.locator("#lit .lit")).not_to_have_count(0)


def test_a_mark_is_where_the_tile_can_lie_now_and_a_light_one_where_it_can_follow(
    visit: Visit, alice: User, bob: User
) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    turn = page.locator("#turn")
    tile = tiles[0][0]

    hand_tile(page, tile).click()

    for kind, look in (("hints", ".hint:not(.is-later)"), ("later", ".hint.is-later")):
        cells = json.loads(turn.get_attribute(f"data-{kind}") or "{}").get(tile, [])
        expect(page.locator(f"#hints {look}")).to_have_count(len(cells))


def test_undo_takes_one_tile_and_undo_all_the_rest(visit: Visit, alice: User, bob: User) -> None:
    """By button as by key, and the one that was laid last, wherever it lies."""
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")

    for undo in (page.locator("#undo").click, lambda: page.keyboard.press("Backspace")):
        for item in reversed(tiles):
            tap(page, *item)
        undo()
        expect_draft(page, len(tiles) - 1)
        left = json.loads(page.locator("#turn").get_attribute("data-draft") or "")
        assert list(tiles[0]) not in left
        if len(left) > 1:
            page.locator("#undo-all").click()
        else:
            page.keyboard.press("Shift+Backspace")
        expect_draft(page, 0)


def test_while_trading_the_page_says_how_to_trade(visit: Visit, alice: User, bob: User) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    expect(page.get_by_text("Pick a tile, then a square.")).to_be_visible()

    page.locator("#trade-start").click()

    expect(page.get_by_text("Pick the tiles to trade, then confirm.")).to_be_visible()
    expect(page.get_by_text("Pick a tile, then a square.")).to_be_hidden()


def test_a_rematch_appears_on_the_page_of_the_game_before(
    visit: Visit, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 3)
    moves.resign(game_id=game.pk, user=bob)
    page = visit(bob, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)

    again = rematches.rematch(game_id=game.pk, user=alice)

    page.get_by_role("button", name="alice wants a rematch").click()
    page.wait_for_url(f"**/g/{again.code}/")
    assert Game.objects.get(pk=again.pk).is_active
