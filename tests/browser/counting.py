"""How much somebody has to do: presses, drags, and fields to fill in, wherever the page leads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

# A press that ends elsewhere is a drag.
LISTEN = """() => {
  let from = null;
  addEventListener("pointerdown", (event) => { from = event; }, true);
  addEventListener("pointerup", (event) => {
    if (!from) return;
    const far = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > 8;
    window.counted(far ? "drag" : "press", "");
    from = null;
  }, true);
  addEventListener("input", (event) => window.counted("field", event.target.name), true);
}"""


@dataclass
class Counted:
    presses: int = 0
    drags: int = 0
    fields: set[str] = field(default_factory=set)

    def count(self, _source: Any, what: str, name: str) -> None:
        self.presses += what == "press"
        self.drags += what == "drag"
        if what == "field":
            self.fields.add(name)


def count(page: Page) -> Counted:
    """From now on, on every page that this one leads to."""
    counted = Counted()
    page.expose_binding("counted", counted.count)
    page.add_init_script(f"({LISTEN})()")
    return counted
