"""Tips in the first games, in a real browser: they change with the turn, and nothing moves."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import expect

from accounts.models import User
from tests.browser import hands, stone_hands
from tests.browser.conftest import SIZES, Visit, check_accessibility
from tests.browser.test_interruptions import with_two_tiles
from tests.playing import user_to_act
from tests.shifting_stones.tables import FISH_SEED, laid, start_stones

ALL_SEEN = "tip => tip.scrollHeight <= tip.clientHeight"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_a_tip_changes_with_the_turn_and_the_hand_stays_where_it_is(
    visit: Visit, alice: User, bob: User, size: dict[str, int], language: str
) -> None:
    game, tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=size, locale=language)
    page.goto(f"/g/{game.code}/")
    words = page.locator("#tip p").inner_text()
    assert page.locator("#tip").evaluate(ALL_SEEN)
    before = page.locator("#hand").bounding_box()

    hands.tap(page, *tiles[0])

    expect(page.locator("#tip p")).not_to_have_text(words)
    assert page.locator("#tip").evaluate(ALL_SEEN)
    assert page.locator("#hand").bounding_box() == before
    check_accessibility(page)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_all_of_a_tip_is_seen_on_a_phone(
    visit: Visit, alice: User, bob: User, language: str
) -> None:
    stones = laid(start_stones(alice, bob), ["p2-08"])
    other = laid(start_stones(alice, bob))
    page = visit(user_to_act(stones), viewport=SIZES["phone"], locale=language)
    for game in (stones, other):
        page.goto(f"/g/{game.code}/")
        assert page.locator("#tip").evaluate(ALL_SEEN), page.locator("#tip").inner_text()


def test_tips_of_stones_tell_what_to_press(visit: Visit, alice: User, bob: User) -> None:
    game = laid(start_stones(alice, bob))
    page = visit(user_to_act(game), viewport=SIZES["phone"])
    page.goto(f"/g/{game.code}/")
    expect(page.locator("#tip")).to_contain_text("A glowing card matches.")
    before = page.locator("#hand").bounding_box()

    stone_hands.by_tapping(page, {"kind": "score", "card": FISH_SEED})

    expect(page.locator("#tip")).to_contain_text("you can undo every step")
    assert page.locator("#hand").bounding_box() == before


def test_one_press_and_there_are_no_more_tips(
    visit: Visit, alice: User, bob: User, size: dict[str, int]
) -> None:
    game, _tiles = with_two_tiles(alice, bob)
    page = visit(alice, viewport=size)
    page.goto(f"/g/{game.code}/")

    page.get_by_role("button", name="Hide tips").click()

    expect(page.locator("#tip")).to_have_count(0)
    page.reload()
    expect(page.locator("#hand")).to_be_visible()
    expect(page.locator("#tip")).to_have_count(0)


def test_tips_can_be_switched_off_without_scripts(visit: Visit, alice: User, bob: User) -> None:
    game, _tiles = with_two_tiles(alice, bob)
    page = visit(alice, java_script_enabled=False)
    page.goto(f"/g/{game.code}/")

    page.locator("#tips-off").click()

    page.wait_for_url(f"**/g/{game.code}/")
    expect(page.locator("#tip")).to_have_count(0)
