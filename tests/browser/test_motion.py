"""Motion that tells what happened: once, without delaying anybody, and not for who wants none."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.services import moves
from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits
from tests.browser.hands import expect_draft, hand_tile, point_of, press_play, tap
from tests.browser.moving import at, hold, let_go, moving, seen, wait_for_motion, wait_for_stillness
from tests.browser.test_interruptions import wait_for_stream, with_two_tiles
from tests.browser.test_playing import placing
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting
from tests.shifting_stones.tables import (
    CORNER,
    FISH_ANY_SEED,
    FISH_SEED,
    laid,
    play_turns,
    start_stones,
    submit,
)

LAPTOP = SIZES["laptop"]
SHADES = pytest.mark.parametrize("scheme", ["light", "dark"])


def after_a_placing(alice: User, bob: User) -> Game:
    """Alice is to act and can lay tiles, and the last turn has laid two or more."""
    for _ in range(40):
        game = play_on(start_game(alice, bob), 7)
        for _ply in range(12):
            last = game.moves.last().action
            many = last["kind"] == "place" and len(last["tiles"]) > 1
            if many and user_to_act(game) == alice and good_actions(game)[0]["kind"] == "place":
                return game
            game = play_on(game, 1)
    raise AssertionError("no such game")


def cells_of(game: Game) -> list[str]:
    tiles = game.moves.last().action["tiles"]
    return [f'#board [data-x="{x}"][data-y="{y}"]' for _tile, x, y in tiles]


def test_the_opponents_turn_is_laid_tile_by_tile_and_its_points_go_up(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = after_a_placing(alice, bob)
    cells = cells_of(game)
    page = visit(alice, viewport=size)
    hold(page)
    page.goto(f"/g/{game.code}/")
    wait_for_motion(page)

    assert [seen(page, cell)[0][0] for cell in cells] == [0] * len(cells)
    at(page, 160 + 240 * (len(cells) - 1))
    assert seen(page, cells[0])[0][0] == 1
    assert 0 < seen(page, cells[-1])[0][0] < 1
    floats = page.locator("#above .float")
    (turn,) = json.loads(page.locator("#game").get_attribute("data-turns") or "")
    points = [f"+{part['points']}" for part in turn["parts"] if part["cells"]]
    assert floats.all_text_contents() == points
    at(page, 120 + 240 * len(cells) + 700)
    assert max(shown for shown, _moved in seen(page, "#above .float")) == 1
    check_fits(page)

    let_go(page)
    expect(floats).to_have_count(0)
    assert [seen(page, cell)[0] for cell in cells] == [[1, "none"]] * len(cells)
    check_accessibility(page)


def test_what_was_seen_is_not_shown_again(visit: Visit, alice: User, bob: User) -> None:
    game = after_a_placing(alice, bob)
    page = visit(alice, viewport=LAPTOP)
    hold(page)
    page.goto(f"/g/{game.code}/")
    wait_for_motion(page)

    page.reload()
    expect(page.locator("#board[data-shown]")).to_be_visible()

    assert moving(page) == 0
    kept = page.evaluate("JSON.stringify(localStorage)")
    assert json.loads(json.loads(kept)["seen-turns"]) == [[game.code, game.ply]]
    assert list(json.loads(kept)) == ["seen-turns"]


def test_a_turn_that_comes_in_is_shown_as_it_comes(visit: Visit, alice: User, bob: User) -> None:
    game = after_a_placing(alice, bob)
    page = visit(bob, viewport=LAPTOP)
    hold(page)
    page.goto(f"/g/{game.code}/")
    let_go(page)
    wait_for_stream(page)

    game = play_on(game, 1)

    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
    wait_for_motion(page)
    assert seen(page, cells_of(game)[0])[0][0] == 0


def test_who_wants_less_motion_gets_none_and_sees_all(visit: Visit, alice: User, bob: User) -> None:
    game = after_a_placing(alice, bob)
    page = visit(alice, viewport=LAPTOP, reduced_motion="reduce")
    page.goto(f"/g/{game.code}/")
    expect(page.locator("#board[data-shown]")).to_be_visible()
    assert moving(page) == 0

    tap(page, *placing(game)[0])

    assert moving(page) == 0
    expect(page.locator(".flying")).to_have_count(0)


def test_who_acts_waits_for_nothing(visit: Visit, alice: User, bob: User) -> None:
    """A turn is made while the one before is still being shown; that is over at once."""
    game = after_a_placing(alice, bob)
    cells = cells_of(game)
    page = visit(alice, viewport=LAPTOP)
    hold(page)
    page.goto(f"/g/{game.code}/")
    wait_for_motion(page)

    tile, x, y = placing(game)[0]
    hand_tile(page, tile).click()
    assert [seen(page, cell)[0] for cell in cells] == [[1, "none"]] * len(cells)
    point = point_of(page, x, y)
    page.mouse.click(point["x"], point["y"])

    expect_draft(page, 1)
    # Its flight stands still, and so would the page if it waited for it.
    expect(page.locator(".flying")).to_have_count(1)
    expect(page.locator("#play-button")).to_be_enabled()
    page.locator("#play-button").click()
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply + 1))


def test_a_tile_glides_from_the_hand_to_its_cell_and_back(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = after_a_placing(alice, bob)
    page = visit(alice, viewport=size)
    hold(page)
    page.goto(f"/g/{game.code}/")
    let_go(page)
    tile, x, y = placing(game)[0]
    flying = page.locator(".flying")
    box = "it => it.getBoundingClientRect().toJSON()"

    def is_near(point: dict[str, float]) -> None:
        found = flying.evaluate(box)
        assert abs(found["x"] + found["width"] / 2 - point["x"]) < 8
        assert abs(found["y"] + found["height"] / 2 - point["y"]) < 8

    def middle(selector: str) -> dict[str, float]:
        found = page.locator(selector).first.evaluate(box)
        return {"x": found["x"] + found["width"] / 2, "y": found["y"] + found["height"] / 2}

    in_hand = middle(f'.hand-tile[data-tile="{tile}"] svg')
    on_board = point_of(page, x, y)
    tap(page, tile, x, y)
    is_near(in_hand)
    assert seen(page, "#staged .draft")[0][0] == 0
    at(page, 209)
    is_near(on_board)
    let_go(page)
    expect(flying).to_have_count(0)
    assert seen(page, "#staged .draft")[0][0] == 1

    page.keyboard.press("Backspace")
    is_near(on_board)
    at(page, 209)
    is_near(in_hand)
    let_go(page)
    expect(flying).to_have_count(0)


def test_what_one_draws_is_marked_for_oneself(visit: Visit, alice: User, bob: User) -> None:
    game = after_a_placing(alice, bob)
    seat = game.players.get(user=alice).seat
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    tiles = placing(game)
    for item in tiles:
        tap(page, *item)
    press_play(page)

    fresh = page.locator(".hand-tile.is-drawn")
    expect(fresh).to_have_count(len(tiles))
    expect(fresh.first).to_have_attribute("aria-description", "newly drawn")
    game = Game.objects.get(pk=game.pk)
    hand = game.engine.view(game.engine.load(game.state), seat)["hand"]
    names = fresh.evaluate_all("all => all.map((it) => it.dataset.tile)")
    assert sorted(names) == sorted(hand[-len(tiles) :])
    page.reload()
    expect(fresh).to_have_count(len(tiles))
    watching = visit(viewport=LAPTOP)
    watching.goto(f"/g/{game.code}/")
    expect(watching.locator("#game")).to_have_attribute("data-drawn", "[]")


@SHADES
def test_a_qwirkle_is_celebrated(visit: Visit, alice: User, bob: User, scheme: object) -> None:
    game = start_game(alice, bob)
    hands = [["ro", "rs", "rd", "rc", "rt", "rx"]] * 2
    game.state = {**game.state, "hands": hands, "opening": 6}
    game.save()
    page = visit(user_waiting(game), viewport=LAPTOP, color_scheme=scheme)
    hold(page)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)
    tiles = [[name, x, 0] for x, name in enumerate(hands[0])]
    action = {"kind": "place", "tiles": tiles}

    moves.play(game_id=game.pk, user=user_to_act(game), actions=[action], expected_ply=0)

    expect(page.locator("#above .float.is-great")).to_have_text("+12")
    expect(page.locator("#above .spark")).not_to_have_count(0)
    let_go(page)
    expect(page.locator("#above .spark, #above .float")).to_have_count(0)


def shifted(alice: User, bob: User) -> Game:
    game = laid(start_stones(alice, bob, options={"mixed": True}))
    submit(
        game,
        [
            {"kind": "score", "card": FISH_SEED},
            {"kind": "flip", "card": FISH_ANY_SEED, "cell": 8},
            {"kind": "swap", "card": CORNER, "cells": [0, 1]},
            {"kind": "end"},
        ],
    )
    return Game.objects.get(pk=game.pk)


def lies(page: Page, cell: int) -> tuple[float, float]:
    box = page.locator(f'[data-cell="{cell}"] .stone-art').first.bounding_box()
    assert box
    return round(box["x"]), round(box["y"])


def test_the_opponents_shifts_are_shown_and_a_scored_card_is_seen_to_go(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game = shifted(alice, bob)
    page = visit(user_to_act(game), viewport=size)
    hold(page)
    page.goto(f"/g/{game.code}/")
    wait_for_motion(page)

    at(page, 0)
    before = lies(page, 0), lies(page, 1)
    face, back = '[data-cell="8"] .stone-art:not(.stone-back)', '[data-cell="8"] .stone-back'
    assert [seen(page, face)[0][0], seen(page, back)[0][0]] == [0, 1]
    at(page, 150 + 420 + 2)
    assert [seen(page, face)[0][0], seen(page, back)[0][0]] == [1, 0]
    at(page, 150 + 840 - 1)
    assert (lies(page, 1), lies(page, 0)) == before
    card = page.locator(".scored-card")
    expect(card).to_have_text("+1")
    expect(card.locator(".pattern-card")).to_have_count(1)
    at(page, 150 + 840 + 600)
    assert seen(page, ".scored-card")[0][0] == 1
    check_fits(page)

    let_go(page)
    expect(page.locator(".scored-card, .stone-back")).to_have_count(0)
    assert seen(page, face) == [[1, "none"]]
    check_accessibility(page)


def test_shifts_that_were_broken_off_leave_the_stones_as_they_lie(
    visit: Visit, alice: User, bob: User
) -> None:
    game = shifted(alice, bob)
    page = visit(user_to_act(game), viewport=LAPTOP)
    hold(page)
    page.goto(f"/g/{game.code}/")
    wait_for_motion(page)

    page.locator(".hand-card").first.click()

    expect(page.locator(".scored-card, .stone-back")).to_have_count(0)
    assert {tuple(it) for it in seen(page, ".stone-art")} == {(1, "none")}
    expect(page.locator(".hand-card").first).to_have_attribute("aria-pressed", "true")


def test_cards_that_were_drawn_are_marked(visit: Visit, alice: User, bob: User) -> None:
    game = play_turns(start_stones(alice, bob, options={"mixed": True}), Random(3), 4)
    page = visit(alice, viewport=LAPTOP)
    page.goto(f"/g/{game.code}/")
    drawn = json.loads(page.locator("#game").get_attribute("data-drawn") or "")

    marked = page.locator(".hand-card.is-drawn")

    assert drawn
    expect(marked).to_have_count(len(drawn))
    assert set(marked.evaluate_all("all => all.map((it) => it.dataset.card)")) == set(drawn)
    wait_for_stillness(page)


COUNTED = """() => {
  window.contexts = window.notes = 0;
  const made = window.AudioContext;
  window.AudioContext = class extends made {
    constructor(...how) { super(...how); window.contexts += 1; }
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...how) {
    window.notes += 1;
    return start.apply(this, how);
  };
}"""


def test_nothing_sounds_unless_it_is_wanted(visit: Visit, alice: User, bob: User) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=LAPTOP)
    page.add_init_script(f"({COUNTED})()")
    page.goto(f"/g/{game.code}/")
    tap(page, *tiles[0])
    assert page.evaluate("[contexts, notes]") == [0, 0]

    page.goto("/settings/")
    page.get_by_label("Sounds").check()
    page.get_by_role("button", name="Save").click()
    page.goto(f"/g/{game.code}/")
    expect(page.locator("#board[data-shown]")).to_be_visible()
    # Never before the page was touched.
    assert page.evaluate("[contexts, notes]") == [0, 0]
    page.keyboard.press("Backspace")

    page.wait_for_function("() => contexts === 1 && notes >= 1")


def test_a_visitor_chooses_sounds_in_the_browser(visit: Visit, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 3)
    page = visit(viewport=LAPTOP)
    page.add_init_script(f"({COUNTED})()")
    page.goto(f"/g/{game.code}/")
    page.get_by_text("This table").click()
    button = page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "false")

    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("notes") > 0
    page.reload()

    page.get_by_text("This table").click()
    expect(button).to_have_attribute("aria-pressed", "true")
