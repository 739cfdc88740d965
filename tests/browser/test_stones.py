"""Shifting Stones in real browsers: fingers, mouse and keys, with others and alone."""

from __future__ import annotations

import re
from itertools import cycle
from random import Random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.engine.chance import Chance
from games.models import Game, Player
from games.play.services import talk
from tests.browser.conftest import (
    SIZES,
    Visit,
    check_accessibility,
    check_fits,
    log_in,
    type_password,
)
from tests.browser.stone_hands import (
    Hands,
    by_dragging,
    by_keys,
    by_tapping,
    card,
    stone,
    take_turn,
)
from tests.browser.test_interruptions import slow_down, wait_for_stream
from tests.playing import user_to_act, user_waiting
from tests.shifting_stones.tables import (
    CORNER,
    FISH_ANY_SEED,
    FISH_SEED,
    HAND,
    SEED_ABOVE_FISH,
    bots_turn,
    laid,
    play_turns,
    start_stones,
    submit,
)

LAPTOP, PHONE = SIZES["laptop"], SIZES["phone"]
SWAP = {"kind": "swap", "card": CORNER, "cells": [0, 1]}
FLIP = {"kind": "flip", "card": FISH_ANY_SEED, "cell": 8}
SCORE = {"kind": "score", "card": FISH_SEED}
END = {"kind": "end"}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Mixed, laid as on the rules page."""
    return laid(start_stones(alice, bob, options={"mixed": True}))


def open_game(visit: Visit, game: Game, user: User | None = None, **options: object) -> Page:
    page = visit(user or user_to_act(game), **{"viewport": LAPTOP, **options})
    page.goto(f"/g/{game.code}/")
    return page


def draft_of(game: Game) -> list[object]:
    return Player.objects.get(game=game, seat=game.to_act).draft


@pytest.mark.parametrize("hands", [by_tapping, by_dragging, by_keys])
def test_a_turn_is_made_by(hands: Hands, visit: Visit, game: Game, size: dict[str, int]) -> None:
    page = open_game(visit, game, viewport=size)
    check_fits(page)

    take_turn(page, [SCORE, FLIP, SWAP, END], hands, ply=0)

    assert [move.action for move in game.moves.all()] == [SCORE, FLIP, SWAP, END]
    expect(page.locator(".history li").first).to_contain_text("scored 1 card")
    check_fits(page)


def test_on_a_phone_stones_hand_and_buttons_are_seen_at_once(visit: Visit, game: Game) -> None:
    game = laid(game, [*HAND, "p3-08", "p3-11"])
    page = open_game(visit, game, viewport=PHONE)
    measure = "(place) => document.querySelector(place).getBoundingClientRect().toJSON()"

    for count, step in enumerate((SCORE, FLIP, SWAP), start=1):
        for place in ("#stones", "#hand", "#end-button"):
            box = page.evaluate(measure, place)
            assert box["top"] >= 0
            assert box["bottom"] <= PHONE["height"]
        by_tapping(page, step)
        expect(page.locator(".steps .step")).to_have_count(count)
    assert page.evaluate(measure, "#stones")["width"] > 240


def test_two_players_in_two_browsers_to_the_end(visit: Visit, alice: User, bob: User) -> None:
    """One at a laptop, one on a phone; each sees the other's turns without a reload."""
    game, dice = start_stones(alice, bob, options={"mixed": True}), Random(5)
    pages = {
        alice: visit(alice, viewport=LAPTOP),
        bob: visit(bob, viewport=PHONE, has_touch=True, color_scheme="dark"),
    }
    for page in pages.values():
        page.goto(f"/g/{game.code}/")
        page.evaluate("window.sameLoad = true")

    for hands in cycle((by_tapping, by_dragging, by_keys)):
        if not game.is_active:
            break
        page = pages[user_to_act(game)]
        expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
        take_turn(page, list(bots_turn(game, dice)), hands, game.ply)
        game.refresh_from_db()

    assert game.end_reason == "cards"
    for page in pages.values():
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        assert page.evaluate("window.sameLoad")
        check_fits(page)
        check_accessibility(page)


def solo(alice: User, monkeypatch: pytest.MonkeyPatch, seed: int, **options: bool) -> Game:
    chance = Chance(Random(seed).randbytes(32))
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: chance))
    return start_stones(alice, options=options, turn_time=None)


