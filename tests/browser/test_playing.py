from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.services import bots
from games.tables.services import tables
from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits, type_password
from tests.browser.hands import drag, expect_draft, hand_tile, keys, point_of, press_play, tap
from tests.playing import good_actions, play_on, start_game, user_to_act, view_of
from tests.signing_up import code_mailed_to

Lay = Callable[[Page, str, int, int], None]


def to_act_is(alice: User, game: Game) -> Game:
    """The game with alice to act."""
    return game if user_to_act(game) == alice else play_on(game, 1)


def placing(game: Game) -> list[tuple[str, int, int]]:
    """Tiles that the one to act can lay, so that more can follow."""
    actions = good_actions(game)
    assert actions[0]["kind"] == "place"
    return [tuple(item) for item in actions[0]["tiles"]]


def test_from_signing_up_to_the_first_move(
    visit: Visit, size: dict[str, int], settings: object
) -> None:
    page = visit(viewport=size, timezone_id="Asia/Jerusalem")
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("Name", exact=True).fill("dora")
    page.get_by_label("Email").fill("dora@example.org")
    page.get_by_label("Password").fill("a long way home")
    page.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("We've sent a code to dora@example.org")
    page.get_by_label("Code from the email").fill(code_mailed_to("dora@example.org"))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Play Qwirkle").click()
    page.wait_for_url("**/g/*/")

    game = Game.objects.get()
    if game.to_act != 0:
        bots.take_turn(game_id=game.pk)
        expect(page.locator("#game")).to_have_attribute("data-ply", "1")
        game.refresh_from_db()
    for tile, x, y in placing(game):
        tap(page, tile, x, y)
    press_play(page)

    assert User.objects.get().time_zone == "Asia/Jerusalem"
    assert Game.objects.get().moves.filter(seat=0).count() == 1


@pytest.mark.parametrize("lay", [tap, drag, keys])
def test_tiles_are_laid_by(
    lay: Lay, visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/")
    check_fits(page)

    tiles = placing(game)
    for tile, x, y in tiles:
        lay(page, tile, x, y)
    expect(page.locator("#preview")).to_contain_text("point")
    expect(page.locator("#play-button")).to_be_enabled()
    page.reload()
    expect_draft(page, len(tiles))
    press_play(page)

    game.refresh_from_db()
    assert game.moves.last().action["tiles"] == [
        list(item) for item in sorted(tiles, key=lambda t: (t[2], t[1]))
    ]
    expect(page.locator(".history li").first).to_contain_text("alice")


def test_two_players_in_two_browsers_to_the_end(visit: Visit, alice: User, bob: User) -> None:
    """One at a laptop, one on a phone; each sees the other's moves without a reload.

    The opening and the end by their own hands; in between the moves come from elsewhere.
    """
    game = start_game(alice, bob)
    pages = {
        alice: visit(alice, viewport=SIZES["laptop"]),
        bob: visit(bob, viewport=SIZES["phone"], has_touch=True, color_scheme="dark"),
    }
    for page in pages.values():
        page.goto(f"/g/{game.code}/")
        page.evaluate("window.sameLoad = true")

    while game.is_active:
        if game.ply >= 10 and view_of(game, None)["bag"] > 8:
            game = play_on(game, 1)
            continue
        page = pages[user_to_act(game)]
        expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
        (action,) = good_actions(game)
        if action["kind"] == "place":
            page.locator('[data-zoom="fit"]').click()
            for tile, x, y in action["tiles"]:
                tap(page, tile, x, y)
            press_play(page)
        elif action["kind"] == "trade":
            page.locator("#trade-start").click()
            for index, tile in enumerate(action["tiles"]):
                same = action["tiles"][:index].count(tile)
                page.locator(f'.hand-tile[data-tile="{tile}"]').nth(same).click()
            page.locator("#trade-button").click()
        else:
            page.get_by_role("button", name="Pass").click()
        expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply + 1))
        game.refresh_from_db()

    for page in pages.values():
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        assert page.evaluate("window.sameLoad")
        check_fits(page)
        check_accessibility(page)


