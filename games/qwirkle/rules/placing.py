"""Whether tiles may be laid where a player wants them, and if not, what to tell the player.

The checks go from what a player sees at a glance to what takes a look along the lines, and
always in the same order, so that the same input gets the same answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.errors import IllegalAction
from games.qwirkle.rules.board import (
    EAST,
    SOUTH,
    Cell,
    Grid,
    Laid,
    named,
    near_middle,
    on_table,
    position_of,
)
from games.qwirkle.rules.lines import alike, fault_of
from games.qwirkle.rules.tiles import Tile, names

Line = list[tuple[Cell, Tile]]


def check_in_hand(tiles: Sequence[Tile], hand: Sequence[Tile]) -> None:
    missing = Counter(tiles) - Counter(hand)
    if missing:
        raise IllegalAction("not-in-hand", tiles=names(sorted(missing.elements())))


def check_cells(grid: Grid, laid: Laid) -> None:
    """Each tile has an empty cell of its own; the opening is laid near the middle."""
    wanted = Counter(cell for cell, _ in laid)
    taken = [item for item in laid if item[0] in grid.tiles or wanted[item[0]] > 1]
    if taken:
        raise _illegal("occupied", taken)
    within = on_table if grid.tiles else near_middle
    outside = [item for item in laid if not within(item[0])]
    if outside:
        raise _illegal("too-far-out", outside)


def lines_made(grid: Grid, laid: Laid) -> tuple[Grid, list[Line]]:
    """The grid with the tiles laid, and the lines that they make or lengthen."""
    step = _direction(laid)
    if not alike([tile for _, tile in laid]):
        raise _illegal("tiles-unlike", laid)
    after = grid.lay(laid)
    _check_no_gap(after, laid, step)
    if grid.tiles and not any(cell in grid.gaps for cell, _ in laid):
        raise _illegal("not-connected", laid)
    across = EAST + SOUTH - step
    lines = [after.line_through(laid[0][0], step)]
    lines += [after.line_through(cell, across) for cell, _ in laid]
    lines = [line for line in lines if len(line) > 1]
    for line in lines:
        _check_line(line, laid)
    return after, lines


def _direction(laid: Laid) -> int:
    """EAST if the tiles are in one row, SOUTH if in one column."""
    positions = [position_of(cell) for cell, _ in laid]
    columns, rows = {x for x, _ in positions}, {y for _, y in positions}
    if len(rows) > 1 and len(columns) > 1:
        raise _illegal("not-one-line", laid)
    return EAST if len(rows) == 1 else SOUTH


def _check_no_gap(after: Grid, laid: Laid, step: int) -> None:
    between = range(laid[0][0], laid[-1][0], step)
    empty = [cell for cell in between if cell not in after.tiles]
    if empty:
        raise IllegalAction(
            "gap",
            tiles=[named(*item) for item in laid],
            cells=[list(position_of(cell)) for cell in empty],
        )


def _check_line(line: Line, laid: Laid) -> None:
    fault = fault_of([tile for _, tile in line])
    if fault:
        guilty = [item for item in line if item in laid]
        raise IllegalAction(
            fault,
            tiles=[named(*item) for item in guilty],
            line=[named(*item) for item in line],
        )


def _illegal(code: str, laid: Sequence[tuple[Cell, Tile]]) -> IllegalAction:
    return IllegalAction(code, tiles=[named(*item) for item in laid])