def play_alone(page: Page, game: Game, dice: Random, by_hand: int) -> Game:
    """Some turns by hand, the others posted at once, and the last again by hand."""
    turns = 0
    while game.is_active:
        actions = list(bots_turn(game, dice))
        nearly = game.state["strikes"] == 3 or len(game.state["scored"][0]) > 13
        if turns < by_hand or nearly:
            page.goto(f"/g/{game.code}/")
            take_turn(page, actions, by_tapping, game.ply)
        else:
            submit(game, actions)
        game = Game.objects.get(pk=game.pk)
        turns += 1
    return game


def test_alone_and_mixed_a_game_is_won(
    visit: Visit, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = solo(alice, monkeypatch, 1)
    page = open_game(visit, game, viewport=PHONE)
    expect(page.locator(".strikes")).to_contain_text("Strikes")

    game = play_alone(page, game, Random(1), by_hand=3)

    assert game.end_reason == "won"
    assert game.moves.last().action["kind"] == "score"
    expect(page.get_by_text("All sixteen cards have been scored.")).to_be_visible()
    expect(page.get_by_text("You won.")).to_be_visible()


def test_alone_and_strict_a_game_is_lost(
    visit: Visit, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = solo(alice, monkeypatch, 1, mixed=False)
    page = open_game(visit, game)

    game = play_alone(page, game, Random(1), by_hand=2)

    assert game.end_reason == "lost"
    expect(page.get_by_text("That was the fourth strike.")).to_be_visible()
    expect(page.get_by_text("You won.")).to_have_count(0)
    expect(page.locator(".strike.is-got")).to_have_count(4)
    check_accessibility(page)


def test_a_shift_without_a_card_asks_for_one_and_can_be_let_go(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)

    page.locator("#flip-4").click()
    expect(page.locator("#preview")).to_contain_text("Which card will you discard?")
    expect(page.locator('[data-cell="4"]')).to_have_class("stone-cell is-asked")
    expect(page.locator("#announcer")).to_have_text("Which card will you discard?")
    page.keyboard.press("Escape")
    expect(page.locator("#preview")).to_contain_text("Your turn.")
    page.locator("#flip-4").click()
    page.keyboard.press("2")

    expect(page.locator(".steps .step")).to_have_count(1)
    assert draft_of(game) == [{"kind": "flip", "card": CORNER, "cell": 4}]


def test_a_draft_outlasts_a_reload_and_is_undone_step_by_step(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)
    for step in (SCORE, FLIP, SWAP):
        by_tapping(page, step)
    expect(page.locator(".steps .step")).to_have_count(3)
    expect(page.locator(".stone-cell.is-staged")).to_have_count(3)
    page.reload()
    expect(page.locator(".steps .step")).to_have_count(3)
    expect(page.locator("#end-button")).to_have_text("End turn: 1 point")
    check_accessibility(page)

    page.keyboard.press("Backspace")
    expect(page.locator(".steps .step")).to_have_count(2)
    page.locator("#undo").click()
    expect(page.locator(".steps .step")).to_have_count(1)
    by_tapping(page, FLIP)
    expect(page.locator(".steps .step")).to_have_count(2)
    page.locator("#undo-all").click()
    expect(page.locator(".steps .step")).to_have_count(0)
    assert draft_of(game) == []


def test_a_step_that_fails_is_pointed_at_and_the_next_takes_its_place(
    visit: Visit, alice: User, bob: User
) -> None:
    game = laid(start_stones(alice, bob))
    page = open_game(visit, game)
    by_tapping(page, SCORE)
    by_tapping(page, FLIP)
    expect(page.locator("#preview")).to_contain_text("you can shift stones or score cards")
    expect(page.locator(".step.is-wrong")).to_have_count(1)
    expect(page.locator("#end-button")).to_be_disabled()
    check_accessibility(page)

    by_tapping(page, {"kind": "score", "card": CORNER})

    expect(page.locator("#end-button")).to_have_text("End turn: 2 points")
    expect(page.locator(".step.is-wrong")).to_have_count(0)


def test_a_stone_dragged_too_far_stays_where_it_is(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)

    stone(page, 0).drag_to(stone(page, 8))

    expect(page.locator("#preview")).to_contain_text("two stones that are side by side")
    assert draft_of(game) == []
    stone(page, 0).click()
    expect(stone(page, 0)).to_have_attribute("aria-pressed", "true")
    stone(page, 8).click()
    expect(stone(page, 8)).to_have_attribute("aria-pressed", "true")
    expect(stone(page, 0)).to_have_attribute("aria-pressed", "false")


def test_a_card_shows_where_it_matches(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)

    card(page, FISH_SEED).hover()

    expect(page.locator(".stone-cell.is-match")).to_have_count(2)
    page.mouse.move(0, 0)
    expect(page.locator(".stone-cell.is-match")).to_have_count(0)


def test_quick_fingers_on_a_slow_network_lose_no_step(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)
    slow_down(page, 500)

    for key, cell in (("2", 8), ("3", 7), ("4", 6)):
        page.keyboard.press(key)
        page.locator(f"#flip-{cell}").click()
    page.keyboard.press("e")

    expect(page.locator(".steps .step")).to_have_count(3)
    expect(page.locator("#end-button")).to_be_enabled()
    assert [step["cell"] for step in draft_of(game)] == [8, 7, 6]
    assert Game.objects.get(pk=game.pk).ply == 0


def test_the_turn_of_another_comes_by_itself_and_says_what_it_broke(
    visit: Visit, game: Game
) -> None:
    waiting, seat = user_waiting(game), 1 - game.to_act
    hands = [HAND if number == seat else ["p3-01", "p3-02", "p3-03", "p3-04"] for number in (0, 1)]
    game = laid(game, hands=hands)
    page = open_game(visit, game, waiting)
    wait_for_stream(page)
    by_tapping(page, SCORE)
    expect(page.locator("#preview")).to_contain_text("1 point")
    page.keyboard.press("3")
    expect(card(page, SEED_ABOVE_FISH)).to_have_attribute("aria-pressed", "true")

    submit(game, [{"kind": "flip", "card": "p3-01", "cell": 1}, END])

    expect(page.locator("#game")).to_have_attribute("data-ply", "2")
    expect(page.locator(".preview.is-wrong")).to_have_count(1)
    expect(page.locator(".as-staged")).to_contain_text("Step 1: The stones don't match this card")
    expect(page.locator("#announcer")).to_contain_text("turned over 1 stone")
    # What was picked stays picked.
    expect(card(page, SEED_ABOVE_FISH)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".stone-cell.is-new")).to_have_count(1)


def test_what_is_picked_outlasts_the_talk(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)
    wait_for_stream(page)
    stone(page, 4).click()

    talk.say(game_id=game.pk, user=user_waiting(game), text="are you there?")

    expect(page.locator("#talk-list")).to_contain_text("are you there?")
    expect(stone(page, 4)).to_have_attribute("aria-pressed", "true")


def test_cards_are_put_into_another_order(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)
    first, last = (card(page, name).bounding_box() for name in (HAND[0], HAND[3]))
    assert first
    assert last

    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"], last["y"] + 20)
    with page.expect_response("**/order/"):
        page.mouse.move(last["x"] + last["width"], last["y"] + 20)
        page.mouse.up()
    page.reload()

    expect(page.locator(".hand-card").last).to_have_id(f"card-{HAND[0]}")


def test_a_tap_after_a_drag_by_finger_counts(visit: Visit, game: Game) -> None:
    page = open_game(visit, game, viewport=PHONE, has_touch=True, is_mobile=True)
    session = page.context.new_cdp_session(page)
    start, end = stone(page, 0).bounding_box(), stone(page, 1).bounding_box()
    assert start
    assert end

    def touch(kind: str, part: float = 0) -> None:
        across = start["x"] + 40 + (end["x"] - start["x"]) * part
        points = [] if kind == "touchEnd" else [{"x": across, "y": start["y"] + 40}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart")
    for step in range(1, 6):
        touch("touchMove", step / 5)
    touch("touchEnd")
    card(page, CORNER).tap()
    expect(page.locator(".steps .step")).to_have_count(1)
    page.locator("#flip-8").tap()
    card(page, FISH_ANY_SEED).tap()
    expect(page.locator(".steps .step")).to_have_count(2)

    assert draft_of(game) == [SWAP, FLIP]


def test_skipping_asks_once(visit: Visit, game: Game) -> None:
    page = open_game(visit, game)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Skip and draw 2").click()
    assert Game.objects.get(pk=game.pk).ply == 0

    take_turn(page, [{"kind": "skip"}], by_tapping, ply=0)

    expect(page.locator(".hand-card")).to_have_count(6)
    check_fits(page)


def test_a_game_is_played_without_scripts(visit: Visit, game: Game) -> None:
    page = visit(java_script_enabled=False, viewport=PHONE)
    type_password(page, user_to_act(game).username)
    page.goto(f"/g/{game.code}/")
    expect(page.locator(".flip-button").first).to_be_hidden()

    page.locator(f"#score-{FISH_SEED}").click()
    page.locator("select[name=where]").select_option("flip:8")
    page.locator("select[name=card]").select_option(FISH_ANY_SEED)
    page.get_by_role("button", name="Shift", exact=True).click()
    expect(page.locator(".steps .step")).to_have_count(2)
    page.locator("#undo").click()
    expect(page.locator(".steps .step")).to_have_count(1)
    page.locator("#end-button").click()

    expect(page.locator("#game")).to_have_attribute("data-ply", "2")


def test_a_replay_is_stepped_through_with_the_keys(visit: Visit, alice: User, bob: User) -> None:
    game = play_turns(start_stones(alice, bob), Random(2), 4)
    page = visit(alice, viewport=PHONE)
    page.goto(f"/g/{game.code}/at/{game.ply}/")

    for ply in (game.ply - 1, game.ply - 2):
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_text(f"Position {ply} of {game.ply}")).to_be_visible()
    check_fits(page)
    check_accessibility(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_the_game_fits_and_can_be_used_by_everybody(
    visit: Visit, alice: User, bob: User, charlie: User, size: dict[str, int], scheme: object
) -> None:
    dice = Random(4)
    going = play_turns(start_stones(alice, bob, charlie), dice, 9)
    over = play_turns(start_stones(bob, alice, options={"mixed": True}), dice)
    alone = laid(start_stones(alice), [*HAND, "p3-08", "p3-11"], strikes=1)
    pages = ["/", "/rules/shifting-stones/"]
    pages += [f"/g/{game.code}/" for game in (going, over, alone)]
    pages += [f"/g/{going.code}/at/{going.ply}/"]

    for reader in (alice, None):
        page = visit(reader, viewport=size, color_scheme=scheme)
        for address in pages:
            page.goto(address)
            for panel in page.locator("#panel-discards summary").all():
                panel.click()
            check_fits(page)
            check_accessibility(page)


def test_in_hebrew_the_page_mirrors_and_the_stones_do_not(visit: Visit, game: Game) -> None:
    mover = user_to_act(game)
    mover.language = "he"
    mover.save()
    page = open_game(visit, game, viewport=PHONE)

    first, second = stone(page, 0).bounding_box(), stone(page, 1).bounding_box()
    assert first
    assert second
    assert first["x"] < second["x"]
    boxes = [card(page, name).bounding_box() for name in HAND]
    assert boxes[0]["x"] > boxes[1]["x"]
    page.keyboard.press("2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("f")
    expect(page.locator(".steps .step")).to_have_count(1)
    check_fits(page)
    assert draft_of(game) == [{"kind": "flip", "card": CORNER, "cell": 3}]


def test_a_turn_with_nothing_done_asks_first_and_a_held_key_ends_no_more_than_one(
    visit: Visit, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = solo(alice, monkeypatch, 1, mixed=True)
    page = open_game(visit, game)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))

    for _ in range(8):
        page.keyboard.down("e")  # held: all but the first are repeats
    page.keyboard.up("e")
    expect(page.locator("#game")).to_have_attribute("data-ply", "1")

    page.wait_for_timeout(300)
    assert asked == ["End your turn without doing anything?"]
    assert Game.objects.get(pk=game.pk).ply == 1


def test_what_the_server_did_not_keep_is_not_shown_as_if_it_had(
    browser: object, site: str, game: Game
) -> None:
    """A page of its own, since this one complains in the console, and rightly."""
    context = browser.new_context(base_url=site, viewport=LAPTOP)
    page = context.new_page()
    log_in(context, site, user_to_act(game))
    page.goto(f"/g/{game.code}/")
    before = page.locator('[data-cell="8"]').get_attribute("data-side")
    page.route("**/draft/", lambda route: route.fulfill(status=500))

    card(page, FISH_ANY_SEED).click()
    page.locator("#flip-8").click()

    expect(page.locator("#announcer")).to_have_text(re.compile("Couldn't save that"))
    expect(page.locator('[data-cell="8"]')).to_have_attribute("data-side", before or "")
    expect(page.locator("#end-button")).to_be_enabled()
    page.unroute("**/draft/")
    by_tapping(page, FLIP)
    expect(page.locator(".steps .step")).to_have_count(1)
    context.close()


@pytest.mark.parametrize("language", ["en", "fr", "es", "nl", "ru", "he"])
def test_the_bonus_leaves_its_winners_name_in_sight(
    visit: Visit, alice: User, bob: User, language: str
) -> None:
    game = play_turns(start_stones(alice, bob), Random(2))
    page = open_game(visit, game, alice, locale=language)

    expect(page.locator(".scored-head .chip").first).to_be_visible()
    for name in page.locator(".scored-name").all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
