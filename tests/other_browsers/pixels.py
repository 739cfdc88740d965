"""What a browser has really drawn: the colours of a screenshot."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import resvg_py
from selenium.webdriver.remote.webelement import WebElement

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
CHANNELS = 4


class Picture:
    """An element as it is on the screen, cut out of a screenshot of the page."""

    def __init__(self, visitor: Visitor, element: WebElement) -> None:
        self.width, self.height, rows = _read(_cut(visitor, element))
        self.rows = rows

    def at(self, x: float, y: float) -> Colour:
        """The colour at a part of the width and of the height."""
        start = int(x * self.width) * CHANNELS
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


def _read(png: bytes) -> tuple[int, int, list[bytearray]]:
    """Its width, its height, and its rows of bytes."""
    at, packed, width, height = 8, b"", 0, 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, *form = struct.unpack(">IIBBBBB", body)
            assert form == [8, 6, 0, 0, 0]
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    return width, height, _rows(zlib.decompress(packed), width * CHANNELS)


def _rows(packed: bytes, size: int) -> list[bytearray]:
    rows = [bytearray(size)]
    for start in range(0, len(packed), size + 1):
        row, above = bytearray(packed[start + 1 : start + 1 + size]), rows[-1]
        for place in range(size):
            first = place < CHANNELS
            left = 0 if first else row[place - CHANNELS]
            corner = 0 if first else above[place - CHANNELS]
            row[place] = (row[place] + _guess(packed[start], left, above[place], corner)) & 255
        rows.append(row)
    return rows[1:]


def _guess(method: int, left: int, above: int, corner: int) -> int:
    """What PNG takes for likely, by the method that the row names."""
    if method == 4:
        sum_ = left + above - corner
        return min((left, above, corner), key=lambda near: abs(sum_ - near))
    return (0, left, above, (left + above) // 2)[method]


def apart(one: Sequence[int], other: Sequence[int]) -> int:
    """By how much two colours differ, at most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
