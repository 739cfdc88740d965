from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from tests.browser.conftest import Visit, check_accessibility, check_fits, type_password

ENTRANCES = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
PAGES = ["/", "/rules/", "/rules/qwirkle/", "/rules/shifting-stones/", *ENTRANCES]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_and_can_be_used_by_everybody(
    visit: Visit, size: dict[str, int], scheme: Any
) -> None:
    page = visit(viewport=size, color_scheme=scheme)

    for address in PAGES:
        page.goto(address)
        check_fits(page)
        check_accessibility(page)


def test_hebrew_mirrors_the_page_and_not_the_board(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size, locale="he-IL")
    page.goto("/rules/qwirkle/?turn=1")

    assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"
    brand = page.locator(".brand").bounding_box()
    assert brand
    assert brand["x"] > size["width"] / 2
    tiles = page.locator("#example .board .tile")
    first, last = tiles.first.bounding_box(), tiles.last.bounding_box()
    assert first
    assert last
    assert first["x"] < last["x"]
    check_fits(page)


def test_steps_through_the_worked_example_without_loading_the_page_again(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit(viewport=size)
    page.goto("/rules/qwirkle/")
    page.evaluate("window.sameLoad = true")

    for _ in range(10):
        before = page.locator("#example h3").inner_text()
        page.get_by_role("link", name="Next turn").click()
        expect(page.locator("#example h3")).not_to_have_text(before)

    expect(page.locator("#example")).to_contain_text("Turn 11 of 12")
    expect(page.locator("#example")).to_contain_text("3 + 12 + 3 = 18")
    assert page.url.endswith("?turn=11")
    assert page.evaluate("window.sameLoad")
    page.get_by_role("link", name="Previous turn").click()
    expect(page.locator("#example")).to_contain_text("Turn 10 of 12")


def test_the_worked_example_can_be_read_without_scripts(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/rules/qwirkle/")

    page.get_by_role("link", name="Next turn").click()

    expect(page.locator("#example")).to_contain_text("Turn 2 of 12")


def test_logs_in_and_out(visit: Visit, alice: User, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    type_password(page, "alice")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    check_accessibility(page)

    page.get_by_label("Your account").click()
    page.get_by_role("button", name="Log out").click()

    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_a_page_that_is_not_there_can_be_used_by_everybody(browser: Browser, site: str) -> None:
    page = browser.new_page(base_url=site)
    page.goto("/nowhere/")

    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    check_fits(page)
    check_accessibility(page)
    page.close()
