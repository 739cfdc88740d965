"""Two players and an empty bag: nothing is hidden any more, and the end can be worked out."""

from __future__ import annotations

from games.engine.thinking import Stopwatch
from games.qwirkle.bots.prospects import Knowledge
from games.qwirkle.bots.sketch import Sketch
from games.qwirkle.rules.board import Laid
from games.qwirkle.rules.moves import found_in
from games.qwirkle.rules.scoring import LAST_TILE_BONUS
from games.qwirkle.rules.tiles import Tile, mask_of

# More than any end of a game brings.
_FAR = 10_000
# How often the clock is looked at.
_NODES = 64


class OutOfTime(Exception):
    """It was not worked out in time."""


def is_open(known: Knowledge) -> bool:
    return not known.bag and len(known.others) == 1


def best_end(known: Knowledge, watch: Stopwatch, until: float) -> Laid | None:
    """The turn after which the difference in points is best, whatever the other does.

    None, if the time runs out first.
    """
    search = _Search(Sketch(known.grid), watch, until)
    try:
        return search.best(list(known.hand), list(known.unseen))
    except OutOfTime:
        return None


class _Search:
    """Alpha-beta on the difference, most points first."""

    def __init__(self, sketch: Sketch, watch: Stopwatch, until: float) -> None:
        self._sketch = sketch
        self._watch = watch
        self._until = until
        self._nodes = 0

    def best(self, mine: list[Tile], theirs: list[Tile]) -> Laid:
        best: Laid = ()
        most = -_FAR
        for laid, points in self._ways(mine):
            value = self._after((laid, points), mine, theirs, most, _FAR)
            if value > most:
                best, most = laid, value
        return best

    def _ways(self, hand: list[Tile]) -> list[tuple[Laid, int]]:
        found, scored = found_in(self._sketch.gaps, mask_of(hand))
        return sorted(zip(found, scored, strict=True), key=lambda way: -way[1])

    def _after(
        self, way: tuple[Laid, int], mine: list[Tile], theirs: list[Tile], low: int, high: int
    ) -> int:
        """What this turn is worth to who makes it, if both go on as well as they can."""
        laid, points = way
        kept = list(mine)
        for _, tile in laid:
            kept.remove(tile)
        if not kept:
            return points + LAST_TILE_BONUS
        replaced = self._sketch.lay(laid)
        try:
            return points - self._value(theirs, kept, points - high, points - low)
        finally:
            self._sketch.take_back(replaced)

    def _value(
        self, mine: list[Tile], theirs: list[Tile], low: int, high: int, passed: bool = False
    ) -> int:
        self._nodes += 1
        if not self._nodes % _NODES and self._watch.spent >= self._until:
            raise OutOfTime
        ways = self._ways(mine)
        if not ways:
            # Where neither can lay a tile the game is over.
            return 0 if passed else -self._value(theirs, mine, -high, -low, passed=True)
        most = -_FAR
        for way in ways:
            most = max(most, self._after(way, mine, theirs, max(low, most), high))
            if most >= high:
                break
        return most
