"""What a browser has really drawn: the colours of a screenshot."""

from __future__ import annotations

from collections.abc import Sequence

import resvg_py
from selenium.webdriver.remote.webelement import WebElement

from games.kit.mosaic import RGBA, read
from tests.other_browsers.visitor import Visitor

# WebKit's driver waits for the next frame, which a page that stands still does not draw.
STIR = """
const spot = document.createElement("i");
spot.id = "stir";
Object.assign(spot.style, { position: "fixed", width: "1px", height: "1px", insetInline: 0 });
document.body.append(spot);
let drawn = 0;
const stirring = setInterval(() => {
  spot.style.background = drawn++ % 2 ? "#000" : "#fff";
  if (!spot.isConnected) clearInterval(stirring);
}, 50);
"""
# Firefox takes a group of shapes from another file for a dot; a tile's is as large as its unit.
BOX = """
const [element] = arguments;
if (element.tagName !== "g") return element.getBoundingClientRect().toJSON();
const { a, d, e, f } = element.getScreenCTM();
return { x: e, y: f, width: a, height: d };
"""
Colour = tuple[int, int, int]


class Picture:
    """An element as it is on the screen, cut out of a screenshot of the page."""

    def __init__(self, visitor: Visitor, element: WebElement) -> None:
        self.rows = read(_cut(visitor, element))
        self.width, self.height = len(self.rows[0]) // RGBA, len(self.rows)

    def at(self, x: float, y: float) -> Colour:
        """The colour at a part of the width and of the height."""
        start = int(x * self.width) * RGBA
        red, green, blue = self.rows[int(y * self.height)][start : start + 3]
        return red, green, blue


def _cut(visitor: Visitor, element: WebElement) -> bytes:
    """By resvg, whose picture is small: to read all of the page's would take seconds."""
    box = visitor.run(BOX, element)
    left, top, width, height = (round(box[key]) for key in ("x", "y", "width", "height"))
    page_width, page_height = visitor.run("return [innerWidth, innerHeight]")
    assert 0 <= left <= page_width - width
    assert 0 <= top <= page_height - height
    visitor.run(STIR)
    shot = visitor.driver.get_screenshot_as_base64()
    visitor.run("document.getElementById('stir').remove()")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">'
        f'<image width="{page_width}" height="{page_height}" image-rendering="optimizeSpeed"'
        f' href="data:image/png;base64,{shot}"/></svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def apart(one: Sequence[int], other: Sequence[int]) -> int:
    """By how much two colours differ, at most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
