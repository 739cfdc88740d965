"""What a turn of Shifting Stones is worth to a bot that weighs it, in points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from math import inf
from random import Random

from games.shifting_stones.bots.search import Plan, away
from games.shifting_stones.rules.deck import CARDS, CardName, points_of
from games.shifting_stones.rules.drawing import end_draws
from games.shifting_stones.rules.ending import BONUS
from games.shifting_stones.rules.rehearsal import may_mix
from games.shifting_stones.rules.stones import Stones
from games.shifting_stones.rules.turn import Turn
from games.shifting_stones.rules.view import ShiftingStonesView

# How far behind in 1-point cards the bonus is still worth going for.
IN_REACH = 2
A_ONE = 0.3
# What it costs to bring the last round about with fewer points than another.
ENDS_BEHIND = 3.0


@dataclass(frozen=True, slots=True)
class Weights:
    """`near` is what a card kept is worth, as a part of its points, by how far it is away.

    `fresh` is a card drawn, `card` any card scored beside its points, `one` a 1-point card for the
    sake of the bonus, `idle` what a turn without points costs. `short` is how many cards are
    missing to the goal, and `behind` how many points to the best other seat.
    """

    near: tuple[float, ...]
    fresh: float
    card: float = 0.0
    one: float = 0.0
    idle: float = 0.0
    short: int = 0
    behind: int = 0

    def best(self, found: Iterable[Plan], turn: Turn, dice: Random) -> Plan:
        """The plan worth most, and of several equals any."""
        best, most = Plan(turn.stones), (-inf, 0.0)
        # How good a plan with so many shifts and these scores can be at best, whatever the stones.
        limits: dict[tuple[int, frozenset[CardName]], float] = {}
        for plan in found:
            kind = plan.shifts, plan.scored
            if kind not in limits:
                limits[kind] = self._value(plan, turn, self._worths(plan, turn, 0))
            if limits[kind] >= most[0]:
                value = self._value(plan, turn, self._worths(plan, turn)), dice.random()
                if value > most:
                    best, most = plan, value
        return best

    def ranked(self, found: Iterable[Plan], turn: Turn, dice: Random, most: int) -> list[Plan]:
        """The plans worth most, best first, and equals in any order."""
        valued = (
            (self._value(plan, turn, self._worths(plan, turn)), dice.random(), plan)
            for plan in found
        )
        return [plan for _, _, plan in nlargest(most, valued)]

    def in_hand(self, hand: Sequence[CardName], stones: Stones) -> float:
        """What these cards are worth to who keeps them, as the stones lie."""
        last = len(self.near) - 1
        return sum(self.near[min(away(card, stones), last)] * self._worth(card) for card in hand)

    def least_wanted(self, plan: Plan, turn: Turn) -> Sequence[CardName]:
        """The cards to spend, least wanted first."""
        others = [card for card in turn.hand if card not in plan.scored]
        worths = dict(zip(others, self._worths(plan, turn), strict=True))
        return sorted(others, key=lambda card: worths[card])

    def _value(self, plan: Plan, turn: Turn, worths: list[float]) -> float:
        """What it scores, what it keeps and what is drawn for the rest."""
        kept = sorted(worths)[plan.shifts :]
        value = sum(kept) + self.fresh * end_draws(len(kept))
        if plan.scored:
            # In the order of the hand: a sum of fractions depends on it, and dice decide ties.
            value += sum(self._worth(card) for card in turn.hand if card in plan.scored)
            if 0 < self.short <= len(plan.scored) and points_of(plan.scored) < self.behind:
                value -= ENDS_BEHIND
        elif turn.so_far in (None, "shift"):
            value -= self.idle
        return value

    def _worths(self, plan: Plan, turn: Turn, far: int | None = None) -> list[float]:
        """What each card that is not scored is worth, at the end of the plan or so far away."""
        last = len(self.near) - 1
        return [
            self.near[min(away(card, plan.stones) if far is None else far, last)]
            * self._worth(card)
            for card in turn.hand
            if card not in plan.scored
        ]

    def _worth(self, card: CardName) -> float:
        points = CARDS[card].points
        return points + self.card + (self.one if points == 1 else 0.0)


MIXED = Weights(near=(0.85, 0.7, 0.5, 0.35, 0.2, 0.1), fresh=0.8)
# Others shift before the next turn, so that points now are worth more than points in sight; a bot
# that always sets up something better never comes to an end against its like.
STRICT = Weights(near=(0.6, 0.25, 0.15, 0.1, 0.05, 0.02), fresh=0.3, idle=1.5)
# Every card has to be scored, whatever its points; and the first strikes are best kept for the end.
ALONE = Weights(near=(0.8, 0.6, 0.4, 0.3, 0.2, 0.1), fresh=0.6, card=1.0, idle=6.0)
# In the last round there is no next turn to keep a card for.
LAST = Weights(near=(0.0,), fresh=0.0)


def weights_for(view: ShiftingStonesView) -> Weights:
    if view["strikes"] is not None:
        return ALONE
    own = view["to_act"]
    assert own is not None, "a bot is asked when it is its turn"
    others = [seat for seat in range(len(view["scored"])) if seat not in (own, *view["left"])]
    return weights_among(
        view["scored"], own, others, view["goal"], last=view["last_round"], mixed=may_mix(view, own)
    )


def weights_among(
    scored: Sequence[Sequence[CardName]],
    own: int,
    others: Sequence[int],
    goal: int,
    *,
    last: bool,
    mixed: bool,
) -> Weights:
    """With others: by what everybody has scored, and how far it is to the end."""
    points = [points_of(cards) for cards in scored]
    return replace(
        LAST if last else MIXED if mixed else STRICT,
        one=_bonus_share(scored, own, others, last=last),
        short=goal - len(scored[own]),
        behind=max(points[seat] for seat in others) - points[own],
    )


def _bonus_share(
    scored: Sequence[Sequence[CardName]], own: int, others: Sequence[int], *, last: bool
) -> float:
    """What a 1-point card adds to the hope of the bonus: nothing where it is out of reach."""
    ones = [sum(CARDS[card].points == 1 for card in cards) for cards in scored]
    ahead = max(ones[seat] for seat in others) - ones[own]
    if ahead > IN_REACH:
        return 0.0
    return BONUS / max(ahead, 1) if last and ahead >= 0 else A_ONE
