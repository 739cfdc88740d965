"""Looking at what moves: held at a moment, or waited for, however slow the machine is."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# What we move: not the little transitions of style sheets.
OURS = (
    "document.getAnimations()"
    ".filter((it) => !(it instanceof CSSTransition || it instanceof CSSAnimation))"
)


def moving(page: Page) -> int:
    return page.evaluate(f"{OURS}.length")


def hold(page: Page) -> None:
    """From now on what begins to move stands still where it begins, so that it can be looked at."""
    page.add_init_script(
        """{
      const begin = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        const moving = begin.apply(this, how);
        moving.pause();
        moving.currentTime = 0;
        return moving;
      };
    }"""
    )


AT = f"""(now) => {{
  for (const it of {OURS}) {{
    if (now >= it.effect.getComputedTiming().endTime) it.finish();
    else it.currentTime = now;
  }}
}}"""


def at(page: Page, milliseconds: int) -> None:
    """All that moves as it is after so many milliseconds."""
    page.evaluate(AT, milliseconds)


def let_go(page: Page) -> None:
    """To the end with all that moves, and what begins meanwhile."""
    page.wait_for_function(
        f"() => {{ for (const it of {OURS}) it.finish(); return {OURS}.length === 0; }}"
    )


def wait_for_motion(page: Page) -> None:
    page.wait_for_function(f"() => {OURS}.length > 0")


def wait_for_stillness(page: Page) -> None:
    page.wait_for_function(f"() => {OURS}.length === 0")


def seen(page: Page, selector: str) -> list[Any]:
    """How much of each of these is seen, and how it is moved."""
    look = "(it) => [Number(getComputedStyle(it).opacity), getComputedStyle(it).transform]"
    return page.eval_on_selector_all(selector, f"all => all.map({look})")
