"""Drawing cards, and mixing the discards into a new deck when it runs out."""

from __future__ import annotations

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Event
from games.shifting_stones.rules.deck import CardName
from games.shifting_stones.rules.state import State

HAND_SIZE = 4
SKIP_DRAWS = 2
LARGEST_HAND = 6


def end_draws(held: int) -> int:
    """How many cards the end of a turn brings: up to four; with more, none."""
    return max(0, HAND_SIZE - held)


def skip_draws(held: int) -> int:
    """How many cards a skip brings: two, up to six."""
    return max(0, min(SKIP_DRAWS, LARGEST_HAND - held))


def draw(
    state: State, wanted: int, chance: Chance
) -> tuple[State, tuple[CardName, ...], Event | None]:
    """Take so many cards off the deck, or as many as there are in deck and discards."""
    drawn, deck = state.deck[:wanted], state.deck[wanted:]
    missing = wanted - len(drawn)
    if not missing or not state.discards:
        return replace(state, deck=deck), drawn, None
    mixed = chance.shuffled(state.discards, f"deck:{state.ply}")
    told = Event("reshuffled", None, {"count": len(mixed)})
    state = replace(state, deck=mixed[missing:], discards=())
    return state, drawn + mixed[:missing], told
