"""From a mail to a turn, from game to game, and being asked: counted by the browser itself."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Notification
from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits
from tests.browser.fingers import Finger, count_touches, middle, touches
from tests.browser.hands import drag, expect_draft, hand_tile, point_of, tap, wait_for_quiet
from tests.browser.stone_hands import by_tapping
from tests.browser.test_dragging import place_in_sight
from tests.browser.test_playing import placing, to_act_is
from tests.browser.test_sizes import SMALL, check_sizes
from tests.mail import deliver_at
from tests.playing import good_actions, play_on, start_game, user_to_act, view_of
from tests.shifting_stones.tables import FISH_ANY_SEED, laid, start_stones

LAPTOP = SIZES["laptop"]
PHONE = {"viewport": SIZES["phone"], "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}


def mailed(alice: User, bob: User) -> tuple[Game, str]:
    """Alice's turn, in which one tile is a turn, and the mail that tells her so."""
    game = one_tile_game(alice, bob)
    Notification.objects.exclude(game=game, ply=game.ply).delete()
    deliver_at(timedelta(minutes=3))
    (letter,) = [it for it in mail.outbox if it.to == [alice.email]]
    return game, str(letter.alternatives[0][0])


def one_tile_game(alice: User, bob: User) -> Game:
    game = to_act_is(alice, play_on(start_game(alice, bob), 4))
    while not singles(game):
        game = play_on(game, 2)
    return game


def singles(game: Game) -> dict[tuple[int, int], str]:
    """Where just one of the hand's tiles fits."""
    view = view_of(game, game.to_act)
    table = game.kind.presenter.table(
        view, seat=game.to_act, draft=[], hand_order=[], last=[], my_turn=True
    )
    found: dict[tuple[int, int], set[str]] = {}
    for tile, cells in table.hints.items():
        for cell in cells:
            found.setdefault(tuple(cell), set()).add(tile)
    return {cell: next(iter(tiles)) for cell, tiles in found.items() if len(tiles) == 1}


def open_mail(page: Page, site: str, html: str) -> None:
    """The mail itself, shown as a mail program would, with links to the site that runs here."""
    shown = re.sub(r"<img[^>]*>", "", re.sub(r'https?://[^/"\s]+', site, html))
    count_touches(page)
    page.route("**/inbox", lambda route: route.fulfill(body=shown, content_type="text/html"))
    page.goto("/inbox")


def play_link(page: Page, game: Game) -> None:
    with page.expect_navigation(url=f"**/g/{game.code}/**"):
        Finger(page).tap_on(page.locator(f'a[href*="/g/{game.code}/"]').first)
    expect(page.locator("#board[data-shown]")).to_be_visible()


def expect_played(page: Page, game: Game) -> None:
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply + 1))


def test_from_the_mail_to_the_turn_are_three_touches_by_dragging(
    visit: Visit, site: str, alice: User, bob: User
) -> None:
    """The link, the tile to its cell, Play: on a phone, with one tile."""
    game, html = mailed(alice, bob)
    page = visit(alice, **PHONE)
    open_mail(page, site, html)

    play_link(page, game)
    finger = Finger(page)
    tile = next(iter(singles(game).values()))
    start = middle(hand_tile(page, tile))
    finger.down(*start)
    finger.slide(start[0], start[1] - 20)
    expect(page.locator(".ghost")).to_have_count(1)
    point = point_of(page, *place_in_sight(page, tile))
    finger.slide(point["x"], point["y"])
    finger.lift()
    expect_draft(page, 1)
    finger.tap_on(page.locator("#play-button:enabled"))

    expect_played(page, game)
    assert touches(page) == 3


def test_from_the_mail_to_the_turn_are_three_taps_where_one_tile_fits(
    visit: Visit, site: str, alice: User, bob: User
) -> None:
    """The link, the cell, Play."""
    game, html = mailed(alice, bob)
    page = visit(alice, **TABLET)
    open_mail(page, site, html)

    play_link(page, game)
    finger = Finger(page)
    point = point_of(page, *next(iter(singles(game))))
    finger.tap(point["x"], point["y"])
    expect_draft(page, 1)
    finger.tap_on(page.locator("#play-button:enabled"))

    expect_played(page, game)
    assert touches(page) == 3


