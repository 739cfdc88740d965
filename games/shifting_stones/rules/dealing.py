"""Setting up: the stones laid at random, the cards mixed and dealt, and who begins."""

from __future__ import annotations

from games.engine.chance import Chance
from games.shifting_stones.rules.deck import CARDS, CardName, of_points
from games.shifting_stones.rules.drawing import HAND_SIZE
from games.shifting_stones.rules.ending import SOLO_DEAL
from games.shifting_stones.rules.state import State
from games.shifting_stones.rules.stones import STONES, Stones, laid


def deal(seats: int, mixed: bool, young: tuple[int, ...], chance: Chance) -> State:
    """Four cards to each seat. Who read a history book last, only chance can tell."""
    deck = chance.shuffled(_cards_for(seats, chance), "deck")
    first = chance.shuffled(range(seats), "first")[0]
    return State(
        stones=_lay_stones(chance),
        hands=tuple(deck[n * HAND_SIZE : (n + 1) * HAND_SIZE] for n in range(seats)),
        deck=deck[seats * HAND_SIZE :],
        discards=(),
        scored=((),) * seats,
        first=first,
        turn=first,
        mixed=mixed,
        skipped=(False,) * seats,
        young=young,
    )


def _cards_for(seats: int, chance: Chance) -> tuple[CardName, ...]:
    """All 72; alone, 16 of them: 8 of 1 point, 4 of 2, 3 of 3 and 1 of 5."""
    if seats > 1:
        return tuple(CARDS)
    return tuple(
        card
        for points, count in SOLO_DEAL.items()
        for card in chance.shuffled(of_points(points), f"alone:{points}")[:count]
    )


def _lay_stones(chance: Chance) -> Stones:
    """Each of the nine anywhere, and either side up."""
    places = chance.shuffled(STONES, "stones")
    return laid(
        side ^ chance.shuffled((0, 1), f"side:{cell}")[0] for cell, side in enumerate(places)
    )
