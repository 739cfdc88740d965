"""How to play, in a real browser: both pages, wide and narrow, light and dark, mirrored."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits

PAGES = ["/rules/qwirkle/", "/rules/shifting-stones/"]
WHERE_TILES_ARE = """boards => boards.map(board =>
    [...board.querySelectorAll('use[href$="#face"]')].map(face => {
        const { x, width } = face.getBoundingClientRect();
        return { x, width };
    }))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
def test_the_rules_fit_and_can_be_read_by_everybody(
    visit: Visit, size: dict[str, int], scheme: Any, locale: str
) -> None:
    page = visit(viewport=size, color_scheme=scheme, locale=locale)

    for address in PAGES:
        page.goto(address)
        check_fits(page)
        check_accessibility(page)


@pytest.mark.parametrize("address", PAGES)
def test_the_contents_lead_to_their_section_where_there_is_room(visit: Visit, address: str) -> None:
    page = visit(viewport=SIZES["laptop"])
    page.goto(address)

    last = page.locator(".toc a").last
    title = last.inner_text()
    last.click()

    expect(page.get_by_role("heading", name=title, level=2, exact=True)).to_be_in_viewport()
    expect(last).to_be_in_viewport()
    page.set_viewport_size(SIZES["phone"])
    expect(page.locator(".toc")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
def test_tiles_are_of_one_size_and_never_mirrored(
    visit: Visit, size: dict[str, int], locale: str
) -> None:
    page = visit(viewport=size, locale=locale)
    page.goto("/rules/qwirkle/")

    boards = page.locator(".rule-board").evaluate_all(WHERE_TILES_ARE)
    assert len(boards) > 10
    for tiles in boards:
        assert tiles[0]["x"] == min(tile["x"] for tile in tiles)
    assert len({round(tile["width"]) for tiles in boards for tile in tiles}) == 1


@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
def test_a_sum_stands_at_the_far_end_and_reads_from_left_to_right(
    visit: Visit, locale: str
) -> None:
    page = visit(viewport=SIZES["phone"], locale=locale)
    page.goto("/rules/qwirkle/?turn=11")

    line = page.locator(".example-turn").bounding_box()
    total = page.locator(".example-turn .sum bdi").bounding_box()
    assert line
    assert total
    far = (
        total["x"] - line["x"]
        if locale == "he-IL"
        else line["x"] + line["width"] - total["x"] - total["width"]
    )
    assert abs(far) < 2
    directions = page.locator(".sum bdi").evaluate_all(
        "all => all.map(one => getComputedStyle(one).direction)"
    )
    assert set(directions) == {"ltr"}
