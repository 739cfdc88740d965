"""Points: the length of each line made or lengthened, and six more for a line of six."""

from __future__ import annotations

from collections.abc import Iterable, Sized

QWIRKLE_BONUS = 6
LAST_TILE_BONUS = 6
LONE_TILE_POINTS = 1

# By length; one tile alone is no line.
LINE_POINTS = (0, 0, 2, 3, 4, 5, 6 + QWIRKLE_BONUS)


def points_of(lines: Iterable[Sized]) -> int:
    """The points of a placing that made or lengthened these lines; a lone first tile makes none."""
    return sum(LINE_POINTS[len(line)] for line in lines) or LONE_TILE_POINTS
