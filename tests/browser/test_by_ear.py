"""A whole game of each kind by what a screen reader tells and offers, and by nothing else.

Everything is found by its role and its name; no selector, no coordinate.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Game
from games.shifting_stones.words import card_name
from tests.browser.conftest import Visit, check_accessibility
from tests.patience import wait_until
from tests.playing import play_on, start_game, user_to_act, view_of
from tests.shifting_stones.tables import bots_turn, play_turns, start_stones

OVER = re.compile("The game is over")
PLAY = re.compile(r"^Play for \d+ points?$")


def free_pieces(page: Page) -> list[Locator]:
    hand = page.get_by_role("list", name="Your hand")
    return hand.get_by_role("listitem").get_by_role("button", disabled=False).all()


def worth(place: Locator) -> int:
    found = re.search(r": (\d+) points?$", place.inner_text())
    return int(found[1]) if found else 0


def lay_one(page: Page) -> bool:
    """The first tile that fits somewhere, where it is worth most."""
    for tile in free_pieces(page):
        tile.click()
        offer = page.get_by_role("group", name="Where it fits")
        expect(offer).to_contain_text(re.compile(r"It (fits in|doesn't fit)"))
        places = offer.get_by_role("listitem").get_by_role("button").all()
        if not places:
            tile.click()
            continue
        before = len(free_pieces(page))
        max(places, key=worth).click()
        wait_until(lambda count=before: len(free_pieces(page)) == count - 1, lambda: "not laid")
        return True
    return False


def take_turn(page: Page) -> None:
    play = page.get_by_role("button", name=PLAY)
    while lay_one(page):
        expect(page.get_by_role("button", name=re.compile("^Play"))).to_be_visible()
        settled = page.get_by_role("status").filter(has_text=re.compile(r"\d+ points?|must open"))
        expect(settled.first).to_be_visible()
        if play.count() and play.is_enabled():
            play.click()
            return
    if page.get_by_role("button", name="Pass").count():
        page.get_by_role("button", name="Pass").click()
        return
    page.get_by_role("button", name="Trade…").click()
    free_pieces(page)[0].click()
    page.get_by_role("button", name="Trade 1").click()


def wait_for_move(game: Game) -> None:
    """The turn has come in."""
    moves = Game.objects.filter(pk=game.pk, ply__gt=game.ply)
    wait_until(moves.exists, lambda: "the turn was not played")


def test_a_whole_game_of_qwirkle_is_played_by_ear(visit: Visit, alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    page = visit(alice)
    page.goto(f"/g/{game.code}/")
    page.get_by_role("heading", name="Where it fits").click()
    mine = page.get_by_role("status").filter(has_text=re.compile("Your turn|You go"))
    heard = 0

    while game.is_active:
        if user_to_act(game) != alice:
            game = play_on(game, 1)
            latest = page.get_by_role("status").filter(has_text=re.compile(r"^bob\b"))
            if game.is_active:
                expect(latest.first).to_contain_text(re.compile(r"scored|traded|passed"))
                heard += 1
            continue
        expect(mine.first).to_be_visible()
        take_turn(page)
        wait_for_move(game)
        game = Game.objects.get(pk=game.pk)

    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
    assert heard > 5
    board = page.get_by_role("grid", name="The board")
    laid = view_of(game, None)["board"]
    expect(board.get_by_role("gridcell")).to_have_count(len(laid))
    expect(board.get_by_role("row")).to_have_count(len({y for _tile, _x, y in laid}))
    expect(board.get_by_role("gridcell", name=re.compile("^row 1, column "))).not_to_have_count(0)
    check_accessibility(page)


def held(page: Page, card: str) -> Locator:
    name = re.compile(rf"^{re.escape(card_name(card))}(; matches the stones)?$")
    return page.get_by_role("list", name="Your hand").get_by_role("button", name=name)


def stage(page: Page, step: Mapping[str, Any]) -> None:
    """One step of a turn with stones: discard a card and shift, or score one that matches."""
    stones = page.get_by_role("grid", name="The stones").get_by_role("gridcell")
    if step["kind"] == "score":
        score = page.get_by_role("button", name=f"Score {card_name(step['card'])}", exact=True)
        score.click()
        return
    held(page, step["card"]).click()
    if step["kind"] == "flip":
        stone = stones.nth(step["cell"])
        stone.get_by_role("button", name=re.compile("turn it over")).click()
        return
    for cell in step["cells"]:
        stones.nth(cell).get_by_role("button").first.click()


def take_turn_with_stones(page: Page, actions: Sequence[Mapping[str, Any]]) -> None:
    steps = page.get_by_role("list", name="Your turn so far").get_by_role("listitem")
    page.once("dialog", lambda dialog: dialog.accept())
    if actions[0]["kind"] == "skip":
        page.get_by_role("button", name=re.compile("^Skip and draw")).click()
        return
    staged = [step for step in actions if step["kind"] != "end"]
    for number, step in enumerate(staged, start=1):
        stage(page, step)
        expect(steps).to_have_count(number)
    page.get_by_role("button", name="End turn").click()


def test_a_whole_game_of_stones_is_played_by_ear(visit: Visit, alice: User, bob: User) -> None:
    game, dice = start_stones(alice, bob), Random(5)
    page = visit(alice)
    page.goto(f"/g/{game.code}/")
    mine = page.get_by_role("status").filter(has_text="Your turn.")

    while game.is_active:
        if user_to_act(game) != alice:
            game = play_turns(game, dice, 1)
            continue
        expect(mine.first).to_be_visible()
        take_turn_with_stones(page, bots_turn(game, dice))
        wait_for_move(game)
        game = Game.objects.get(pk=game.pk)

    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
    stones = page.get_by_role("grid", name="The stones")
    expect(stones.get_by_role("row")).to_have_count(3)
    expect(stones.get_by_role("gridcell")).to_have_count(9)
    check_accessibility(page)