def test_on_the_page_a_tile_is_three_taps(visit: Visit, alice: User, bob: User) -> None:
    """The tile, the cell, Play: whatever else fits there."""
    game, _html = mailed(alice, bob)
    page = visit(alice, **PHONE)
    count_touches(page)
    page.goto(f"/g/{game.code}/")
    expect(page.locator("#board[data-shown]")).to_be_visible()
    tile, finger = next(iter(singles(game).values())), Finger(page)

    finger.tap_on(hand_tile(page, tile))
    point = point_of(page, *place_in_sight(page, tile))
    finger.tap(point["x"], point["y"])
    expect_draft(page, 1)
    finger.tap_on(page.locator("#play-button:enabled"))

    expect_played(page, game)
    assert touches(page) == 3


def ten_waiting(alice: User, bob: User) -> dict[str, Game]:
    games: dict[str, Game] = {}
    for _ in range(10):
        game = to_act_is(alice, play_on(start_game(alice, bob), 2))
        while good_actions(game)[0]["kind"] != "place":
            game = play_on(game, 2)
        games[game.code] = game
    return games


def code_of(page: Page) -> str:
    return page.locator("#game").get_attribute("data-code") or ""


def test_ten_games_are_played_without_a_click_between_them(
    visit: Visit, alice: User, bob: User
) -> None:
    games = ten_waiting(alice, bob)
    User.objects.filter(pk=alice.pk).update(after_turn="next")
    page = visit(alice, viewport=LAPTOP)
    count_touches(page)
    page.goto(f"/g/{next(iter(games))}/")

    moved = 0
    left = dict(games)
    while left:
        expect(page.locator("#board[data-shown]")).to_be_visible()
        game = left.pop(code_of(page))
        for tile in placing(game):
            drag(page, *tile)
            moved += 1
        page.locator("#play-button").click()
        moved += 1
        if left:
            page.wait_for_function(
                "(code) => document.getElementById('game')?.dataset.code !== code", arg=game.code
            )
        else:
            expect_played(page, game)

    assert touches(page) == moved
    for code, game in games.items():
        assert Game.objects.get(code=code).ply == game.ply + 1


def test_who_wants_it_is_home_after_the_turn(visit: Visit, alice: User, bob: User) -> None:
    game = one_tile_game(alice, bob)
    ((x, y), tile), *_ = singles(game).items()
    page = visit(alice, viewport=LAPTOP)
    page.goto("/settings/")
    page.get_by_label("After my turn").select_option("home")
    page.get_by_role("button", name="Save").click()
    page.goto(f"/g/{game.code}/")
    tap(page, tile, x, y)

    page.locator("#play-button").click()

    page.wait_for_url("**/")
    expect(page.locator("#home")).to_be_visible()
    assert Game.objects.get(pk=game.pk).ply == game.ply + 1


def asked_first(visit: Visit, alice: User, bob: User, **options: object) -> tuple[Page, Game]:
    """Alice wants to be asked, and has staged a tile."""
    game = one_tile_game(alice, bob)
    ((x, y), tile), *_ = singles(game).items()
    User.objects.filter(pk=alice.pk).update(confirm_turn="people")
    page = visit(alice, **{"viewport": LAPTOP, **options})
    page.on("dialog", lambda dialog: pytest.fail(f"the browser asked: {dialog.message}"))
    page.goto(f"/g/{game.code}/")
    tap(page, tile, x, y)
    return page, game


