"""What each action does to the state, and when the game ends."""

from __future__ import annotations

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Step
from games.engine.seating import leave, one_ply_on, put, returned
from games.shifting_stones.rules import turn
from games.shifting_stones.rules.actions import Flip, Score, Swap
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.drawing import draw, end_draws, skip_draws
from games.shifting_stones.rules.ending import BONUS, STRIKES_LOSE
from games.shifting_stones.rules.state import State
from games.shifting_stones.rules.stones import names
from games.shifting_stones.rules.turn import Turn, matching_cells


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
    scored = put(state.scored, seat, (*state.scored[seat], card.name))
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
    after = replace(leave(state, seat), deck=returned(state, seat, state.deck, chance))
    events = [Event("withdrew", seat)]
    goes_on = seat == state.turn and not after.ended
    return _next_turn(after, events) if goes_on else _step(after, 0, events)


def _end_turn(state: State, wanted: int, chance: Chance, kind: str) -> Step[State]:
    seat = state.turn
    state, drawn, mixed = draw(state, wanted, chance)
    state = replace(
        state,
        hands=put(state.hands, seat, state.hands[seat] + drawn),
        skipped=put(state.skipped, seat, kind == "skipped-to-draw"),
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
    return one_ply_on(state, points, events)


def _played(state: State, after: Turn) -> State:
    """The state with what a turn has become."""
    hands = put(state.hands, state.turn, after.hand)
    return replace(state, stones=after.stones, hands=hands, so_far=after.so_far)
