"""Play the promising turns through against hands that others may hold, and drop the worse half.

All that are still in question meet the same deals. The others, and the bot itself later on, take
the most points they see: who looks deeper looks mostly at what the others are left with.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, log2, sqrt

from games.engine.thinking import Stopwatch
from games.qwirkle.bots.prospects import Knowledge
from games.qwirkle.bots.reading import Deal, Reader
from games.qwirkle.bots.sketch import Sketch
from games.qwirkle.rules.board import Laid
from games.qwirkle.rules.scoring import LAST_TILE_BONUS
from games.qwirkle.rules.tiles import HAND_SIZE, Tile, mask_of

# Deals that each turn meets before the clock is looked at again.
AT_ONCE = 4
# What the clock does not end ends here: turns that end the game cost no thought.
MOST_DEALS = 4_000


@dataclass(slots=True)
class Candidate:
    laid: Laid
    points: int
    total: float = 0.0


@dataclass(slots=True)
class Run:
    """One way that the game may go on: what is in the hands and the bag, and what was made."""

    hands: list[list[Tile]]
    bag: list[Tile]
    made: list[int]


def best_of(
    known: Knowledge,
    candidates: list[tuple[Laid, int]],
    reader: Reader,
    watch: Stopwatch,
    *,
    depth: int,
    most_deals: int = MOST_DEALS,
) -> Laid:
    """The turn that goes best. Each round has its share of the time, and halves the field."""
    field_ = [Candidate(laid, points) for laid, points in candidates]
    rounds = max(1, ceil(log2(len(field_)))) if len(field_) > 1 else 0
    sketch, met = Sketch(known.grid), 0
    for number in range(1, rounds + 1):
        while met < most_deals:
            deals = [reader.deal() for _ in range(AT_ONCE)]
            for candidate in field_:
                candidate.total += _played_through(known, sketch, candidate, deals, depth)
            met += AT_ONCE
            if watch.spent >= number / rounds:
                break
        field_.sort(key=lambda candidate: -candidate.total)
        field_ = field_[: ceil(len(field_) / 2)]
    return field_[0].laid


def _played_through(
    known: Knowledge, sketch: Sketch, candidate: Candidate, deals: list[Deal], depth: int
) -> float:
    """What these deals make of it, added up."""
    kept = list(known.hand)
    for _, tile in candidate.laid:
        kept.remove(tile)
    begun = sketch.lay(candidate.laid)
    total = sum(_value(known, _run(sketch, candidate, kept, deal, depth)) for deal in deals)
    sketch.take_back(begun)
    return total


def _run(sketch: Sketch, candidate: Candidate, kept: list[Tile], deal: Deal, depth: int) -> Run:
    """The game from here for so many turns, others first. Seat 0 is the bot's own."""
    run = Run([list(kept), *map(list, deal.hands)], list(deal.bag), [0] * (1 + len(deal.hands)))
    run.made[0] = candidate.points
    if _refill(run, 0):
        run.made[0] += LAST_TILE_BONUS
        return run
    laid_down = []
    for turn in range(1, depth + 1):
        seat = turn % len(run.hands)
        hand = run.hands[seat]
        laid, points = sketch.best(mask_of(hand))
        if not laid:
            _trade(run, seat)
            continue
        run.made[seat] += points
        for _, tile in laid:
            hand.remove(tile)
        if _refill(run, seat):
            run.made[seat] += LAST_TILE_BONUS
            break
        if turn < depth:
            laid_down.append(sketch.lay(laid))
    for replaced in reversed(laid_down):
        sketch.take_back(replaced)
    return run


def _refill(run: Run, seat: int) -> bool:
    """Draw up to six; whether there was nothing to draw, and nothing is left."""
    hand, bag = run.hands[seat], run.bag
    wanted = HAND_SIZE - len(hand)
    hand += bag[:wanted]
    del bag[:wanted]
    return not hand


def _trade(run: Run, seat: int) -> None:
    hand, bag = run.hands[seat], run.bag
    count = min(len(hand), len(bag))
    put_back = hand[:count]
    hand[:count] = bag[:count]
    bag[:count] = []
    bag += put_back


def _value(known: Knowledge, run: Run) -> float:
    """With two, how likely it wins; with more, what it makes beyond what the others make."""
    others = run.made[1:]
    gained = run.made[0] - sum(others) / len(others)
    if len(others) > 1:
        return gained
    lead = known.scores[known.seat] - known.scores[known.others[0]] + gained
    spread = 1.4 * sqrt(len(run.bag) + sum(map(len, run.hands)) + 1)
    return 100 / (1 + exp(-lead / spread)) + 0.02 * gained
