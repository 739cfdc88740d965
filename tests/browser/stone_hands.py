"""What a player's hands do on the page of Shifting Stones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

Step = Mapping[str, Any]


def card(page: Page, name: str) -> Locator:
    return page.locator(f"#card-{name}")


def stone(page: Page, cell: int) -> Locator:
    return page.locator(f"#stone-{cell}")


def staged(page: Page) -> int:
    return page.locator(".steps .step").count()


def by_tapping(page: Page, step: Step) -> None:
    """The card first, then the stones."""
    if step["kind"] == "score":
        page.locator(f"#score-{step['card']}").click()
        return
    card(page, step["card"]).click()
    if step["kind"] == "flip":
        page.locator(f"#flip-{step['cell']}").click()
        return
    for cell in step["cells"]:
        stone(page, cell).click()


def by_dragging(page: Page, step: Step) -> None:
    """The stones first; then the page asks for the card."""
    if step["kind"] != "swap":
        by_tapping(page, step)
        return
    one, other = (stone(page, cell).bounding_box() for cell in step["cells"])
    assert one
    assert other
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(one["x"] + one["width"] / 2 + 12, one["y"] + one["height"] / 2 + 12)
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    page.mouse.up()
    expect(page.locator("#preview")).to_contain_text("Which card will you discard?")
    card(page, step["card"]).click()


def by_keys(page: Page, step: Step) -> None:
    page.keyboard.press(card(page, step["card"]).get_attribute("data-key") or "")
    if step["kind"] == "score":
        page.keyboard.press("s")
        return
    if step["kind"] == "flip":
        walk(page, step["cell"])
        page.keyboard.press("f")
        return
    for cell in step["cells"]:
        walk(page, cell)
        page.keyboard.press("Enter")


def walk(page: Page, cell: int) -> None:
    """With the arrow keys to a stone, from wherever they are."""
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    for key in ["ArrowDown"] * (cell // 3) + ["ArrowRight"] * (cell % 3):
        page.keyboard.press(key)


Hands = Callable[[Page, Step], None]


def take_turn(page: Page, actions: list[Step], hands: Hands, ply: int) -> None:
    """Stage every step, and end the turn or skip it."""
    for step in actions:
        before = staged(page)
        if step["kind"] == "skip":
            page.once("dialog", lambda dialog: dialog.accept())
            page.locator("#skip-button").click()
        elif step["kind"] == "end":
            end_turn(page, hands)
        else:
            hands(page, step)
            expect(page.locator(".steps .step")).to_have_count(before + 1)
            expect(page.locator(".step.is-wrong")).to_have_count(0)
    if actions[-1]["kind"] == "score":
        end_turn(page, hands)
    after = str(ply + len(actions))
    expect(page.locator("#game")).to_have_attribute("data-ply", re.compile(f"^{after}$"))


def end_turn(page: Page, hands: Hands) -> None:
    button = page.locator("#end-button")
    expect(button).to_be_enabled()
    page.once("dialog", lambda dialog: dialog.accept())
    if hands is by_keys:
        page.keyboard.press("e")
    else:
        button.click()
