"""Pictures put together from pieces that were drawn before.

To draw a board anew for each mail takes longer than all else about the mail. A piece is drawn
once, and its pixels are then set beside those of others: what is left to do is to pack them.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import resvg_py

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Red, green and blue, and for RGBA how much each pixel covers what is below; eight bits each.
RGB, RGBA = 3, 4
KINDS = {RGB: (8, 2, 0, 0, 0), RGBA: (8, 6, 0, 0, 0)}
# Packed as hard as can be a picture would be smaller by a fifth, and take twice as long.
PACKING = 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A drawing as rows of pixels, RGB if nothing below it can be seen, else RGBA."""

    rows: tuple[bytes, ...]
    channels: int


def drawn(svg: str, width: int) -> Piece:
    rows = read(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))
    if any(row[3::RGBA].strip(b"\xff") for row in rows):
        return Piece(tuple(rows), RGBA)
    return Piece(tuple(_without_cover(row) for row in rows), RGB)


def _without_cover(row: bytes) -> bytes:
    colours = bytearray(len(row) // RGBA * RGB)
    for channel in range(RGB):
        colours[channel::RGB] = row[channel::RGBA]
    return bytes(colours)


def mosaic(bands: Sequence[Sequence[Piece]]) -> bytes:
    """A PNG of pieces side by side, band below band.

    All pieces of a band are of one height, and all of the picture as RGB or all as RGBA.
    """
    (channels,) = {piece.channels for band in bands for piece in band}
    lines = [
        b"".join(parts)
        for band in bands
        for parts in zip(*(piece.rows for piece in band), strict=True)
    ]
    header = struct.pack(">II5B", len(lines[0]) // channels, len(lines), *KINDS[channels])
    # Each line begins with its filter: none.
    packed = zlib.compress(b"\0" + b"\0".join(lines), PACKING)
    chunks = _chunk(b"IHDR", header), _chunk(b"IDAT", packed), _chunk(b"IEND", b"")
    return SIGNATURE + b"".join(chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def read(png: bytes) -> list[bytes]:
    """The rows of pixels, RGBA, of a picture as resvg makes it."""
    packed, size = b"", 0
    for kind, body in _chunks(png):
        if kind == b"IHDR":
            width, _height, *form = struct.unpack(">II5B", body)
            if tuple(form) != KINDS[RGBA]:
                raise ValueError("a PNG of another kind")
            size = width * RGBA
        elif kind == b"IDAT":
            packed += body
    return list(_rows(zlib.decompress(packed), size))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        yield kind, png[at + 8 : at + 8 + length]
        at += 12 + length


def _rows(filtered: bytes, size: int) -> Iterator[bytes]:
    above = bytes(size)
    for start in range(0, len(filtered), size + 1):
        row = bytearray(filtered[start + 1 : start + 1 + size])
        method = filtered[start]
        for place in range(size) if method else ():
            first = place < RGBA
            left = 0 if first else row[place - RGBA]
            corner = 0 if first else above[place - RGBA]
            row[place] = (row[place] + _guess(method, left, above[place], corner)) & 255
        above = bytes(row)
        yield above


def _guess(method: int, left: int, above: int, corner: int) -> int:
    """What PNG takes for likely, by the method that the row names."""
    if method == 4:
        sum_ = left + above - corner
        return min((left, above, corner), key=lambda near: abs(sum_ - near))
    return (0, left, above, (left + above) // 2)[method]
