"""What a learner's hands do on the pages of a tutorial: a whole turn by taps, or by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import hands, stone_hands

Turn = Sequence[dict[str, Any]]
# What HTMX has swapped in, and made its own.
SETTLED = "#turn:not(.htmx-added)"
# By finger the board comes closer when a tile is picked.
AT_REST = "() => document.getElementById('board').getAnimations().length === 0"
Hands = Callable[[Page, Turn], None]


def by_taps(page: Page, turn: Turn) -> None:
    for action in turn:
        TAPS[action["kind"]](page, action)


def by_keys(page: Page, turn: Turn) -> None:
    for action in turn:
        KEYS[action["kind"]](page, action)


def _tap_tiles(page: Page, action: dict[str, Any]) -> None:
    for count, (tile, x, y) in enumerate(action["tiles"], start=1):
        hands.hand_tile(page, tile).tap()
        page.wait_for_function(AT_REST)
        point = hands.point_of(page, x, y)
        page.touchscreen.tap(point["x"], point["y"])
        hands.expect_draft(page, count)
    page.locator(f"{SETTLED} #play-button:enabled").tap()


def _tap_trade(page: Page, action: dict[str, Any]) -> None:
    page.locator("#trade-start").tap()
    for tile in action["tiles"]:
        page.locator(f'.hand-tile[data-tile="{tile}"]').tap()
    page.locator("#trade-button:enabled").tap()


def _tap_shift(page: Page, action: dict[str, Any]) -> None:
    before = stone_hands.staged(page)
    stone_hands.card(page, action["card"]).tap()
    if action["kind"] == "flip":
        page.locator(f"#flip-{action['cell']}").tap()
    for cell in action.get("cells", ()):
        stone_hands.stone(page, cell).tap()
    expect(page.locator(".steps .step")).to_have_count(before + 1)


def _tap_score(page: Page, action: dict[str, Any]) -> None:
    before = stone_hands.staged(page)
    page.locator(f"#score-{action['card']}").tap()
    expect(page.locator(".steps .step")).to_have_count(before + 1)


def _key_tiles(page: Page, action: dict[str, Any]) -> None:
    for tile, x, y in action["tiles"]:
        hands.keys(page, tile, x, y)
    expect(page.locator(f"{SETTLED} #play-button")).to_be_enabled()
    page.keyboard.press("p")


def _key_trade(page: Page, action: dict[str, Any]) -> None:
    page.keyboard.press("t")
    for tile in action["tiles"]:
        key = page.locator(f'.hand-tile[data-tile="{tile}"]').get_attribute("data-key")
        page.keyboard.press(key or "")
    page.locator("#trade-button:enabled").press("Enter")


def _key_step(page: Page, action: dict[str, Any]) -> None:
    before = stone_hands.staged(page)
    stone_hands.by_keys(page, action)
    expect(page.locator(".steps .step")).to_have_count(before + 1)


def _key_end(page: Page, _action: dict[str, Any]) -> None:
    expect(page.locator(f"{SETTLED} #end-button")).to_be_enabled()
    page.keyboard.press("e")


TAPS = {
    "place": _tap_tiles,
    "trade": _tap_trade,
    "swap": _tap_shift,
    "flip": _tap_shift,
    "score": _tap_score,
    "end": lambda page, _action: page.locator(f"{SETTLED} #end-button:enabled").tap(),
}
KEYS = {
    "place": _key_tiles,
    "trade": _key_trade,
    "swap": _key_step,
    "flip": _key_step,
    "score": _key_step,
    "end": _key_end,
}
