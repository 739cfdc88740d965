"""Pictures put together from pieces are the pictures that they were meant to be."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from random import Random

import pytest
import resvg_py

from games.kit import mosaic
from games.kit.mosaic import RGBA, drawn, read
from games.qwirkle import pictures as qwirkle
from games.shifting_stones import pictures as stones
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.stones import SIDES

Colour = tuple[int, ...]
GROUND = (0xE7, 0xE3, 0xD8, 255)
RING = (0x26, 0x59, 0xE0, 255)
GRADIENT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50"><defs><radialGradient id="g">'
    '<stop stop-color="{}"/><stop offset="1" stop-color="#123456" stop-opacity="{}"/>'
    '</radialGradient></defs><rect width="50" height="50" fill="url(#g)"/></svg>'
)


def as_resvg_reads_it(png: bytes) -> list[list[Colour]]:
    """By another reader of PNG than ours, one colour for each pixel."""
    width, height = struct.unpack(">II", png[16:24])
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><image width='
        f'"{width}" height="{height}" image-rendering="optimizeSpeed" href="data:image/png;base64,'
        f'{b64encode(png).decode()}"/></svg>'
    )
    return colours(read(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))))


def colours(rows: list[bytes]) -> list[list[Colour]]:
    return [
        [tuple(row[at : at + RGBA]) for at in range(0, len(row), RGBA)] for row in map(bytes, rows)
    ]


def filtered(method: int, row: bytes, above: bytes) -> bytes:
    """As RFC 2083, 6, has it."""

    def guess(at: int) -> int:
        left, corner = (row[at - 4], above[at - 4]) if at >= 4 else (0, 0)
        up = above[at]
        if method == 4:
            away = {near: abs(left + up - corner - near) for near in (left, up, corner)}
            return min((left, up, corner), key=away.__getitem__)
        return {0: 0, 1: left, 2: up, 3: (left + up) // 2}[method]

    return bytes([method, *((row[at] - guess(at)) % 256 for at in range(len(row)))])


@pytest.mark.parametrize("method", range(5))
def test_reads_each_of_the_ways_in_which_a_row_is_written(method: int) -> None:
    dice = Random(method)
    rows = [dice.randbytes(7 * RGBA) for _ in range(5)]
    lines = [
        filtered(method, row, above)
        for row, above in zip(rows, [bytes(28), *rows[:-1]], strict=True)
    ]
    body = zlib.compress(b"".join(lines))
    header = struct.pack(">II5B", 7, 5, 8, 6, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", body[:9]), (b"IDAT", body[9:]), (b"IEND", b"")]
    png = mosaic.SIGNATURE + b"".join(mosaic._chunk(kind, part) for kind, part in chunks)

    assert read(png) == rows


def test_refuses_a_picture_of_another_kind() -> None:
    grey = mosaic._chunk(b"IHDR", struct.pack(">II5B", 1, 1, 8, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="another kind"):
        read(mosaic.SIGNATURE + grey)


@pytest.mark.parametrize(("cover", "channels"), [("1", 3), ("0.4", 4)])
def test_sets_pieces_side_by_side_and_band_below_band(cover: str, channels: int) -> None:
    svgs = [GRADIENT.format(colour, cover) for colour in ("red", "lime", "blue", "white")]
    pieces = [drawn(svg, 40) for svg in svgs]
    alone = [colours(read(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=40)))) for svg in svgs]

    together = as_resvg_reads_it(mosaic.mosaic([pieces[:2], pieces[2:]]))

    assert {piece.channels for piece in pieces} == {channels}
    upper = [left + right for left, right in zip(*alone[:2], strict=True)]
    lower = [left + right for left, right in zip(*alone[2:], strict=True)]
    if channels == 3:
        assert together == upper + lower
    else:
        # What is half to be seen through is rounded once more where resvg paints it.
        assert [[c[3] for c in row] for row in together] == [
            [c[3] for c in row] for row in upper + lower
        ]


def test_a_table_of_qwirkle_shows_each_tile_in_its_cell_and_marks_the_new_ones() -> None:
    placed = [("ro", 0, 0), ("bs", 1, 0), ("go", 0, 1)]
    table = as_resvg_reads_it(qwirkle.png(placed, {(0, 1)}))

    size = qwirkle.CELL
    assert (len(table[0]), len(table)) == (4 * size, 4 * size)

    def at(x: float, y: float) -> Colour:
        return table[int((y + 1) * size)][int((x + 1) * size)]

    for name, x, y in placed:
        code = qwirkle.COLOURS[name[0]].removeprefix("#")
        assert at(x + 0.5, y + 0.5) == (*bytes.fromhex(code), 255)
    assert at(-0.5, 0.5) == at(1.5, 1.5) == GROUND
    assert at(0.5, 1.04) == RING
    assert at(0.5, 0.04) != RING


def test_a_wide_table_of_qwirkle_has_smaller_cells() -> None:
    placed = [("ro", x, 0) for x in range(60)]
    width, height = struct.unpack(">II", qwirkle.png(placed)[16:24])

    assert qwirkle.WIDEST - 62 < width <= qwirkle.WIDEST
    assert height == 3 * width // 62


def test_a_table_of_stones_shows_nine_and_marks_what_was_shifted() -> None:
    sides = [SIDES[number % len(SIDES)] for number in range(9)]
    table = as_resvg_reads_it(stones.table_png(sides, {4}))

    third = len(table) // 3
    assert len(table[0]) == len(table) == 3 * third
    ringed = {
        (x, y): RING in [table[y * third + row][x * third + third // 2] for row in range(12)]
        for x in range(3)
        for y in range(3)
    }
    assert [cell for cell, ring in ringed.items() if ring] == [(1, 1)]
    assert len({tuple(table[y * third + third // 2]) for y in range(3)}) == 3


def test_no_cards_and_no_tiles_are_a_picture_too() -> None:
    for png in (stones.cards_png([]), qwirkle.hand_png([])):
        assert as_resvg_reads_it(png)


def test_cards_can_be_seen_around() -> None:
    """A mail may be dark."""
    cards = as_resvg_reads_it(stones.cards_png(list(CARDS)[:3]))

    assert cards[0][0] == (0, 0, 0, 0)
    assert cards[len(cards) // 2][len(cards[0]) // 6][3] == 255
