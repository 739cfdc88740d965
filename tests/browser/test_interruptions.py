"""Slow networks, quick fingers, and news at the wrong moment."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, Request, Route, expect

from accounts.models import User
from games.models import Game, Message, Player
from games.play import listening
from games.play.services import talk
from games.tables.services import tables
from tests.browser.conftest import SIZES, Visit
from tests.browser.hands import expect_draft, hand_tile, point_of, tap
from tests.browser.test_playing import placing, to_act_is
from tests.patience import wait_until
from tests.playing import play_on, start_game, user_to_act, view_of

LAPTOP = SIZES["laptop"]


def slow_down(page: Page, milliseconds: int) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", conditions | {"latency": milliseconds})


def with_two_tiles(alice: User, bob: User) -> tuple[Game, list[tuple[str, int, int]]]:
    for plies in range(3, 40):
        game = to_act_is(alice, play_on(start_game(alice, bob), plies))
        if game.is_active and len(placing(game)) >= 2:
            return game, placing(game)
    raise AssertionError("no such game")


def wait_for_stream(page: Page) -> None:
    """Until the server tells this page what is new: what is said now comes by the stream."""
    address = page.locator("#game").get_attribute("data-events") or ""

    def is_heard() -> bool:
        page.wait_for_timeout(50)
        hubs = list(listening._hubs.values())
        subjects = [each.subject for hub in hubs for each in list(hub.listeners)]
        return any(subject and f"/{subject.code}/" in address for subject in subjects)

    wait_until(is_heard, lambda: f"nobody listens at {address}")


def test_who_waits_can_play_as_soon_as_the_last_player_sits_down(
    visit: Visit, alice: User, bob: User
) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)

    tables.join(game_id=game.pk, user=bob)

    # The page comes anew, and its scripts with it.
    expect(page.locator("#board[data-shown]")).to_be_visible()
    page.locator(".hand-tile").first.click()
    expect(page.locator(".hand-tile").first).to_have_attribute("aria-pressed", "true")


def test_a_spectator_pans_and_sees_moves_as_they_come(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 5)
    page = visit(viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)
    start = point_of(page, 0, 0)
    page.mouse.move(400, 300)
    page.mouse.down()
    page.mouse.move(500, 350)
    page.mouse.up()

    assert point_of(page, 0, 0) != start
    play_on(game, 1)
    expect(page.locator("#game")).to_have_attribute("data-ply", "6")


def test_trading_goes_on_whatever_else_happens(visit: Visit, alice: User, bob: User) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)
    tap(page, *placing(game)[0])

    page.locator("#trade-start").click()
    expect_draft(page, 0)
    page.locator(".hand-tile").first.click()
    talk.say(game_id=game.pk, user=bob, text="are you there?")
    expect(page.locator("#talk-list")).to_contain_text("are you there?")

    expect(page.get_by_role("button", name="Trade 1")).to_be_enabled()


def test_what_is_played_is_what_is_shown(visit: Visit, alice: User, bob: User) -> None:
    """On a slow network: take a tile back and press Play before the server has answered."""
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    for tile in tiles:
        tap(page, *tile)
    asked: list[Route] = []
    page.route("**/draft/", lambda route: asked.append(route))  # noqa: PLW0108

    page.keyboard.press("Backspace")
    page.keyboard.press("p")
    while not asked:
        page.wait_for_timeout(50)
    for request in asked:
        request.continue_()

    expect_draft(page, len(tiles) - 1)
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_three_tiles_laid_quickly_on_a_slow_network_all_stay(
    visit: Visit, alice: User, bob: User
) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    left = min(item[1] for item in view_of(game, None)["board"]) - 2
    top = min(item[2] for item in view_of(game, None)["board"]) - 1
    slow_down(page, 500)

    for key in range(3):
        page.keyboard.press(str(key + 1))
        point = point_of(page, left, top + key)
        page.mouse.click(point["x"], point["y"])
        page.wait_for_timeout(300 * key)

    expect_draft(page, 3)
    (draft,) = Player.objects.get(game=game, user=alice).draft
    assert len(draft["tiles"]) == 3


def test_news_that_comes_while_a_tile_is_laid_is_not_lost(
    visit: Visit, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 5)
    if user_to_act(game) == alice:
        game = play_on(game, 1)
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)
    corner = view_of(game, None)["board"]
    point = point_of(page, min(item[1] for item in corner) - 1, min(item[2] for item in corner) - 2)
    slow_down(page, 500)

    with page.expect_request(
        lambda request: request.method == "GET" and request.url.endswith(f"/g/{game.code}/?mine")
    ):
        game = play_on(game, 1)
    page.keyboard.press("1")
    page.mouse.click(point["x"], point["y"])

    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
    expect(page.locator("#turn")).to_have_attribute("data-ply", str(game.ply))


def test_news_that_comes_before_the_page_is_whole_is_not_lost(
    visit: Visit, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 5)
    page = visit(alice, viewport=LAPTOP)
    held: list[Route] = []

    def hold(script: Route) -> None:
        held.append(script)

    page.route(re.compile(r"/play/talk\b.*\.js"), hold)

    page.goto(f"/g/{game.code}/", wait_until="commit")
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
    game = play_on(game, 1)
    page.wait_for_timeout(1000)  # a stream that opened too soon has told of it by now
    for script in held:
        script.continue_()

    assert held
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))


def test_a_tap_after_a_drag_by_finger_counts(visit: Visit, alice: User, bob: User) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    page.goto(f"/g/{game.code}/")
    tile, x, y = placing(game)[0]
    start, end = hand_tile(page, tile).bounding_box(), point_of(page, x, y)
    assert start
    session = page.context.new_cdp_session(page)

    def touch(kind: str, part: float = 0) -> None:
        across = start["x"] + 15 + (end["x"] - start["x"] - 15) * part
        down = start["y"] + 15 + (end["y"] - start["y"] - 15) * part
        points = [] if kind == "touchEnd" else [{"x": across, "y": down}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart")
    for step in range(1, 6):
        touch("touchMove", step / 5)
    touch("touchEnd")
    expect_draft(page, 1)
    button = page.locator(".hand-tile:not(.is-used)").first
    button.tap()

    expect(button).to_have_attribute("aria-pressed", "true")


def test_the_side_panel_stays_as_the_reader_left_it(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 5)
    Message.objects.bulk_create(
        Message(game=game, author=bob, text=f"line {number}") for number in range(30)
    )
    Message.objects.update(said_at=timezone.now() - timedelta(hours=1))
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)
    page.get_by_text("This table").click()

    talk.say(game_id=game.pk, user=bob, text="the newest")

    expect(page.locator("#talk-list li").last).to_contain_text("the newest")
    below = "list => list.scrollHeight - list.clientHeight - list.scrollTop"
    assert page.locator("#talk-list").evaluate(below) < 2
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_a_move_is_announced_as_a_sentence(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 5)
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)

    mover = user_to_act(game).username
    game = play_on(game, 1)

    points = game.moves.last().points
    expect(page.locator("#announcer")).to_have_text(f"{mover} scored {points} points.")


def test_what_is_said_before_an_empty_chair_is_read_when_somebody_comes_back(
    visit: Visit, alice: User, bob: User
) -> None:
    game = to_act_is(alice, play_on(start_game(alice, bob), 5))
    page = visit(alice, viewport=LAPTOP)
    page.clock.install()
    with page.expect_response("**/events/"):
        page.goto(f"/g/{game.code}/")
    asked: list[str | None] = []

    def note(request: Request) -> None:
        if "hx-request" in request.headers:
            asked.append(request.headers.get("by-itself"))

    page.on("request", note)

    def say(text: str) -> int:
        message = talk.say(game_id=game.pk, user=bob, text=text)
        expect(page.locator("#talk-list")).to_contain_text(text)
        return message.pk

    def read() -> int:
        return Player.objects.get(game=game, user=alice).talk_read

    page.mouse.move(300, 300)
    first = say("are you there?")
    assert read() == first
    assert set(asked) == {"seen"}

    page.clock.fast_forward(150_000)
    second = say("hello?")
    assert read() == first
    assert asked[-1] == "hidden"

    with page.expect_response(lambda it: "hx-request" in it.request.headers):
        page.mouse.move(310, 310)
    assert asked[-1] is None
    assert read() == second
