"""A connection that is lost and comes back, while a turn is prepared."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import User
from games.models import Player
from tests.browser.conftest import SIZES, Visit, log_in
from tests.browser.hands import expect_draft, hand_tile, point_of, tap
from tests.browser.stone_hands import card, stone
from tests.browser.test_interruptions import with_two_tiles
from tests.playing import play_on, start_game, user_to_act
from tests.shifting_stones.tables import FISH_ANY_SEED, laid, start_stones


def cut_off(page: Page) -> None:
    page.evaluate("window.sameLoad = true")
    page.context.set_offline(True)


def expect_lost(page: Page) -> None:
    expect(page.locator("#connection")).to_contain_text("No connection.")


def reconnect(page: Page) -> None:
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_have_class("connection is-well")
    expect(page.locator("#connection")).to_be_hidden()
    assert page.evaluate("window.sameLoad")


def test_a_tile_laid_without_a_connection_stays_and_is_sent_when_it_is_back(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/")
    tile, x, y = tiles[0]
    cut_off(page)

    hand_tile(page, tile).click()
    point = point_of(page, x, y)
    page.mouse.click(point["x"], point["y"])

    expect_lost(page)
    expect(page.locator("#staged .draft")).to_have_count(1)
    expect(page.locator("#undo")).to_be_enabled()
    assert Player.objects.get(game=game, user=alice).draft == []
    reconnect(page)
    expect_draft(page, 1)
    (draft,) = Player.objects.get(game=game, user=alice).draft
    assert draft["tiles"] == [[tile, x, y]]
    page.locator("#undo").click()
    expect_draft(page, 0)


def test_a_stone_turned_without_a_connection_stays_and_is_sent_when_it_is_back(
    visit: Visit, alice: User, bob: User
) -> None:
    game = laid(start_stones(alice, bob))
    mover = user_to_act(game)
    page = visit(mover, viewport=SIZES["phone"])
    page.goto(f"/g/{game.code}/")
    other = page.locator('[data-cell="8"]').get_attribute("data-other")
    cut_off(page)

    card(page, FISH_ANY_SEED).click()
    page.locator("#flip-8").click()

    expect_lost(page)
    expect(page.locator('[data-cell="8"]')).to_have_attribute("data-side", other or "")
    expect(stone(page, 8)).to_be_visible()
    reconnect(page)
    expect(page.locator(".steps .step")).to_have_count(1)
    expect(page.locator('[data-cell="8"]')).to_have_attribute("data-side", other or "")
    assert len(Player.objects.get(game=game, user=mover).draft) == 1


def test_a_turn_that_could_not_be_sent_can_be_sent_again(
    visit: Visit, alice: User, bob: User
) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    for tile, x, y in tiles:
        tap(page, tile, x, y)
    expect(page.locator("#play-button")).to_be_enabled()
    cut_off(page)

    page.locator("#play-button").click()

    expect_lost(page)
    reconnect(page)
    page.locator("#play-button").click()
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply + 1))


def test_a_step_of_the_replay_without_a_connection_says_so(
    visit: Visit, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 3)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/at/2/")
    cut_off(page)
    page.keyboard.press("ArrowLeft")
    expect_lost(page)

    reconnect(page)
    page.keyboard.press("ArrowLeft")

    expect(page).to_have_url(f"**/g/{game.code}/at/1/".replace("**", page.url.split("/g/")[0]))


@pytest.mark.parametrize("times", [2])
def test_a_stream_that_ended_with_an_error_starts_again(
    visit: Visit, alice: User, bob: User, times: int
) -> None:
    game = play_on(start_game(alice, bob), 5)
    page = visit(alice, viewport=SIZES["laptop"])
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= times:
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/events/", answer)
    with page.expect_response("**/events/"):
        page.goto(f"/g/{game.code}/")
    page.wait_for_timeout(1000)
    game = play_on(game, 1)

    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
    assert len(asked) == times + 1


def test_a_tile_that_the_server_could_not_keep_is_not_shown_as_if_it_had(
    browser: Browser, site: str, alice: User, bob: User
) -> None:
    """A page of its own, since this one complains in the console, and rightly."""
    game, tiles = with_two_tiles(alice, bob)
    context = browser.new_context(base_url=site, viewport=SIZES["laptop"])
    page = context.new_page()
    log_in(context, site, alice)
    page.goto(f"/g/{game.code}/")
    page.route("**/draft/", lambda route: route.fulfill(status=500))

    hand_tile(page, tiles[0][0]).click()
    point = point_of(page, *tiles[0][1:])
    page.mouse.click(point["x"], point["y"])

    expect(page.locator("#preview")).to_contain_text("Couldn't save that.")
    expect(page.locator("#staged .draft")).to_have_count(0)
    page.unroute("**/draft/")
    tap(page, *tiles[0])
    context.close()
