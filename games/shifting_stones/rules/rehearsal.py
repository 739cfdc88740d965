"""Trying out a turn from what one seat may see, before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.errors import GameError, IllegalAction
from games.shifting_stones.rules.actions import Action, Flip, Score, Skip, Swap, parse
from games.shifting_stones.rules.deck import CARDS, CardName
from games.shifting_stones.rules.drawing import end_draws, skip_draws
from games.shifting_stones.rules.stones import names, stones_named
from games.shifting_stones.rules.turn import Turn, check_skip, matches, score, shift
from games.shifting_stones.rules.view import ShiftingStonesView


@dataclass(frozen=True, slots=True)
class Moment:
    """How it would stand after an action: the turn so far, and the points of that action.

    `shifts` counts the cards discarded up to then, in this rehearsal. `draws` is how many cards
    the seat would then take; which ones, nobody knows. `over` is whether nothing more can follow:
    the turn is ended or, alone, the last card is scored.
    """

    turn: Turn
    points: int = 0
    shifts: int = 0
    draws: int = 0
    over: bool = False

    @property
    def stones(self) -> list[str]:
        return names(self.turn.stones)

    @property
    def matching(self) -> list[CardName]:
        """The cards in hand that could be scored as the stones would lie, if it is allowed."""
        if self.over or not self.turn.allows("score"):
            return []
        return [card for card in self.turn.hand if matches(card, self.turn.stones)]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The moments of a turn: as it stands, then after each action, up to one that is refused."""

    moments: tuple[Moment, ...]
    error: GameError | None = None

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @property
    def points(self) -> int:
        return sum(moment.points for moment in self.moments)

    @property
    def failed_at(self) -> int | None:
        """The index of the action that was refused; all before it hold."""
        return len(self.moments) - 1 if self.error else None


def may_mix(view: ShiftingStonesView, seat: int | None) -> bool:
    """Whether this seat may shift and score in one turn."""
    return bool(view["mixed"]) or seat in view.get("young", ())


def turn_in(view: ShiftingStonesView, seat: int | None = None) -> Turn:
    """The turn as this seat sees it; on another's turn, as if its own had just begun."""
    to_act = view["to_act"]
    seat = to_act if seat is None else seat
    return Turn(
        stones=stones_named(view["stones"]),
        hand=tuple(view["hand"]),
        mixed=may_mix(view, seat),
        so_far=view["turn"] if seat == to_act else None,
        skipped=seat is not None and view["skipped"][seat],
    )


def rehearse(
    view: ShiftingStonesView, actions: Sequence[object], seat: int | None = None
) -> Rehearsal:
    """What these actions, as JSON, would do one after the other; `seat` is who to act if unsaid."""
    moments = [Moment(turn_in(view, seat), over=view["outcome"] is not None)]
    for data in actions:
        try:
            moments.append(_after(view, moments[0], moments[-1], parse(data)))
        except GameError as error:
            return Rehearsal(tuple(moments), error)
    return Rehearsal(tuple(moments))


def _after(view: ShiftingStonesView, first: Moment, now: Moment, action: Action) -> Moment:
    if view["outcome"] is not None:
        raise IllegalAction("game-over", reason=view["outcome"]["reason"])
    if now.over:
        raise IllegalAction("turn-over")
    turn = now.turn
    if isinstance(action, Swap | Flip):
        return Moment(shift(turn, action), shifts=now.shifts + 1)
    if isinstance(action, Score):
        turn = score(turn, action)
        scored = len(first.turn.hand) - len(turn.hand) - now.shifts
        won = view["strikes"] is not None and len(view["scored"][0]) + scored == view["goal"]
        return Moment(turn, CARDS[action.card].points, shifts=now.shifts, over=won)
    if isinstance(action, Skip):
        check_skip(turn)
    wanted = (skip_draws if isinstance(action, Skip) else end_draws)(len(turn.hand))
    loose = view["deck"] + len(view["discards"]) + now.shifts
    return Moment(turn, shifts=now.shifts, draws=min(wanted, loose), over=True)
