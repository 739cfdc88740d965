"""Qwirkle's rules page: the numbers of the engine, and boards that the engine has judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.kit.rules_page import RulesPage, Section
from games.qwirkle.rules.board import Grid, cell_at
from games.qwirkle.rules.engine import QwirkleEngine
from games.qwirkle.rules.lines import LONGEST_LINE
from games.qwirkle.rules.placing import lines_made
from games.qwirkle.rules.scoring import (
    LAST_TILE_BONUS,
    LINE_POINTS,
    LONE_TILE_POINTS,
    QWIRKLE_BONUS,
    points_of,
)
from games.qwirkle.rules.tiles import (
    ALL_TILES,
    COLOURS,
    COPIES,
    HAND_SIZE,
    NAMES,
    SHAPES,
    TILES_BY_NAME,
)
from games.qwirkle.worked_example import worked_example

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
    Section("worked_example", _("A worked example"), at_length=True),
)

NUMBERS: Mapping[str, int] = {
    "fewest": QwirkleEngine.seats[0],
    "most": QwirkleEngine.seats[-1],
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


def context(asked: QueryDict) -> Mapping[str, object]:
    """The pictures, and the worked example at the turn that `?turn=` names."""
    turns = worked_example()
    turn = asked.get("turn", "1")
    number = min(max(int(turn), 1), len(turns)) if turn.isdecimal() and len(turn) < 5 else 1
    return {
        "pictures": PICTURES,
        "turn": turns[number - 1],
        "number": number,
        "count": len(turns),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < len(turns) else None,
    }


RULES_PAGE = RulesPage(
    SECTIONS, NUMBERS, context, part="_example.html", style="games/qwirkle/rules.css"
)