def test_a_trade_is_picked_and_confirmed(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 2))
    hand = view_of(game, game.to_act)["hand"]
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/")

    page.keyboard.press("t")
    page.locator(".hand-tile").nth(0).click()
    page.locator(".hand-tile").nth(3).click()
    page.get_by_role("button", name="Trade 2").click()
    expect(page.locator(".history li").first).to_contain_text("traded 2 tiles")

    assert game.moves.last().action == {"kind": "trade", "tiles": sorted_tiles(hand[0], hand[3])}


def sorted_tiles(*tiles: str) -> list[str]:
    order = [colour + shape for colour in "roygbp" for shape in "osdctx"]
    return sorted(tiles, key=order.index)


def test_an_illegal_placing_is_explained_and_pointed_at(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 3))
    tile = view_of(game, game.to_act)["hand"][0]
    box = view_of(game, None)["board"]
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/")

    tap(page, tile, min(item[1] for item in box) - 2, min(item[2] for item in box) - 2)

    expect(page.locator("#preview")).to_contain_text("Your tiles must connect to tiles")
    expect(page.locator("#staged .draft.is-wrong")).to_have_count(1)
    expect(page.locator("#play-button")).to_be_disabled()
    check_accessibility(page)
    page.keyboard.press("Backspace")
    expect_draft(page, 0)


def test_a_draft_is_taken_back_by_tapping_and_by_dragging_it_away(
    visit: Visit, alice: User, bob: User
) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    tile, x, y = placing(game)[0]

    tap(page, tile, x, y)
    point = point_of(page, x, y)
    page.mouse.click(point["x"], point["y"])
    expect_draft(page, 0)
    tap(page, tile, x, y)
    hand = page.locator("#hand").bounding_box()
    assert hand
    page.mouse.move(point["x"], point["y"])
    page.mouse.down()
    page.mouse.move(point["x"], point["y"] + 40)
    page.mouse.move(hand["x"] + 20, hand["y"] + 20)
    page.mouse.up()
    expect_draft(page, 0)
    expect(page.locator(".hand-tile.is-used")).to_have_count(0)


def test_marks_show_where_a_tile_fits_unless_they_are_not_wanted(
    visit: Visit, alice: User, bob: User
) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    tile, x, y = placing(game)[0]

    hand_tile(page, tile).click()
    expect(page.locator(f'#hints .hint[x="{x + 0.05}"][y="{y + 0.05}"]')).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#hints .hint")).to_have_count(0)

    User.objects.filter(pk=alice.pk).update(hints=False)
    page.reload()
    hand_tile(page, tile).click()
    expect(page.locator("#hints .hint")).to_have_count(0)


