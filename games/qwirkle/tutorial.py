"""Learning Qwirkle by doing: seven small boards, from a tile that fits to the last tile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.jsontypes import Json, JsonObject
from games.kit import tutorial
from games.qwirkle.rules.actions import Action, Place
from games.qwirkle.rules.lines import LONGEST_LINE
from games.qwirkle.rules.placing import Line, lines_made
from games.qwirkle.rules.state import State

Tried: TypeAlias = tutorial.Tried[State, Action]
Judge: TypeAlias = Callable[[Tried], Promise | None]


def _position(board: str, hand: str, bag: str = "") -> JsonObject:
    """Rows with `/` between them, `.` for nothing; hand and bag are tiles by their names."""
    placed: list[Json] = [
        [tile, x, y]
        for y, row in enumerate(board.split("/"))
        for x, tile in enumerate(row.split())
        if tile != "."
    ]
    return {
        "board": placed,
        "hands": [hand.split(), ["oo", "ys"]],
        "bag": bag.split(),
        "scores": [0, 0],
        "turn": tutorial.LEARNER,
        "seniority": [0, 1],
        "opening": None,
        "withdrawn": [],
        "ended": None,
        "ply": 0,
    }


def _lines(tried: Tried) -> list[Line]:
    """The lines that were made or made longer; none by a trade."""
    (action,) = tried.actions
    return lines_made(tried.before.grid, action.laid)[1] if isinstance(action, Place) else []


def _placed(tried: Tried) -> int:
    (action,) = tried.actions
    return len(action.laid) if isinstance(action, Place) else 0


def _wants(true: Callable[[Tried], bool], otherwise: Promise) -> Judge:
    return lambda tried: None if true(tried) else otherwise


TUTORIAL = tutorial.Tutorial(
    (
        tutorial.Step(
            name="fits",
            title=_("A tile that fits"),
            task=_("A line is all one colour or all one shape. Place a tile that fits here."),
            hint=_("Everything on the board is red. Pick your red tile: the squares light up."),
            praise=_("It fits: red like the others, and a shape that wasn't there yet."),
            position=_position("ro rs rd", "gt rc px"),
        ),
        tutorial.Step(
            name="several",
            title=_("Several at once"),
            task=_("You can place several tiles in one turn, if all go into one line. Place two."),
            hint=_("Two of your tiles are stars. Place one at each end, or side by side."),
            praise=_("One turn, two tiles, and a point for every tile in the line."),
            position=_position("rt yt", "gt ox bt"),
            judge=_wants(
                lambda tried: _placed(tried) > 1,
                _("That's allowed, but it's only one tile. Both your stars fit: place them both."),
            ),
        ),
        tutorial.Step(
            name="two-lines",
            title=_("Two lines at once"),
            task=_("A tile scores in every line it's part of. Make two lines with one turn."),
            hint=_("Above the blue diamond, a row of red and a column of diamonds meet."),
            praise=_("Both lines count. A tile that's in two of them scores twice."),
            position=_position("ro rs . / . bs bd", "rt gx rd"),
            judge=_wants(
                lambda tried: len(_lines(tried)) > 1,
                _("That fits, but it makes one line. Find the square where two meet."),
            ),
        ),
        tutorial.Step(
            name="qwirkle",
            title=_("A Qwirkle"),
            task=_("Six in a line are a Qwirkle: 6 points, and 6 more. Finish this one."),
            hint=_("Five green shapes lie there. The one that's missing is in your hand."),
            praise=_("Qwirkle! That's how games are won."),
            position=_position("go gs gd gc gt", "rs gx bx"),
            judge=_wants(
                lambda tried: any(len(line) == LONGEST_LINE for line in _lines(tried)),
                _("That fits, but the green line still waits for its sixth tile."),
            ),
        ),
        tutorial.Step(
            name="dead",
            title=_("A dead square"),
            task=_("On top there's a gap where no tile ever fits. Place one of yours elsewhere."),
            hint=_("In the gap, red and green would be one line. Try the far ends instead."),
            praise=_("A tile must fit its row and its column. Where none can, it's a dead square."),
            position=_position("ro rs . gs gd / . bs ys ps", "rd gc"),
            lights=False,
        ),
        tutorial.Step(
            name="trade",
            title=_("Nothing fits"),
            task=_("None of your tiles fit. Trade some of them: that's your whole turn."),
            hint=_("Press Trade, pick the tiles you don't want, and confirm."),
            praise=_("New tiles from the bag. A trade scores nothing, but better tiles will."),
            position=_position("ro rs rd", "gt px bc", bag="rt yo gs pd oc bx"),
        ),
        tutorial.Step(
            name="last",
            title=_("The last tile"),
            task=_("The bag is empty. Whoever plays their last tile gets 6 points more. Do it!"),
            hint=_("Both your tiles are yellow. Place them in the same turn."),
            praise=_("The game is over, and the 6 extra points are yours."),
            position=_position("yo ys yd", "yc yt"),
            judge=_wants(
                lambda tried: tried.after.ended is not None,
                _("You still hold a tile. Place both, and the game ends with your bonus."),
            ),
        ),
    )
)
