"""The worked example that every edition of Qwirkle prints, turn by turn, each sum explained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.records import read
from games.qwirkle.rules.actions import Place, parse
from games.qwirkle.rules.board import EAST, Grid, PlacedTile
from games.qwirkle.rules.engine import QwirkleEngine
from games.qwirkle.rules.placing import Line, lines_made
from games.qwirkle.rules.scoring import LINE_POINTS
from games.qwirkle.rules.tiles import NAMES

FILE = Path(__file__).with_name("worked-example.json")

COLOUR_LINES: Mapping[str, Promise] = {
    "r": _("Red line"),
    "o": _("Orange line"),
    "y": _("Yellow line"),
    "g": _("Green line"),
    "b": _("Blue line"),
    "p": _("Purple line"),
}
SHAPE_LINES: Mapping[str, Promise] = {
    "o": _("Line of circles"),
    "s": _("Line of squares"),
    "d": _("Line of diamonds"),
    "c": _("Line of clovers"),
    "t": _("Line of stars"),
    "x": _("Line of crosses"),
}
ACROSS, DOWN = pgettext_lazy("line on a board", "across"), pgettext_lazy("line on a board", "down")

NOTES: tuple[Promise, ...] = (
    _("Three different red tiles: the largest set on the table, so it goes first."),
    _("The red square belongs to two lines, so it counts twice."),
    _("One tile, two new lines: the blue circle touches a circle above and a blue tile beside it."),
    _("A green line, and each green tile also makes a line with the red tile below it."),
    _(
        "One tile at each end of the green line: they don't touch each other, but they're in the "
        "same line. The green circle also extends the circles."
    ),
    _("The orange square extends the squares and starts a second line with the red square."),
    _("Two more stars in the same line. They make no other line."),
    _("Two more orange tiles beside the orange star: one line."),
    _(
        "The yellow diamond closes the gap, so all four diamonds are now one line. The yellow "
        "circle extends the circles."
    ),
    _("One star extends two lines. But five red tiles in a row are an invitation …"),
    _("… and here it is: the red cross is the sixth red shape. A Qwirkle!"),
    _(
        "The yellow square extends the long line of squares. The green square makes two more "
        "lines, one beside it and one above."
    ),
)
# By the number of the turn: what the rulebooks warn of.
TRAPS: Mapping[int, Promise] = {
    6: _("Both squares can't go into the long line: it would have two red squares."),
    8: _(
        "The orange diamond doesn't extend the diamonds below: there's an empty square between "
        "them, so that line doesn't count."
    ),
}


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """One part of a sum: a line, its tiles, and what it is worth with the bonus."""

    name: Promise
    direction: Promise
    tiles: int
    points: int

    @property
    def bonus(self) -> int:
        return self.points - self.tiles


@dataclass(frozen=True, slots=True)
class ExampleTurn:
    player: str
    laid: list[PlacedTile]
    board: list[PlacedTile]
    lines: list[ExampleLine]
    points: int
    scores: list[tuple[str, int]]
    note: Promise
    trap: Promise | None

    @property
    def line_points(self) -> list[int]:
        return [line.points for line in self.lines]


@cache
def worked_example() -> tuple[ExampleTurn, ...]:
    record = read(FILE.read_bytes(), {QwirkleEngine.slug: QwirkleEngine()}.get)
    grid = Grid()
    scores = dict.fromkeys(record.players, 0)
    turns = []
    for number, (turn, note) in enumerate(zip(record.entries, NOTES, strict=True), start=1):
        action = parse(turn.action)
        assert isinstance(action, Place)
        grid, lines = lines_made(grid, action.laid)
        player = record.players[turn.seat]
        scores[player] += turn.points
        turns.append(
            ExampleTurn(
                player=player,
                laid=Grid().lay(action.laid).to_json(),
                board=grid.to_json(),
                lines=[_explained(line) for line in lines],
                points=turn.points,
                scores=list(scores.items()),
                note=note,
                trap=TRAPS.get(number),
            )
        )
    return tuple(turns)


def _explained(line: Line) -> ExampleLine:
    """Different tiles that share a colour cannot share a shape, too."""
    one, other = (NAMES[tile] for _cell, tile in line[:2])
    name = COLOUR_LINES[one[0]] if one[0] == other[0] else SHAPE_LINES[one[1]]
    direction = ACROSS if line[1][0] - line[0][0] == EAST else DOWN
    return ExampleLine(name, direction, len(line), LINE_POINTS[len(line)])
