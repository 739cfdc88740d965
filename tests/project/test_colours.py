"""The colours of the pieces: the same on pages and in mails, plain to see, and told apart."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from accounts.models import User
from games.qwirkle.pictures import COLOURS
from games.qwirkle.words import COLOUR_LETTERS

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "games/static/games"
STYLE = (STATIC / "qwirkle/pieces.css").read_text()
STONES_STYLE = (STATIC / "shifting_stones/pieces.css").read_text()
STONES = (STATIC / "shifting_stones/pieces.svg").read_text()
FACE = "#34343f"  # the lighter end of a tile's face

# How the three kinds of cones see without one of them (Viénot, Brettel and Mollon, linear RGB).
BLINDNESS = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}
# The same and the third kind by Machado, Oliveira and Fernandes (2009), whole, linear RGB.
CONES_MISSING = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# The least distance between two colours for whichever reader, a hundred times that of OKLab.
LEAST = {"tiles": {"": 1.06, "clear": 17.3}, "stones": {"": 3.26, "clear": 12.44}}


def tiles_in(palette: str) -> dict[str, str]:
    """The colours of a palette, as the style sheet has them."""
    where = rf'\[data-palette="{palette}"\]' if palette else ""
    block = re.search(rf"^:root{where} \{{\n(.*?)^\}}", STYLE, re.MULTILINE | re.DOTALL)
    assert block
    return dict(re.findall(r"--tile-(\w): (#\w{6});", block[1]))


def stones_in(palette: str) -> dict[str, str]:
    if not palette:
        return dict(re.findall(r"var\(--stone-(\w+), (#\w{6})\)", STONES))
    block = re.search(
        rf'\[data-palette="{palette}"\] \{{\n(.*?)^\}}', STONES_STYLE, re.MULTILINE | re.DOTALL
    )
    assert block
    return dict(re.findall(r"--stone-(\w+): (#\w{6});", block[1]))


def oklab(rgb: tuple[float, ...]) -> tuple[float, ...]:
    """Björn Ottosson's space, in which as far is as different everywhere."""
    red, green, blue = rgb
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def least_distance(colours: dict[str, str]) -> float:
    """Of any two of these, for whoever has all cones or misses one kind."""

    def seen_as(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
        rgb = linear(colour)
        cut = (sum(a * b for a, b in zip(row, rgb, strict=True)) for row in matrix)
        return oklab(tuple(min(1.0, max(0.0, part)) for part in cut))

    return min(
        100 * math.dist(seen_as(one, matrix), seen_as(two, matrix))
        for matrix in CONES_MISSING.values()
        for one, two in combinations(colours.values(), 2)
    )


def contrast(one: str, two: str) -> float:
    dark, light = sorted((luminance(linear(one)), luminance(linear(two))))
    return (light + 0.05) / (dark + 0.05)


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
    for colour in COLOURS:
        assert f".colour-{colour} {{ color: var(--tile-{colour}); }}" in STYLE
    assert tiles_in("") == COLOURS


def test_every_palette_that_can_be_chosen_is_there() -> None:
    for palette in User.Palette.values:
        assert tiles_in(palette).keys() == COLOURS.keys()
    assert stones_in("clear").keys() == stones_in("").keys()
    assert len(stones_in("")) == 8


@pytest.mark.parametrize("palette", User.Palette.values)
@pytest.mark.parametrize("colour", COLOURS)
def test_every_shape_stands_out_from_its_tile(colour: str, palette: str) -> None:
    assert contrast(tiles_in(palette)[colour], FACE) >= 3


@pytest.mark.parametrize("palette", ["", "clear"])
def test_every_sign_stands_out_from_its_stone(palette: str) -> None:
    for side, body in stones_in(palette).items():
        mini = re.search(rf'<symbol id="{side}-mini".*?</symbol>', STONES)
        assert mini
        (sign,) = re.findall(r'fill="(#\w{6})"', mini[0])
        assert contrast(sign, body) >= 4.1, side


def test_the_clear_palette_is_told_apart_by_whoever_misses_a_kind_of_cones() -> None:
    """Far better than the standard one, of which two colours are all but the same for some."""
    for colours_in, least in ((tiles_in, LEAST["tiles"]), (stones_in, LEAST["stones"])):
        for palette, distance in least.items():
            assert least_distance(colours_in(palette)) == pytest.approx(distance, abs=0.1)
        assert least["clear"] > 3 * least[""]


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