def test_the_order_of_the_hand_is_changed_by_dragging_and_stays(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = start_game(alice, bob)
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/")
    tiles = page.locator(".hand-tile")
    before = [tile.get_attribute("data-tile") for tile in tiles.all()]
    first, last = tiles.first.bounding_box(), tiles.last.bounding_box()
    assert first
    assert last

    with page.expect_response("**/order/"):
        page.mouse.move(first["x"] + 15, first["y"] + 15)
        page.mouse.down()
        page.mouse.move(last["x"], last["y"] + 15)
        page.mouse.move(last["x"] + last["width"] - 2, last["y"] + 15)
        page.mouse.up()
    page.reload()

    assert [tile.get_attribute("data-tile") for tile in tiles.all()] == [*before[1:], before[0]]


def test_the_draft_stays_when_the_other_moves(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    if user_to_act(game) == alice:
        game = play_on(game, 1)
    seat = game.players.get(user=alice).seat
    tile = view_of(game, seat)["hand"][0]
    corner = view_of(game, None)["board"]
    cell = (min(item[1] for item in corner) - 2, min(item[2] for item in corner) - 2)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    tap(page, tile, *cell)
    page.locator("#talk-text").fill("half a sentence")

    game = play_on(game, 1)

    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
    expect_draft(page, 1)
    expect(page.locator("#talk-text")).to_have_value("half a sentence")
    expect(page.locator(".player.is-current")).to_contain_text("your turn")
    expect(page).to_have_title(re.compile(r"^\(1\)"))


def test_people_talk_and_see_it_at_once(visit: Visit, alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    hers, his = visit(alice, viewport=SIZES["laptop"]), visit(bob, viewport=SIZES["phone"])
    for page in (hers, his):
        page.goto(f"/g/{game.code}/")

    hers.locator("#talk-text").fill("Hello <b>Bob</b>")
    hers.get_by_role("button", name="Send").click()

    expect(his.locator("#talk-list")).to_contain_text("Hello <b>Bob</b>")
    expect(hers.locator("#talk-text")).to_have_value("")


def test_resigning_asks_once(visit: Visit, alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))

    page.get_by_text("This table").click()
    page.get_by_role("button", name="Resign").click()

    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    assert asked == ["Resign? You can't rejoin this game."]


def test_the_replay_steps_with_keys_and_every_position_has_an_address(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = play_on(start_game(alice, bob), 8)
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/at/3/")

    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_contain_text("Position 4 of 8")
    assert page.url.endswith("/at/4/")
    page.keyboard.press("End")
    expect(page.locator("#replay")).to_contain_text("Position 8 of 8")
    page.keyboard.press("Home")
    expect(page.locator("#replay")).to_contain_text("Position 0 of 8")
    page.go_back()
    expect(page.locator("#replay")).to_contain_text("Position 8 of 8")
    check_fits(page)
    check_accessibility(page)


def test_the_board_pans_zooms_and_comes_back(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 8)
    page = visit(alice, viewport=SIZES["laptop"])
    page.goto(f"/g/{game.code}/")
    start = point_of(page, 0, 0)
    middle = {"x": 480, "y": 300}

    page.mouse.move(middle["x"], middle["y"])
    page.mouse.wheel(0, 300)
    page.wait_for_function("document.getElementById('board').viewBox.baseVal.width > 0")
    zoomed = point_of(page, 0, 0)
    page.mouse.move(30, 100)
    page.mouse.down()
    page.mouse.move(130, 150, steps=4)
    page.mouse.up()
    panned = point_of(page, 0, 0)
    page.locator('[data-zoom="fit"]').click()

    assert zoomed != start
    assert panned["x"] - zoomed["x"] == pytest.approx(100, abs=1)
    assert panned["y"] - zoomed["y"] == pytest.approx(50, abs=1)
    assert point_of(page, 0, 0) == pytest.approx(start, abs=1)


def test_a_game_is_played_without_scripts(visit: Visit, alice: User, bob: User) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 3))
    page = visit(java_script_enabled=False)
    type_password(page, "alice")
    page.goto(f"/g/{game.code}/")

    page.locator("select[name=where]").select_option(index=0)
    page.get_by_role("button", name="Place", exact=True).click()
    expect_draft(page, 1)
    play = page.locator("#play-button")
    if play.is_enabled():
        play.click()
        assert game.moves.last().action["kind"] == "place"


def test_the_bag_is_checked_by_the_readers_own_browser(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = play_on(start_game(alice, bob))
    page = visit(alice, viewport=size)

    page.goto(f"/g/{game.code}/")
    page.get_by_role("link", name="Check the shuffle").click()

    expect(page.locator("#worked-out")).to_have_text(f"{game.commitment} (the same)")
    check_fits(page)
    check_accessibility(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_a_player_fits_and_can_be_used_by_everybody(
    visit: Visit, alice: User, bob: User, size: dict[str, int], scheme: object
) -> None:
    going = to_act_is(alice, play_on(start_game(alice, bob), 9))
    over = play_on(start_game(bob, alice))
    waiting = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    page = visit(alice, viewport=size, color_scheme=scheme)
    pages = ["/", "/lobby/", "/tables/new/", "/settings/", "/settings/delete/", "/people/bob/"]
    pages += [f"/g/{game.code}/" for game in (going, over, waiting)]
    pages += [f"/g/{going.code}/at/4/", f"/g/{over.code}/check/"]
    pages += [f"/invitations/{waiting.invite_token}/", "/settings/mail/", "/settings/vacation/"]
    pages += ["/accounts/2fa/", "/accounts/email/", "/accounts/password/change/"]

    for address in pages:
        page.goto(address)
        check_fits(page)
        check_accessibility(page)
