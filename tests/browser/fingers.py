"""A finger on the glass, and a count of how often the screen was touched."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

# Counted by the browser itself, over all the pages that are gone through.
COUNT = """() => {
  addEventListener("pointerdown", () => {
    sessionStorage.setItem("touches", Number(sessionStorage.getItem("touches") ?? 0) + 1);
  }, { capture: true });
  addEventListener("keydown", () => {
    sessionStorage.setItem("keys", Number(sessionStorage.getItem("keys") ?? 0) + 1);
  }, { capture: true });
}"""


def count_touches(page: Page) -> None:
    page.add_init_script(f"({COUNT})()")


def touches(page: Page) -> int:
    assert page.evaluate("sessionStorage.getItem('keys')") is None
    return int(page.evaluate("sessionStorage.getItem('touches') ?? 0"))


@dataclass
class Finger:
    """One finger: it comes down, slides, and is lifted. No mouse is behind it."""

    page: Page

    def __post_init__(self) -> None:
        self.session = self.page.context.new_cdp_session(self.page)

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", x, y)

    def slide(self, x: float, y: float) -> None:
        self._send("touchMove", x, y)

    def lift(self) -> None:
        self._send("touchEnd")

    def cancel(self) -> None:
        self._send("touchCancel")

    def tap(self, x: float, y: float) -> None:
        self.down(x, y)
        self.lift()

    def tap_on(self, place: Locator) -> None:
        self.tap(*middle(place))

    def _send(self, kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
