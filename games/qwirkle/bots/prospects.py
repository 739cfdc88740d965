"""What a bot knows from its view, and what it makes of it before it looks ahead."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from games.qwirkle.bots.sketch import Sketch
from games.qwirkle.rules.board import Grid, Laid
from games.qwirkle.rules.listing import openings
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.scoring import LAST_TILE_BONUS, LINE_POINTS, LONE_TILE_POINTS
from games.qwirkle.rules.tiles import ALL_TILES, Tile, mask_of, tiles_in, tiles_named
from games.qwirkle.rules.view import QwirkleView

# Of many placings those with the most points are weighed, the others are not worth a look.
MOST_WEIGHED = 60
# What a line of five that is left open costs, or is worth, of its points.
WEIGHT = 0.3


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The table, one's own hand, and what is hidden: how many there are, and which, together.

    `others` are the opponents' seats in the order of their turns.
    """

    grid: Grid
    hand: tuple[Tile, ...]
    unseen: tuple[Tile, ...]
    bag: int
    seat: int
    others: tuple[int, ...]
    hands: tuple[int, ...]
    scores: tuple[int, ...]

    @classmethod
    def of(cls, view: QwirkleView) -> Knowledge:
        seat, hands = view["to_act"], view["hands"]
        assert seat is not None
        hand = tiles_named(view["hand"])
        grid = Grid.of(view["board"])
        unseen = Counter(ALL_TILES) - Counter(hand) - Counter(grid.tiles.values())
        clockwise = ((seat + step) % len(hands) for step in range(1, len(hands)))
        return cls(
            grid=grid,
            hand=hand,
            unseen=tuple(unseen.elements()),
            bag=view["bag"],
            seat=seat,
            # Who has left holds nothing; nobody else holds nothing while the game goes on.
            others=tuple(other for other in clockwise if hands[other]),
            hands=tuple(hands),
            scores=tuple(view["scores"]),
        )


def ways(known: Knowledge, opening: int | None) -> list[tuple[Laid, int]]:
    """Everything that can be laid, with its points. An opening is laid to the right alone."""
    if opening is None:
        return placings(known.grid, mask_of(known.hand))
    points = LINE_POINTS[opening] or LONE_TILE_POINTS
    return [(place.laid, points) for place in list(openings(known.hand, opening))[::2]]


def promising(
    known: Knowledge, found: list[tuple[Laid, int]], most: int, dice: Random
) -> list[tuple[Laid, int]]:
    """The best so many, by their points and by the lines of five that they leave open."""
    found = sorted(found, key=lambda item: (-item[1], dice.random()))[:MOST_WEIGHED]
    sketch, unseen = Sketch(known.grid), Counter(known.unseen)
    weighed = [(_worth(known, sketch, unseen, item), dice.random(), item) for item in found]
    weighed.sort(reverse=True)
    return [item for _, _, item in weighed[:most]]


def _worth(
    known: Knowledge, sketch: Sketch, unseen: Counter[Tile], item: tuple[Laid, int]
) -> float:
    laid, points = item
    kept = list(known.hand)
    for _, tile in laid:
        kept.remove(tile)
    worth = float(points)
    if not kept and not known.bag:
        worth += LAST_TILE_BONUS
    mine = mask_of(kept)
    replaced = sketch.lay(laid)
    for gap in sketch.gaps.values():
        if gap.fits and (gap.row.line.bit_count() == 5 or gap.column.line.bit_count() == 5):
            filled = gap.row.points + gap.column.points
            missing = _chance_that_none(known, sum(unseen[tile] for tile in tiles_in(gap.fits)))
            worth -= WEIGHT * (1 - missing) * filled
            if gap.fits & mine:
                worth += WEIGHT * missing * filled
    sketch.take_back(replaced)
    return worth


def _chance_that_none(known: Knowledge, copies: int) -> float:
    """That the next opponent holds none of so many of the unseen tiles."""
    if not known.others:
        return 1.0
    held, hidden, chance = known.hands[known.others[0]], len(known.unseen), 1.0
    for seen in range(copies):
        chance *= max(0.0, (hidden - held - seen) / (hidden - seen))
    return chance