@pytest.mark.parametrize("language", ["en", "he"])
def test_play_asks_where_the_buttons_are(
    visit: Visit, alice: User, bob: User, language: str, size: dict[str, int]
) -> None:
    page, game = asked_first(visit, alice, bob, locale=language, viewport=size)
    play, yes, no = (page.locator(f"#{name}") for name in ("play-button", "ask-yes", "ask-no"))
    words = play.inner_text()
    top = page.locator("#hand").evaluate("it => it.getBoundingClientRect().top")

    play.click()
    expect(yes).to_be_focused()
    expect(page.locator("#announcer")).to_have_text(f"{words}?")
    assert page.locator("#hand").evaluate("it => it.getBoundingClientRect().top") == top
    check_fits(page)
    check_accessibility(page)
    no.click()
    expect(yes).to_have_count(0)
    expect(play).to_be_focused()
    assert Game.objects.get(pk=game.pk).ply == game.ply
    play.click()
    yes.click()

    expect_played(page, game)
    expect(yes).to_have_count(0)


def test_it_is_answered_by_keys(visit: Visit, alice: User, bob: User) -> None:
    page, game = asked_first(visit, alice, bob)
    yes = page.locator("#ask-yes")

    for _ in range(3):
        page.keyboard.down("p")  # held: all but the first are repeats
    page.keyboard.up("p")
    expect(yes).to_be_focused()
    page.keyboard.press("Escape")
    expect(yes).to_have_count(0)
    expect_draft(page, 1)
    assert Game.objects.get(pk=game.pk).ply == game.ply
    page.keyboard.press("p")
    expect(yes).to_be_focused()
    page.keyboard.press("Enter")

    expect_played(page, game)


def test_a_trade_asks_too(visit: Visit, alice: User, bob: User) -> None:
    page, game = asked_first(visit, alice, bob)
    page.locator("#trade-start").click()
    wait_for_quiet(page)  # what was staged has gone back into the hand
    page.locator(".hand-tile").nth(1).click()

    page.get_by_role("button", name="Trade 1").click()
    expect(page.locator("#trade-button")).to_be_hidden()
    page.locator("#ask-no").click()
    expect(page.locator("#trade-button")).to_be_focused()
    page.locator("#trade-button").click()
    page.locator("#ask-yes").click()

    expect_played(page, game)
    assert game.moves.last().action["kind"] == "trade"


def test_what_is_not_staged_any_more_is_not_played(visit: Visit, alice: User, bob: User) -> None:
    page, game = asked_first(visit, alice, bob)
    page.locator("#play-button").click()
    held = []
    page.route("**/draft/", lambda route: held.append(route))  # noqa: PLW0108

    page.keyboard.press("Backspace")
    while not held:
        page.wait_for_timeout(50)
    page.locator("#ask-yes").click()
    held[0].continue_()

    expect(page.locator("#turn")).to_have_attribute("data-draft", "[]")
    expect(page.locator("#ask-yes")).to_have_count(0)
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_in_a_game_with_the_computer_nobody_is_asked_who_did_not_want_it(
    visit: Visit, alice: User, bob: User
) -> None:
    page, game = asked_first(visit, alice, bob)
    User.objects.filter(pk=alice.pk).update(confirm_turn="")
    page.reload()
    expect_draft(page, 1)

    page.locator("#play-button").click()

    expect_played(page, game)


def test_with_stones_it_asks_too_and_everything_can_be_touched(
    visit: Visit, alice: User, bob: User
) -> None:
    game = laid(start_stones(alice, bob, options={"mixed": True}))
    User.objects.update(confirm_turn="always")
    page = visit(user_to_act(game), viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    by_tapping(page, {"kind": "flip", "card": FISH_ANY_SEED, "cell": 8})
    expect(page.locator(".steps .step")).to_have_count(1)

    page.keyboard.press("e")
    expect(page.locator("#ask-yes")).to_be_focused()
    check_sizes(page, SMALL)
    page.keyboard.press("e")

    expect(page.locator("#game")).to_have_attribute("data-ply", "2")
    assert json.loads(page.locator("#turn").get_attribute("data-draft") or "") == []


def test_while_it_asks_everything_can_be_touched(visit: Visit, alice: User, bob: User) -> None:
    page, _game = asked_first(visit, alice, bob)
    page.locator("#play-button").click()
    expect(page.locator("#ask-yes")).to_be_focused()

    check_sizes(page)
