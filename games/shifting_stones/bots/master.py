"""The Master: plays its best turns through on tables as they might be, and keeps the best.

The turns that the clever one likes most are tried on the same deals. After each round of deals
the worse half is left aside, so that the time goes to those that are close.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, log2
from random import Random
from typing import NamedTuple

from games.engine.jsontypes import JsonObject
from games.engine.thinking import Stopwatch, Thinking
from games.shifting_stones.bots.endgame import way_to_win
from games.shifting_stones.bots.levels import CLEVER_SHIFTS, actions_of, clever, plans_of
from games.shifting_stones.bots.search import Plan
from games.shifting_stones.bots.table import Table, dealt
from games.shifting_stones.bots.worth import weights_for
from games.shifting_stones.rules.deck import CardName
from games.shifting_stones.rules.rehearsal import turn_in
from games.shifting_stones.rules.view import ShiftingStonesView

# How many turns are tried, and how many deals at most.
CANDIDATES = 8
MOST_DEALS = 400
# How far a turn is played through, in turns of everybody; and how deep those turns look.
ROUNDS = 2
TURNS_ALONE = 6
REPLY_SHIFTS = 2
# What a game won is worth beside its points; and, alone, a card and a strike.
WON = 8.0
A_CARD = 2.0
A_STRIKE = 5.0


class Candidate(NamedTuple):
    plan: Plan
    spare: Sequence[CardName]


def master(
    view: ShiftingStonesView, thinking: Thinking, deals: int = MOST_DEALS
) -> Sequence[JsonObject]:
    """What does best over many deals, against others who play on as the clever one would."""
    watch = thinking.begin()
    turn, weights = turn_in(view), weights_for(view)
    if watch.spent >= 1 or way_to_win(view, turn) is not None:
        return clever(view, thinking)
    found = weights.ranked(plans_of(turn, CLEVER_SHIFTS), turn, thinking.dice, CANDIDATES)
    candidates = [Candidate(plan, weights.least_wanted(plan, turn)) for plan in found]
    best = halved(candidates, partial(dealt, view), watch, thinking.dice, deals)
    return actions_of(view, best.plan.parts, best.spare)


def halved(
    candidates: list[Candidate],
    deal: Callable[[Random], Table],
    watch: Stopwatch,
    dice: Random,
    deals: int,
) -> Candidate:
    """Sequential halving: each round takes its share of the time, or of the deals."""
    rounds = ceil(log2(len(candidates)))
    sums = dict.fromkeys(range(len(candidates)), 0.0)
    used = 0
    for number in range(1, rounds + 1):
        while used < deals * number / rounds and watch.spent < number / rounds:
            used += 1
            table, seed = deal(dice), dice.getrandbits(64)
            found = {}
            for each in sums:
                if watch.spent >= 1:
                    break
                found[each] = tried(candidates[each], table.copy(), Random(seed))  # noqa: S311
            else:
                sums = {each: sums[each] + value for each, value in found.items()}
        # Ties go to what the clever one likes better: the sort is stable.
        order = sorted(sums, key=lambda each: -sums[each])
        sums = {each: sums[each] for each in sorted(order[: (len(order) + 1) // 2])}
    return candidates[next(iter(sums))]


def tried(candidate: Candidate, table: Table, dice: Random) -> float:
    """Play it, then everybody's next turns; what it is worth to who began."""
    own = table.seat
    table.play(candidate.plan, candidate.spare, dice)
    to_come = TURNS_ALONE if table.strikes is not None else ROUNDS * len(table.staying) - 1
    for _ in range(to_come):
        if table.over:
            break
        turn, weights = table.turn, table.weights(table.seat)
        plan = weights.best(plans_of(turn, REPLY_SHIFTS), turn, dice)
        table.play(plan, weights.least_wanted(plan, turn), dice)
    return alone_at(table) if table.strikes is not None else lead_at(table, own)


def lead_at(table: Table, own: int) -> float:
    """By how much this seat is before the best other: at the end, or with the cards in sight."""
    worth: dict[int, float] = dict(table.points())
    if not table.over:
        for seat in worth:
            worth[seat] += table.weights(seat).in_hand(table.hands[seat], table.stones)
    lead = worth[own] - max(value for seat, value in worth.items() if seat != own)
    if table.over:
        lead += WON * ((lead > 0) - (lead < 0))
    return lead


def alone_at(table: Table) -> float:
    """How far one has come alone, and what it has cost."""
    assert table.strikes is not None, "only who is alone is struck"
    value = A_CARD * len(table.scored[0]) - A_STRIKE * table.strikes
    if table.over:
        return value + (WON if table.last_round else -2 * WON)
    return value + table.weights(0).in_hand(table.hands[0], table.stones)
