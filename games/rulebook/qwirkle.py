"""Qwirkle's rules page: the numbers of the engine, and boards that the engine has judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.rulebook import Section
from games.rules import ENGINES
from games.rules.qwirkle.board import Grid, cell_at
from games.rules.qwirkle.lines import LONGEST_LINE
from games.rules.qwirkle.placing import lines_made
from games.rules.qwirkle.scoring import (
    LAST_TILE_BONUS,
    LINE_POINTS,
    LONE_TILE_POINTS,
    QWIRKLE_BONUS,
    points_of,
)
from games.rules.qwirkle.tiles import (
    ALL_TILES,
    COLOURS,
    COPIES,
    HAND_SIZE,
    NAMES,
    SHAPES,
    TILES_BY_NAME,
)

SECTIONS = (
    Section("goal", _("The goal")),
    Section("tiles", _("The tiles")),
    Section("first", _("Who goes first")),
    Section("turn", _("Your turn")),
    Section("lines", _("Lines")),
    Section("placing", _("Placing tiles")),
    Section("scoring", _("Scoring")),
    Section("trading", _("Trading tiles")),
    Section("end", _("The end of the game")),
    Section("leaving", _("Leaving and missed turns")),
    Section("tips", _("Tips")),
    Section("worked_example", _("A worked example")),
)

NUMBERS: Mapping[str, int] = {
    "fewest": ENGINES["qwirkle"].seats[0],
    "most": ENGINES["qwirkle"].seats[-1],
    "tiles": len(ALL_TILES),
    "different": len(NAMES),
    "colours": len(COLOURS),
    "shapes": len(SHAPES),
    "copies": COPIES,
    "hand": HAND_SIZE,
    "longest": LONGEST_LINE,
    "bonus": QWIRKLE_BONUS,
    "qwirkle": LINE_POINTS[LONGEST_LINE],
    "last": LAST_TILE_BONUS,
    "lone": LONE_TILE_POINTS,
    "nearly": LONGEST_LINE - 1,
}


@dataclass(frozen=True, slots=True)
class Placed:
    name: str
    x: int
    y: int
    new: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as it is drawn, new tiles marked, and squares that nothing fits crossed out."""

    tiles: tuple[Placed, ...]
    dead: tuple[tuple[int, int], ...] = ()
    line_points: tuple[int, ...] = ()
    points: int = 0


def _drawn(drawing: str) -> Picture:
    """Rows with `/` between them, `.` for nothing, `+` before a new tile, `#` for a dead square.

    Whether that is allowed is not asked: some pictures show what is not.
    """
    squares = [
        (word, x, y)
        for y, row in enumerate(drawing.split("/"))
        for x, word in enumerate(row.split())
    ]
    return Picture(
        tiles=tuple(
            Placed(word.removeprefix("+"), x, y, word.startswith("+"))
            for word, x, y in squares
            if word not in ".#"
        ),
        dead=tuple((x, y) for word, x, y in squares if word == "#"),
    )


def _scored(drawing: str) -> Picture:
    """The same with the points that the rules give for the new tiles."""
    picture = _drawn(drawing)
    lines = judged(picture)
    return Picture(
        picture.tiles,
        line_points=tuple(LINE_POINTS[len(line)] for line in lines),
        points=points_of(lines),
    )


def judged(picture: Picture) -> Sequence[Sequence[object]]:
    """The lines that the new tiles make; `IllegalAction` where they cannot be placed so."""
    lying = Grid.of((tile.name, tile.x, tile.y) for tile in picture.tiles if not tile.new)
    new = [tile for tile in picture.tiles if tile.new]
    placed = sorted((cell_at(tile.x, tile.y), TILES_BY_NAME[tile.name]) for tile in new)
    return lines_made(lying, tuple(placed))[1]


PICTURES: Mapping[str, Picture] = {
    "all": _drawn(" / ".join(" ".join(c + s for s in SHAPES) for c in COLOURS)),
    "hand": _drawn("+ro gt +rd ro +rc bs"),
    "one_colour": _drawn("+ro +rt +rs"),
    "one_shape": _drawn("+yo +bo +go +po"),
    "mixed": _drawn("ro rt +bt"),
    "twice": _drawn("ro rt +ro"),
    "dead": _drawn("ro rs # gs gd / . bs ys ps"),
    "apart": _scored("+gt gc gd +go"),
    "two_lines": _drawn("ro rs +rd / +rt"),
    "gap": _drawn("go gs +gd . +gt"),
    "longer": _scored("ro rt +rs"),
    "crossing": _scored("ro rt +rs / . bt bs / . . gs"),
    "qwirkle": _scored("po ps pd pc pt +px"),
}
