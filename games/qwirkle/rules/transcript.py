"""Checking a game played at a table, of which only the tiles that were laid are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.engine.errors import IllegalAction
from games.qwirkle.rules.actions import Action, Place
from games.qwirkle.rules.board import Grid, Laid
from games.qwirkle.rules.placing import check_cells, lines_made
from games.qwirkle.rules.scoring import LAST_TILE_BONUS, points_of
from games.qwirkle.rules.tiles import COPIES, Tile, names


def audit(turns: Sequence[Action], finished: bool) -> Iterator[tuple[int, ...]]:
    grid, used = Grid(), Counter[Tile]()
    for number, action in enumerate(turns, start=1):
        if not isinstance(action, Place):
            yield (0,)
            continue
        if not action.laid:
            raise IllegalAction("nothing-chosen")
        check_cells(grid, action.laid)
        _check_copies(used, action.laid)
        grid, lines = lines_made(grid, action.laid)
        points = points_of(lines)
        if finished and number == len(turns):
            # Whether this emptied the hand nobody knows: with the bonus is as good as without.
            yield (points, points + LAST_TILE_BONUS)
        else:
            yield (points,)


def _check_copies(used: Counter[Tile], laid: Laid) -> None:
    used.update(tile for _, tile in laid)
    too_many = [tile for _, tile in laid if used[tile] > COPIES]
    if too_many:
        raise IllegalAction("tile-used-up", tiles=names(too_many), copies=COPIES)
