"""A whole game of each kind by what a screen reader tells and offers, and by nothing else.

Everything is found by its role and its name, and pressed by a key: no selector, no pointer.
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
from tests.browser.hands import wait_for_quiet
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
    wait_for_quiet(page)
    for tile in free_pieces(page):
        tile.press("Enter")
        wait_for_quiet(page)
        offer = page.get_by_role("group", name="Where it fits")
        expect(offer).to_contain_text(re.compile(r"It (fits in|doesn't fit)"))
        places = offer.get_by_role("listitem").get_by_role("button").all()
        if not places:
            tile.press("Enter")
            continue
        before = len(free_pieces(page))
        max(places, key=worth).press("Enter")
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
            play.press("Enter")
            return
    if page.get_by_role("button", name="Pass").count():
        page.get_by_role("button", name="Pass").press("Enter")
        return
    page.get_by_role("button", name="Trade…").press("Enter")
    free_pieces(page)[0].press("Enter")
    page.get_by_role("button", name="Trade 1").press("Enter")


def wait_for_move(game: Game) -> None:
    """The turn has come in."""
    moves = Game.objects.filter(pk=game.pk, ply__gt=game.ply)
    wait_until(moves.exists, lambda: "the turn was not played")


def wait_for_news(page: Page, game: Game) -> None:
    """The page has caught up: so as not to act on what it is about to replace."""
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))


def test_a_whole_game_of_qwirkle_is_played_by_ear(visit: Visit, alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    page = visit(alice)
    page.goto(f"/g/{game.code}/")
    page.get_by_role("heading", name="Where it fits").click()
    mine = page.get_by_role("status").filter(has_text=re.compile("Your turn|You go"))
    latest = page.get_by_role("status").filter(has_text=re.compile("^bob .*(scored|traded|passed)"))
    heard = 0  # not of a turn that is there already when the page comes

    while game.is_active:
        if user_to_act(game) != alice:
            game = play_on(game, 1)
            continue
        wait_for_news(page, game)
        expect(mine.first).to_be_visible()
        heard += latest.count()
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
        score.press("Enter")
        return
    held(page, step["card"]).press("Enter")
    if step["kind"] == "flip":
        stone = stones.nth(step["cell"])
        stone.get_by_role("button", name=re.compile("turn it over")).press("Enter")
        return
    for cell in step["cells"]:
        stones.nth(cell).get_by_role("button").first.press("Enter")


def take_turn_with_stones(page: Page, actions: Sequence[Mapping[str, Any]]) -> None:
    steps = page.get_by_role("list", name="Your turn so far").get_by_role("listitem")
    page.once("dialog", lambda dialog: dialog.accept())
    if actions[0]["kind"] == "skip":
        page.get_by_role("button", name=re.compile("^Skip and draw")).press("Enter")
        return
    staged = [step for step in actions if step["kind"] != "end"]
    for number, step in enumerate(staged, start=1):
        stage(page, step)
        expect(steps).to_have_count(number)
    page.get_by_role("button", name="End turn").press("Enter")


def test_a_whole_game_of_stones_is_played_by_ear(visit: Visit, alice: User, bob: User) -> None:
    game, dice = start_stones(alice, bob), Random(5)
    page = visit(alice)
    page.goto(f"/g/{game.code}/")
    mine = page.get_by_role("status").filter(has_text="Your turn.")

    while game.is_active:
        if user_to_act(game) != alice:
            game = play_turns(game, dice, 1)
            continue
        wait_for_news(page, game)
        expect(mine.first).to_be_visible()
        take_turn_with_stones(page, bots_turn(game, dice))
        wait_for_move(game)
        game = Game.objects.get(pk=game.pk)

    expect(page.get_by_role("heading", name=OVER)).to_be_visible()
    stones = page.get_by_role("grid", name="The stones")
    expect(stones.get_by_role("row")).to_have_count(3)
    expect(stones.get_by_role("gridcell")).to_have_count(9)
    check_accessibility(page)
