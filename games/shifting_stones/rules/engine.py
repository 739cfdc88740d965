"""Shifting Stones as an engine, by the contract in `games/engine/contract.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.engine.chance import Chance
from games.engine.contract import Step
from games.engine.errors import BadOptions
from games.engine.jsontypes import JsonObject
from games.engine.outcome import Outcome
from games.engine.seating import check_going_on, check_start, outcome_of
from games.engine.view import Hidden
from games.shifting_stones.rules import listing, transcript, turns
from games.shifting_stones.rules.actions import Action, End, Flip, Score, Swap, parse
from games.shifting_stones.rules.dealing import deal
from games.shifting_stones.rules.state import State, dump, load
from games.shifting_stones.rules.stones import names
from games.shifting_stones.rules.view import ShiftingStonesView


class ShiftingStonesEngine:
    """Swap stones and turn them over until they lie as the cards in hand show them."""

    slug = "shifting_stones"
    rules_version = 1
    seats = range(1, 6)
    wants_seniority = False
    wants_young = True

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> State:
        """Deal four cards to each seat. Alone, shifting and scoring in one turn is the default.

        With `mixed` everybody may do both in one turn, with `young` those seats may.
        """
        check_start(seats, self.seats, options, {"mixed", "young"})
        return deal(seats, _mixed(seats, options), _young(seats, options), chance)

    def to_act(self, state: State) -> int | None:
        return state.to_act

    def between_turns(self, state: State) -> bool:
        return state.so_far is None

    def legal_actions(self, state: State) -> Iterator[Action]:
        return listing.legal_actions(state)

    def apply(self, state: State, action: Action, chance: Chance) -> Step[State]:
        check_going_on(state)
        if isinstance(action, Swap | Flip):
            return turns.shift(state, action)
        if isinstance(action, Score):
            return turns.score(state, action)
        if isinstance(action, End):
            return turns.end(state, chance)
        return turns.skip(state, chance)

    def skip(self, state: State, chance: Chance) -> Step[State]:
        """The clock ran out: the turn ends with nothing more done, and draws as any other."""
        check_going_on(state)
        return turns.run_out(state, chance)

    def withdraw(self, state: State, seat: int, chance: Chance) -> Step[State]:
        check_going_on(state)
        return turns.withdraw(state, seat, chance)

    def view(self, state: State, seat: int | None) -> ShiftingStonesView:
        outcome = self.outcome(state)
        view: ShiftingStonesView = {
            "ply": state.ply,
            "to_act": self.to_act(state),
            "scores": list(state.scores),
            "outcome": outcome.to_json() if outcome else None,
            "stones": names(state.stones),
            "hands": [len(hand) for hand in state.hands],
            "deck": len(state.deck),
            "discards": list(state.discards),
            "scored": [list(cards) for cards in state.scored],
            "strikes": state.strikes if state.alone else None,
            "turn": state.so_far,
            "mixed": state.mixed,
            "goal": state.goal,
            "last_round": state.last_round,
            "may_skip": state.ended is None and state.playing.may_skip,
            "skipped": list(state.skipped),
            "first": state.first,
            "left": list(state.withdrawn),
        }
        if state.young:
            view["young"] = list(state.young)
        if seat is not None:
            view["hand"] = list(state.hand_of(seat))
        return view

    def hidden(self, state: State) -> Hidden:
        return {"hands": [list(hand) for hand in state.hands], "pile": list(state.deck)}

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        """Alone there is but one place: the reason says whether the game was won."""
        return outcome_of(state, state.scores, beaten=state.alone and state.ended != "won")

    def dump(self, state: State) -> JsonObject:
        return dump(state)

    def load(self, dumped: Mapping[str, object]) -> State:
        return load(dumped)

    def parse(self, data: object) -> Action:
        return parse(data)

    def audit(self, turns: Sequence[Action], finished: bool) -> Iterator[tuple[int, ...]]:
        return transcript.audit(turns)

    def closing(
        self, turns: Sequence[tuple[int, Action]], staying: Sequence[int], seats: int
    ) -> Mapping[int, int]:
        return transcript.closing(turns, staying, seats)


def _mixed(seats: int, options: Mapping[str, object]) -> bool:
    """Whether a turn may both shift and score, whoever's it is."""
    mixed = options.get("mixed", seats == 1)
    if not isinstance(mixed, bool):
        raise BadOptions("bad-mixed")
    return mixed


def _young(seats: int, options: Mapping[str, object]) -> tuple[int, ...]:
    """The seats of young players, who may do both in one turn where others may not."""
    young = options.get("young", [])
    if not isinstance(young, list) or not all(type(seat) is int for seat in young):
        raise BadOptions("bad-young")
    if len(set(young)) < len(young) or not set(young) <= set(range(seats)):
        raise BadOptions("bad-young")
    return tuple(sorted(young))
