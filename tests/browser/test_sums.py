"""Why +12? Every entry of the moves opens its sum, line by line, and each line lights up."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import Visit, check_accessibility, check_fits
from tests.playing import play_on, start_game
from tests.shifting_stones.tables import play_turns, start_stones


def open_newest(page: Page) -> None:
    points = page.locator(".history button.sum").first
    points.scroll_into_view_if_needed()
    points.click()
    expect(points).to_have_attribute("aria-expanded", "true")


@pytest.mark.parametrize("replayed", [False, True])
@pytest.mark.parametrize("reader", ["alice", "bob", None])
def test_the_points_of_any_turn_open_their_sum(
    visit: Visit,
    alice: User,
    bob: User,
    reader: str | None,
    replayed: bool,
    size: dict[str, int],
) -> None:
    game = play_on(start_game(alice, bob), 9)
    page = visit({"alice": alice, "bob": bob}.get(reader or ""), viewport=size)
    page.goto(f"/g/{game.code}/at/9/" if replayed else f"/g/{game.code}/")

    open_newest(page)
    lines = page.locator(".history .sum-lines .part")
    expect(lines.last).to_be_in_viewport()
    every = [(line.get_attribute("data-lights") or "").split() for line in lines.all()]
    expect(page.locator("#lit .lit")).to_have_count(sum(map(len, every)))
    lines.first.click()
    expect(page.locator("#lit .lit")).to_have_count(len(every[0]))
    expect(page.locator("#board-area")).to_be_in_viewport()
    check_accessibility(page)
    check_fits(page)

    page.locator(".history button.sum").first.click()
    expect(lines).to_have_count(0)


def test_a_sum_is_opened_by_keys_and_closed_by_the_next_step(
    visit: Visit, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob))
    page = visit(bob)
    page.goto(f"/g/{game.code}/at/{game.ply}/")
    scored = page.locator(".history li:has(button.sum)").nth(9)

    scored.get_by_role("button").press("Enter")
    expect(scored.get_by_role("listitem").last).to_be_in_viewport()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator("#replay-words")).to_contain_text(f"Position {game.ply - 1} of")
    expect(page.locator(".history .sum-lines")).to_have_count(0)
    expect(scored.get_by_role("button")).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_card_that_was_scored_lights_its_stones(
    visit: Visit, alice: User, bob: User, scheme: object
) -> None:
    game = play_turns(start_stones(alice, bob), Random(2))
    scored = next(move for move in game.moves.all() if move.action["kind"] == "score")
    page = visit(color_scheme=scheme)
    page.goto(f"/g/{game.code}/at/{scored.ply + 1}/")

    line = page.locator("#replay-words .part").first
    cells = (line.get_attribute("data-lights") or "").split()
    line.click()
    expect(page.locator(".stone-cell.is-match")).to_have_count(len(cells))
    assert cells
    check_accessibility(page)
