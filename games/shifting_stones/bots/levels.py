"""Shifting Stones' bots. Each gives a whole turn, from what its seat may see."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from games.shifting_stones.bots.endgame import way_to_win
from games.shifting_stones.bots.search import Part, Plan, away, plans
from games.shifting_stones.bots.worth import weights_for
from games.shifting_stones.rules.actions import Action, End, Flip, Score, Skip, Swap
from games.shifting_stones.rules.deck import CardName
from games.shifting_stones.rules.rehearsal import turn_in
from games.shifting_stones.rules.turn import Turn
from games.shifting_stones.rules.view import ShiftingStonesView

EASY_SHIFTS = 2
CLEVER_SHIFTS = 3


def easy(view: ShiftingStonesView, thinking: Thinking) -> Sequence[JsonObject]:
    """Scores what it can for the fewest shifts, or else goes for one card; discards any others."""
    turn, dice = turn_in(view), thinking.dice
    scoring = [plan for plan in plans_of(turn, EASY_SHIFTS) if plan.scored]
    if scoring:
        best = min(scoring, key=lambda plan: (plan.shifts, -len(plan.scored)))
        return actions_of(view, best.parts, _others(turn, best.scored, dice))
    if not turn.hand or not turn.allows("shift"):
        return actions_of(view, (), ())
    aim = dice.choice(turn.hand)
    deepest = min(EASY_SHIFTS, len(turn.hand) - 1)
    ways = plans(turn.stones, turn.hand, deepest, shifting=True, scoring=False)
    best = min(ways, key=lambda plan: (away(aim, plan.stones), plan.shifts))
    return actions_of(view, best.parts, _others(turn, {aim}, dice))


def clever(view: ShiftingStonesView, thinking: Thinking) -> Sequence[JsonObject]:
    """Weighs every turn within three shifts: points, and how near the cards it keeps will be.

    Alone, once all cards are in its hand, it looks for a way to the very last one.
    """
    turn, weights = turn_in(view), weights_for(view)
    parts = way_to_win(view, turn)
    if parts is not None:
        return actions_of(view, parts, [card for card in turn.hand if card not in parts])
    best = weights.best(plans_of(turn, CLEVER_SHIFTS), turn, thinking.dice)
    return actions_of(view, best.parts, weights.least_wanted(best, turn))


def plans_of(turn: Turn, deepest: int) -> Iterator[Plan]:
    """What this turn may be: without mixed, either some scores or some shifts."""
    if turn.mixed:
        yield from plans(turn.stones, turn.hand, deepest, shifting=True, scoring=True)
        return
    if turn.allows("score"):
        yield from plans(turn.stones, turn.hand, 0, shifting=False, scoring=True)
    if turn.allows("shift"):
        yield from plans(turn.stones, turn.hand, deepest, shifting=True, scoring=False)


def _others(turn: Turn, wanted: Collection[CardName], dice: Random) -> list[CardName]:
    """The other cards in any order, to be spent."""
    others = [card for card in turn.hand if card not in wanted]
    return dice.sample(others, len(others))


def actions_of(
    view: ShiftingStonesView, parts: Sequence[Part], spare: Sequence[CardName]
) -> list[JsonObject]:
    """The actions, with a spare card spent on each shift. Who does nothing draws two for it."""
    if not parts and view["may_skip"]:
        return [Skip().to_json()]
    spend = iter(spare)
    actions: list[Action] = []
    for part in parts:
        if isinstance(part, str):
            actions.append(Score(part))
        elif isinstance(part, int):
            actions.append(Flip(next(spend), part))
        else:
            actions.append(Swap(next(spend), part))
    scored = sum(isinstance(action, Score) for action in actions)
    won = view["strikes"] is not None and len(view["scored"][0]) + scored == view["goal"]
    return [action.to_json() for action in (actions if won else [*actions, End()])]
