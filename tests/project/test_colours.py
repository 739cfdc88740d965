"""The colours of the tiles: the same on pages and in mails, and plain to see on a tile."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from games.qwirkle.pictures import COLOURS
from games.qwirkle.words import COLOUR_LETTERS

ROOT = Path(__file__).resolve().parents[2]
STYLE = (ROOT / "games/static/games/qwirkle/pieces.css").read_text()
FACE = "#34343f"  # the lighter end of a tile's face

# How the three kinds of cones see without one of them (Viénot, Brettel and Mollon, linear RGB).
BLINDNESS = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return tuple(
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )


def luminance(rgb: tuple[float, ...]) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def seen(rgb: tuple[float, ...], blindness: str) -> tuple[float, ...]:
    matrix = BLINDNESS[blindness]
    return tuple(max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True))) for row in matrix)


def test_pages_and_mails_have_the_same_colours() -> None:
    on_pages = dict(re.findall(r"^\.colour-(\w) \{ color: (#\w{6}); \}", STYLE, re.MULTILINE))

    assert on_pages == COLOURS


@pytest.mark.parametrize("colour", COLOURS)
def test_every_shape_stands_out_from_its_tile(colour: str) -> None:
    light, dark = luminance(linear(COLOURS[colour])), luminance(linear(FACE))

    assert (light + 0.05) / (dark + 0.05) >= 3


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_pairs_that_look_alike_without_a_cone_are_told_apart_by_letters(blindness: str) -> None:
    """Colours alone do not do for everybody: that is what the letters on tiles are for."""
    colours = {name: seen(linear(colour), blindness) for name, colour in COLOURS.items()}
    alike = [
        (one, two)
        for one, two in combinations(colours, 2)
        if sum((a - b) ** 2 for a, b in zip(colours[one], colours[two], strict=True)) < 0.02
    ]

    letters = {name: str(letter) for name, letter in COLOUR_LETTERS.items()}
    assert len(set(letters.values())) == len(letters)
    assert len(alike) <= 2, alike
