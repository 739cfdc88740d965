"""A table as it might be: what a view leaves unknown is dealt by dice, and turns are played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from games.shifting_stones.bots.search import Plan
from games.shifting_stones.bots.worth import ALONE, Weights, weights_among
from games.shifting_stones.rules.deck import CARDS, CardName, points_of
from games.shifting_stones.rules.drawing import end_draws, skip_draws
from games.shifting_stones.rules.ending import BONUS, SOLO_DEAL, STRIKES_LOSE, bonus_seats
from games.shifting_stones.rules.rehearsal import may_mix
from games.shifting_stones.rules.stones import Stones, stones_named
from games.shifting_stones.rules.turn import SoFar, Turn
from games.shifting_stones.rules.view import ShiftingStonesView


@dataclass(slots=True)
class Table:
    """Changed in place by each turn. `staying` are the seats that play, in their order."""

    stones: Stones
    hands: list[tuple[CardName, ...]]
    deck: list[CardName]
    discards: list[CardName]
    scored: list[tuple[CardName, ...]]
    skipped: list[bool]
    seat: int
    first: int
    goal: int
    staying: tuple[int, ...]
    mixed: tuple[bool, ...]
    strikes: int | None
    so_far: SoFar | None
    over: bool = False

    def copy(self) -> Table:
        return replace(
            self,
            hands=self.hands.copy(),
            deck=self.deck.copy(),
            discards=self.discards.copy(),
            scored=self.scored.copy(),
            skipped=self.skipped.copy(),
        )

    @property
    def turn(self) -> Turn:
        seat = self.seat
        return Turn(
            self.stones, self.hands[seat], self.mixed[seat], self.so_far, self.skipped[seat]
        )

    @property
    def last_round(self) -> bool:
        return any(len(cards) >= self.goal for cards in self.scored)

    def weights(self, seat: int) -> Weights:
        if self.strikes is not None:
            return ALONE
        others = [other for other in self.staying if other != seat]
        return weights_among(
            self.scored, seat, others, self.goal, last=self.last_round, mixed=self.mixed[seat]
        )

    def points(self) -> dict[int, int]:
        """The points of those who play, with the bonus once it is over."""
        bonus = bonus_seats({seat: self.scored[seat] for seat in self.staying}) if self.over else []
        return {
            seat: points_of(self.scored[seat]) + BONUS * (seat in bonus) for seat in self.staying
        }

    def play(self, plan: Plan, spare: Sequence[CardName], dice: Random) -> None:
        """The plan, with the first of the spare cards spent on its shifts; then the next seat."""
        seat = self.seat
        spent = spare[: plan.shifts]
        kept = [card for card in self.hands[seat] if card not in plan.scored and card not in spent]
        self.stones = plan.stones
        self.discards += spent
        self.scored[seat] += tuple(part for part in plan.parts if isinstance(part, str))
        skips = not plan.parts and self.so_far is None and not self.skipped[seat]
        kept += self._drawn((skip_draws if skips else end_draws)(len(kept)), dice)
        self.hands[seat] = tuple(kept)
        self.skipped[seat] = skips
        if self.strikes is not None:
            self.strikes += not plan.scored and self.so_far in (None, "shift")
            self.over = self.strikes >= STRIKES_LOSE or self.last_round
        else:
            self._pass_on()
        self.so_far = None

    def _drawn(self, wanted: int, dice: Random) -> list[CardName]:
        if len(self.deck) < wanted:
            self.deck += dice.sample(self.discards, len(self.discards))
            self.discards = []
        drawn, self.deck = self.deck[:wanted], self.deck[wanted:]
        return drawn

    def _pass_on(self) -> None:
        """To the next who plays, unless this was the end of the last round."""
        place = self.staying.index(self.seat)
        after = self.staying[(place + 1) % len(self.staying)]
        ends_the_round = self._in_round(after) <= self._in_round(self.seat)
        self.over = ends_the_round and self.last_round
        self.seat = after

    def _in_round(self, seat: int) -> int:
        return (seat - self.first) % len(self.hands)


def dealt(view: ShiftingStonesView, dice: Random) -> Table:
    """One way in which what this seat cannot see may lie."""
    own = view["to_act"]
    assert own is not None, "a bot is asked when it is its turn"
    seats = range(len(view["hands"]))
    unseen = _unseen(view, dice)
    hands = []
    for seat in seats:
        size = 0 if seat == own else view["hands"][seat]
        hands.append(tuple(view["hand"]) if seat == own else tuple(unseen[:size]))
        unseen = unseen[size:]
    return Table(
        stones=stones_named(view["stones"]),
        hands=hands,
        deck=unseen[: view["deck"]],
        discards=list(view["discards"]),
        scored=[tuple(cards) for cards in view["scored"]],
        skipped=list(view["skipped"]),
        seat=own,
        first=view["first"],
        goal=view["goal"],
        staying=tuple(seat for seat in seats if seat not in view["left"]),
        mixed=tuple(may_mix(view, seat) for seat in seats),
        strikes=view["strikes"],
        so_far=view["turn"],
    )


def _unseen(view: ShiftingStonesView, dice: Random) -> list[CardName]:
    """The cards that may lie face down, mixed. Alone, so many of each points as were dealt."""
    seen = {*view["hand"], *view["discards"], *(card for pile in view["scored"] for card in pile)}
    unseen = [card for card in CARDS if card not in seen]
    mixed = dice.sample(unseen, len(unseen))
    if view["strikes"] is None:
        return mixed
    missing = {
        points: count - sum(CARDS[card].points == points for card in seen)
        for points, count in SOLO_DEAL.items()
    }
    left = []
    for card in mixed:
        points = CARDS[card].points
        if missing[points] > 0:
            missing[points] -= 1
            left.append(card)
    return dice.sample(left, len(left))
