"""How far a game goes, and the bonus at its end."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.shifting_stones.rules.deck import CARDS, CardName

# How many scored cards make the round the last, by the number of seats at the start.
GOALS: Mapping[int, int] = {2: 10, 3: 9, 4: 8, 5: 7}
# Alone: how many cards of how many points. All of them have to be scored.
SOLO_DEAL: Mapping[int, int] = {1: 8, 2: 4, 3: 3, 5: 1}
SOLO_CARDS = sum(SOLO_DEAL.values())
STRIKES_LOSE = 4
BONUS = 3


def bonus_seats(scored: Mapping[int, Collection[CardName]]) -> list[int]:
    """Who has most 1-point cards among these seats, each who ties; nobody with none.

    A seat that is by itself, from the start or because all others left, has nobody to be
    compared with.
    """
    if len(scored) < 2:
        return []
    ones = {seat: sum(CARDS[card].points == 1 for card in cards) for seat, cards in scored.items()}
    most = max(ones.values())
    return [seat for seat, count in ones.items() if count == most > 0]
