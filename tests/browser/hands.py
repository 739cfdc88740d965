"""What a player's hands do on the game page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

POINT = """([x, y]) => {
  const board = document.getElementById("board");
  const box = board.viewBox.baseVal;
  const rect = board.getBoundingClientRect();
  return {
    x: rect.left + ((x + 0.5 - box.x) / box.width) * rect.width,
    y: rect.top + ((y + 0.5 - box.y) / box.height) * rect.height,
  };
}"""


def point_of(page: Page, x: int, y: int) -> dict[str, float]:
    """Where on the screen the middle of a cell is."""
    return page.evaluate(POINT, [x, y])


def hand_tile(page: Page, tile: str):
    return page.locator(f'.hand-tile[data-tile="{tile}"]:not(.is-used)').first


def drafted(page: Page) -> int:
    return page.locator("#staged .draft").count()


def wait_for_quiet(page: Page) -> None:
    """Nothing is on its way, as for somebody who looks before they go on."""
    busy = ".htmx-request, .htmx-swapping, .htmx-settling"
    page.wait_for_function("(busy) => !document.querySelector(busy)", arg=busy)


def expect_draft(page: Page, count: int) -> None:
    """The server has drawn so many tiles of the draft."""
    expect(page.locator("#staged .draft .mark")).to_have_count(count)


def tap(page: Page, tile: str, x: int, y: int) -> None:
    before = drafted(page)
    hand_tile(page, tile).click()
    point = point_of(page, x, y)
    page.mouse.click(point["x"], point["y"])
    expect_draft(page, before + 1)


def drag(page: Page, tile: str, x: int, y: int) -> None:
    before = drafted(page)
    start = hand_tile(page, tile).bounding_box()
    assert start
    end = point_of(page, x, y)
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move((start["x"] + end["x"]) / 2, (start["y"] + end["y"]) / 2)
    page.mouse.move(end["x"], end["y"])
    page.mouse.up()
    expect_draft(page, before + 1)


def keys(page: Page, tile: str, x: int, y: int) -> None:
    """Pick by number, walk the cursor to the cell, lay."""
    before = drafted(page)
    page.keyboard.press(hand_tile(page, tile).get_attribute("data-key") or "")
    cursor = page.locator("#cursor")
    if cursor.get_attribute("visibility") == "hidden":
        page.keyboard.press("ArrowUp")
    at_x, at_y = (int(float(cursor.get_attribute(name) or 0)) for name in ("x", "y"))
    for key, count in (
        ("ArrowRight" if x > at_x else "ArrowLeft", abs(x - at_x)),
        ("ArrowDown" if y > at_y else "ArrowUp", abs(y - at_y)),
    ):
        for _ in range(count):
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect_draft(page, before + 1)


def press_play(page: Page) -> None:
    ply = page.locator("#game").get_attribute("data-ply")
    page.locator("#play-button").click()
    expect(page.locator("#game")).not_to_have_attribute("data-ply", re.compile(f"^{ply}$"))
