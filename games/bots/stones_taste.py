"""What a turn of Shifting Stones is worth to a bot that weighs it, in points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.bots.stones_search import Plan, away
from games.rules.shifting_stones.deck import CARDS, CardName, points_of
from games.rules.shifting_stones.drawing import end_draws
from games.rules.shifting_stones.ending import BONUS
from games.rules.shifting_stones.stones import Stones
from games.rules.shifting_stones.turn import Turn

# How far behind in 1-point cards the bonus is still worth going for.
IN_REACH = 2
A_ONE = 0.3
# What it costs to bring the last round about with fewer points than another.
ENDS_BEHIND = 3.0


@dataclass(frozen=True, slots=True)
class Taste:
    """`near` is what a card kept is worth, as a part of its points, by how far it is away.

    `fresh` is a card drawn, `card` any card scored beside its points, `one` a 1-point card for the
    sake of the bonus, `strike` a turn without points. `short` is how many cards the goal is away,
    and `behind` how many points the seat is behind the best other.
    """

    near: tuple[float, ...]
    fresh: float
    card: float = 0.0
    one: float = 0.0
    strike: float = 0.0
    short: int = 0
    behind: int = 0

    def of(self, plan: Plan, turn: Turn) -> float:
        """All that a plan brings: what it scores, what it keeps and what is drawn for the rest."""
        kept = self._by_worth(plan, turn)[plan.shifts :]
        value = sum(worth for worth, _ in kept) + self.fresh * end_draws(len(kept))
        if plan.scored:
            value += sum(map(self._worth, plan.scored))
            if 0 < self.short <= len(plan.scored) and points_of(plan.scored) < self.behind:
                value -= ENDS_BEHIND
        elif turn.so_far in (None, "shift"):
            value -= self.strike
        return value

    def least_wanted(self, plan: Plan, turn: Turn) -> Sequence[CardName]:
        """The cards to spend, least wanted first."""
        return [card for _, card in self._by_worth(plan, turn)]

    def _by_worth(self, plan: Plan, turn: Turn) -> list[tuple[float, CardName]]:
        return sorted(
            (self._kept(card, plan.stones), card) for card in turn.hand if card not in plan.scored
        )

    def _kept(self, card: CardName, stones: Stones) -> float:
        return self.near[min(away(card, stones), len(self.near) - 1)] * self._worth(card)

    def _worth(self, card: CardName) -> float:
        points = CARDS[card].points
        return points + self.card + (self.one if points == 1 else 0.0)


MIXED = Taste(near=(0.85, 0.7, 0.5, 0.35, 0.2, 0.1), fresh=0.8)
STRICT = Taste(near=(0.8, 0.45, 0.35, 0.25, 0.15, 0.1), fresh=0.5)
# Every card has to be scored, whatever its points; and the first strikes are best kept for the end.
ALONE = Taste(near=(0.8, 0.6, 0.4, 0.3, 0.2, 0.1), fresh=0.6, card=1.0, strike=6.0)
# In the last round there is no next turn to keep a card for.
LAST = Taste(near=(0.0,), fresh=0.0)


def taste_for(view: Mapping[str, Any]) -> Taste:
    if view["strikes"] is not None:
        return ALONE
    taste = LAST if view["last_round"] else MIXED if view["mixed"] else STRICT
    own = view["to_act"]
    others = [seat for seat in range(len(view["scored"])) if seat not in (own, *view["left"])]
    return replace(
        taste,
        one=_bonus_share(view, own, others),
        short=view["goal"] - len(view["scored"][own]),
        behind=max(view["scores"][seat] for seat in others) - view["scores"][own],
    )


def _bonus_share(view: Mapping[str, Any], own: int, others: Sequence[int]) -> float:
    """What a 1-point card adds to the hope of the bonus: nothing where it is out of reach."""
    ones = [sum(CARDS[card].points == 1 for card in cards) for cards in view["scored"]]
    ahead = max(ones[seat] for seat in others) - ones[own]
    if ahead > IN_REACH:
        return 0.0
    return BONUS / max(ahead, 1) if view["last_round"] and ahead >= 0 else A_ONE
