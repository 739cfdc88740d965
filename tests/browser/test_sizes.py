"""Board, hand and buttons are usable together on every screen, and nothing lies over another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.services import drafts
from tests.browser.conftest import Visit
from tests.browser.test_interruptions import with_two_tiles
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting
from tests.shifting_stones.tables import HAND, laid, play_turns, start_stones

# Phones upright and sideways, a laptop at 200 %, tablets, laptops, and a very large screen.
SMALL = [(320, 480), (360, 640), (568, 320), (640, 400)]
SCREENS = [
    *SMALL,
    *[(390, 844), (768, 1024), (820, 1180)],
    *[(667, 375), (740, 360), (812, 375), (915, 412), (960, 540)],
    *[(800, 600), (1024, 600), (1280, 800), (2560, 1440)],
]
# A laptop at 400 %: one may scroll.
MAGNIFIED = [(320, 200), (480, 270)]

CONTROLS = """(scroll) => {
  const faults = [];
  const name = (element) => element.id || element.className || element.outerHTML.slice(0, 80);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true })
    && element.getBoundingClientRect().width > 0;
  const hits = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (element === top || element.contains(top));
  };
  const inside = (box) => box.left >= -0.5 && box.top >= -0.5
    && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
  const check = (element, together) => {
    if (!together) element.scrollIntoView({ block: "center", inline: "center" });
    // Of a long sum, a line may have to be scrolled to within its own frame.
    if (element.matches(".part")) element.scrollIntoView({ block: "nearest" });
    const box = element.getBoundingClientRect();
    if (!inside(box) && (together || box.width > innerWidth)) {
      return faults.push(`${name(element)} is out of sight`);
    }
    if (Math.min(box.width, box.height) < 24) faults.push(`${name(element)} is too small`);
    if (!hits(element, box.left + box.width / 2, box.top + box.height / 2)) {
      return faults.push(`${name(element)} is covered`);
    }
    let free = 0;
    for (let i = 0; i < 49; i += 1) {
      const [across, down] = [(i % 7) + 0.5, Math.floor(i / 7) + 0.5];
      free += hits(element, box.left + (box.width * across) / 7, box.top + (box.height * down) / 7);
    }
    if (free < 25) faults.push(`of ${name(element)} ${49 - free} of 49 are covered`);
  };
  const controls = (place) => [
    ...document.querySelectorAll(`${place} :is(a, button, input, summary)`),
  ].filter(shown);
  scrollTo(0, 0);
  const table = [...controls(".site-header"), ...controls(".play-area")];
  for (const element of table) check(element, !scroll);
  if (!scroll) {
    const board = document.getElementById("stones") ?? document.getElementById("board-area");
    const box = board.getBoundingClientRect();
    if (Math.min(box.width, box.height) < 150) faults.push("the board is too small");
    if (!inside(box)) faults.push("the board is out of sight");
    if (box.top > innerHeight / 3) faults.push("the board is not the first thing");
  }
  for (const element of controls(".side")) {
    if (!element.closest(".history, .talk")) check(element, false);
  }
  scrollTo(0, 0);
  for (const place of [document.documentElement, document.querySelector(".side")]) {
    if (place.scrollWidth > place.clientWidth) faults.push(`${name(place)} scrolls sideways`);
  }
  return faults;
}"""


def check_sizes(page: Page, screens: Sequence[tuple[int, int]] = (*SCREENS, *MAGNIFIED)) -> None:
    """On these screens, each control is where it can be touched."""
    found = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        faults = page.evaluate(CONTROLS, (width, height) in MAGNIFIED)
        found += [f"{width} x {height}: {fault}" for fault in faults]
    assert found == []


Made = Callable[[User, User], Game]


def a_game_of_qwirkle(alice: User, bob: User) -> Game:
    return play_on(start_game(alice, bob), 9)


def a_game_of_stones(alice: User, bob: User) -> Game:
    """With as many cards as a hand can hold, some of which can be scored."""
    game = start_stones(alice, bob, options={"mixed": True})
    return laid(game, [*HAND, "p3-08", "p3-11"])


STAGED: dict[str, Callable[[Game], Any]] = {
    "qwirkle": good_actions,
    "shifting_stones": lambda game: [
        {"kind": "score", "card": HAND[0]},
        {"kind": "flip", "card": HAND[3], "cell": 8},
    ],
}
both_games = pytest.mark.parametrize("made", [a_game_of_qwirkle, a_game_of_stones])


@both_games
def test_who_has_staged_a_turn_reaches_everything(
    made: Made, visit: Visit, alice: User, bob: User
) -> None:
    game = made(alice, bob)
    user = user_to_act(game)
    drafts.save_draft(game=game, user=user, actions=STAGED[game.engine_slug](game))
    page = visit(user)
    page.goto(f"/g/{game.code}/")

    expect(page.locator(".turn-buttons .button.primary").first).to_be_enabled()
    check_sizes(page)


CUT = """() => {
  const frame = document.querySelector(".staging").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".staging b, .staging .step")];
  return parts.filter((part) => part.getBoundingClientRect().bottom > frame.bottom + 1)
    .map((part) => part.outerHTML.slice(0, 60));
}"""


@pytest.mark.parametrize("screen", [(360, 740), (390, 844), (640, 400), (740, 360)])
def test_what_is_staged_with_stones_is_seen_without_scrolling(
    visit: Visit, alice: User, bob: User, screen: tuple[int, int]
) -> None:
    game = a_game_of_stones(alice, bob)
    user = user_to_act(game)
    drafts.save_draft(game=game, user=user, actions=STAGED[game.engine_slug](game))
    page = visit(user, viewport={"width": screen[0], "height": screen[1]})
    page.goto(f"/g/{game.code}/")

    expect(page.locator(".staging .step")).to_have_count(2)
    assert page.evaluate(CUT) == []


@both_games
def test_who_waits_reaches_everything(made: Made, visit: Visit, alice: User, bob: User) -> None:
    game = made(alice, bob)
    page = visit(user_waiting(game))
    page.goto(f"/g/{game.code}/")

    check_sizes(page)


@both_games
def test_who_watches_sees_the_board_first(made: Made, visit: Visit, alice: User, bob: User) -> None:
    game = made(alice, bob)
    page = visit()
    page.goto(f"/g/{game.code}/")

    check_sizes(page)


over: dict[Made, Made] = {
    a_game_of_qwirkle: lambda *people: play_on(start_game(*people)),
    a_game_of_stones: lambda *people: play_turns(start_stones(*people), Random(2)),
}


@both_games
def test_after_the_end_the_board_comes_first(
    made: Made, visit: Visit, alice: User, bob: User
) -> None:
    game = over[made](alice, bob)
    page = visit(alice)
    page.goto(f"/g/{game.code}/")

    check_sizes(page)
    page.goto(f"/g/{game.code}/at/{game.ply // 2}/")
    check_sizes(page)


@pytest.mark.parametrize("language", ["fr", "ru", "he"])
@both_games
def test_longer_words_push_nothing_away(
    language: str, made: Made, visit: Visit, alice: User, bob: User
) -> None:
    game = made(alice, bob)
    page = visit(user_to_act(game), locale=language)
    page.goto(f"/g/{game.code}/")

    check_sizes(page, SMALL)


WIDE = [(1024, 768), (1280, 800), (1366, 768), (1440, 900), (1600, 1000), (1920, 1080)]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_hand_stays_where_it_is_while_tiles_are_placed(
    language: str, visit: Visit, alice: User, bob: User
) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, locale=language)

    def tops(count: int) -> list[float]:
        actions = [{"kind": "place", "tiles": tiles[:count]}] if count else []
        drafts.save_draft(game=game, user=alice, actions=actions)
        page.goto(f"/g/{game.code}/")
        expect(page.locator("#staged .draft")).to_have_count(count)
        found = []
        for width, height in WIDE:
            page.set_viewport_size({"width": width, "height": height})
            found.append(page.locator("#hand").evaluate("e => e.getBoundingClientRect().top"))
        return found

    before = tops(0)
    assert tops(1) == before
    assert tops(len(tiles)) == before
