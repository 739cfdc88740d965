"""What each action does to the state, and when the game ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from games.rules.chance import Chance
from games.rules.engine import Event, Step
from games.rules.errors import IllegalAction
from games.rules.shifting_stones import turn
from games.rules.shifting_stones.actions import Flip, Score, Swap
from games.rules.shifting_stones.deck import CARDS
from games.rules.shifting_stones.drawing import draw, end_draws, skip_draws
from games.rules.shifting_stones.ending import BONUS, STRIKES_LOSE
from games.rules.shifting_stones.state import State
from games.rules.shifting_stones.stones import names
from games.rules.shifting_stones.turn import Turn, matching_cells

Item = TypeVar("Item")


def shift(state: State, action: Swap | Flip) -> Step[State]:
    """The card lies face up on the discards, and the stones have changed."""
    after = turn.shift(state.playing, action)
    kind = "swapped" if isinstance(action, Swap) else "flipped"
    told = {name: value for name, value in action.to_json().items() if name != "kind"}
    told["stones"] = names(after.stones)
    state = replace(_played(state, after), discards=(*state.discards, action.card))
    return _step(state, 0, [Event(kind, state.turn, told)])


def score(state: State, action: Score) -> Step[State]:
    """The card lies face up with its seat: its points stay. Alone, the last card wins at once."""
    seat, card = state.turn, CARDS[action.card]
    after = turn.score(state.playing, action)
    cells = [list(place) for place in matching_cells(card.name, state.stones)]
    events = [Event("scored", seat, {"card": card.name, "points": card.points, "cells": cells})]
    was_last = state.last_round
    scored = _put(state.scored, seat, (*state.scored[seat], card.name))
    state = replace(_played(state, after), scored=scored)
    if state.last_round and state.alone:
        state = replace(state, ended="won")
    elif state.last_round and not was_last:
        events.append(Event("last-round", seat, {"goal": state.goal}))
    return _step(state, card.points, events)


def end(state: State, chance: Chance, kind: str = "turn-ended") -> Step[State]:
    """Draw up to four; with more than four, draw none."""
    return _end_turn(state, end_draws(len(state.hands[state.turn])), chance, kind)


def skip(state: State, chance: Chance) -> Step[State]:
    """The whole turn: draw two, to six at most."""
    turn.check_skip(state.playing)
    wanted = skip_draws(len(state.hands[state.turn]))
    return _end_turn(state, wanted, chance, "skipped-to-draw")


def run_out(state: State, chance: Chance) -> Step[State]:
    """The clock ended the turn, whatever it was so far. It is not the rulebook's skip."""
    return end(state, chance, "skipped")


def withdraw(state: State, seat: int, chance: Chance) -> Step[State]:
    """The seat's hand goes back into the deck; what it scored stays with it."""
    if seat not in state.staying:
        raise IllegalAction("not-at-the-table", seat=seat)
    after = replace(
        state,
        hands=_put(state.hands, seat, ()),
        deck=chance.shuffled(state.deck + state.hands[seat], f"withdraw:{state.ply}"),
        withdrawn=(*state.withdrawn, seat),
    )
    events = [Event("withdrew", seat)]
    if len(after.staying) < 2:
        return _step(replace(after, ended="withdrawn"), 0, events)
    return _next_turn(after, events) if seat == state.turn else _step(after, 0, events)


def _end_turn(state: State, wanted: int, chance: Chance, kind: str) -> Step[State]:
    seat = state.turn
    state, drawn, mixed = draw(state, wanted, chance)
    state = replace(
        state,
        hands=_put(state.hands, seat, state.hands[seat] + drawn),
        skipped=_put(state.skipped, seat, kind == "skipped-to-draw"),
    )
    events = [Event(kind, seat, {"drew": len(drawn)}), *([mixed] if mixed else [])]
    if state.alone and state.so_far in (None, "shift"):
        state = replace(state, strikes=state.strikes + 1)
        events.append(Event("strike", seat, {"strikes": state.strikes}))
        if state.strikes == STRIKES_LOSE:
            state = replace(state, ended="lost")
    return _next_turn(state, events)


def _next_turn(state: State, events: list[Event]) -> Step[State]:
    """Play goes on clockwise, unless this was the end of the last round."""
    seat = state.turn
    if state.last_round and state.ends_the_round(seat):
        state = replace(state, ended="cards")
        events += [Event("bonus", other, {"points": BONUS}) for other in state.bonus]
    return _step(replace(state, turn=state.seat_after(seat), so_far=None), 0, events)


def _step(state: State, points: int, events: list[Event]) -> Step[State]:
    if state.ended is not None:
        state = replace(state, so_far=None)
        events = [*events, Event("ended", None, {"reason": state.ended})]
    return Step(replace(state, ply=state.ply + 1), points, tuple(events))


def _played(state: State, after: Turn) -> State:
    """The state with what a turn has become."""
    hands = _put(state.hands, state.turn, after.hand)
    return replace(state, stones=after.stones, hands=hands, so_far=after.so_far)


def _put(items: tuple[Item, ...], seat: int, item: Item) -> tuple[Item, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
