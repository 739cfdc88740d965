"""The rules of Pebbles, the tiny third game: hidden hands, a bag, two ways to end of its own.

Show a pebble: higher than the last one shown, it scores its number. Then draw a new one. Whoever
reaches the goal, or has no pebble left, ends the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from games.engine.chance import Chance
from games.engine.contract import Event, Step
from games.engine.errors import BadOptions, IllegalAction, MalformedAction
from games.engine.jsontypes import JsonObject
from games.engine.outcome import Outcome
from games.engine.parsing import Fields, kind_and_fields
from games.engine.seating import (
    Seating,
    check_going_on,
    check_start,
    leave,
    one_ply_on,
    outcome_of,
    put,
    returned,
)

NUMBERS = {f"pebble-number-{number}": number for number in range(1, 7)}
COPIES, HAND_SIZE = 4, 3
GOALS = (12, 30)


@dataclass(frozen=True, slots=True)
class Show:
    pebble: str

    def to_json(self) -> JsonObject:
        return {"kind": "show", "pebble": self.pebble}


@dataclass(frozen=True, slots=True)
class End:
    """The same kind as in another game, which calls it by other words."""

    def to_json(self) -> JsonObject:
        return {"kind": "end"}


Action: TypeAlias = Show | End
FIELDS: Fields = {"show": frozenset({"kind", "pebble"}), "end": frozenset({"kind"})}


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Seating[str]):
    """`ring` are the pebbles shown, the last one last; `begun`, whether this turn has shown one."""

    bag: tuple[str, ...]
    ring: tuple[str, ...]
    scores: tuple[int, ...]
    goal: int
    begun: bool = False


class TinyEngine:
    slug = "tiny"
    rules_version = 1
    seats = range(2, 5)
    wants_seniority = False
    wants_young = False

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> State:
        check_start(seats, self.seats, options, {"goal"})
        goal = options.get("goal", GOALS[0])
        if type(goal) is not int or goal not in GOALS:
            raise BadOptions("bad-goal")
        bag = chance.shuffled([name for name in NUMBERS for _ in range(COPIES)], "bag")
        return State(
            hands=tuple(bag[n * HAND_SIZE : (n + 1) * HAND_SIZE] for n in range(seats)),
            turn=0,
            bag=bag[seats * HAND_SIZE :],
            ring=(),
            scores=(0,) * seats,
            goal=goal,
        )

    def to_act(self, state: State) -> int | None:
        return state.to_act

    def between_turns(self, state: State) -> bool:
        return not state.begun

    def legal_actions(self, state: State) -> Iterator[Action]:
        if state.ended is not None:
            return
        if state.begun:
            yield End()
            return
        for name in sorted(set(state.hands[state.turn])):
            yield Show(name)

    def apply(self, state: State, action: Action, chance: Chance) -> Step[State]:
        check_going_on(state)
        return _show(state, action) if isinstance(action, Show) else _end(state)

    def skip(self, state: State, chance: Chance) -> Step[State]:
        check_going_on(state)
        return _next_turn(state, 0, [Event("skipped", state.turn)])

    def withdraw(self, state: State, seat: int, chance: Chance) -> Step[State]:
        check_going_on(state)
        after = replace(leave(state, seat), bag=returned(state, seat, state.bag, chance))
        events = [Event("withdrew", seat)]
        goes_on = seat == state.turn and not after.ended
        return _next_turn(after, 0, events) if goes_on else _step(after, 0, events)

    def view(self, state: State, seat: int | None) -> JsonObject:
        outcome = self.outcome(state)
        view: JsonObject = {
            "ply": state.ply,
            "to_act": state.to_act,
            "scores": list(state.scores),
            "outcome": outcome.to_json() if outcome else None,
            "ring": list(state.ring),
            "hands": [len(hand) for hand in state.hands],
            "bag": len(state.bag),
            "goal": state.goal,
            "begun": state.begun,
        }
        if seat is not None:
            view["hand"] = list(state.hand_of(seat))
        return view

    def hidden(self, state: State) -> JsonObject:
        return {"hands": [list(hand) for hand in state.hands], "pile": list(state.bag)}

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        return outcome_of(state, state.scores)

    def dump(self, state: State) -> JsonObject:
        return {
            "hands": [list(hand) for hand in state.hands],
            "turn": state.turn,
            "bag": list(state.bag),
            "ring": list(state.ring),
            "scores": list(state.scores),
            "goal": state.goal,
            "begun": state.begun,
            "withdrawn": list(state.withdrawn),
            "ended": state.ended,
            "ply": state.ply,
        }

    def load(self, dumped: Mapping[str, Any]) -> State:
        return State(
            hands=tuple(tuple(hand) for hand in dumped["hands"]),
            turn=dumped["turn"],
            bag=tuple(dumped["bag"]),
            ring=tuple(dumped["ring"]),
            scores=tuple(dumped["scores"]),
            goal=dumped["goal"],
            begun=dumped["begun"],
            withdrawn=tuple(dumped["withdrawn"]),
            ended=dumped["ended"],
            ply=dumped["ply"],
        )

    def parse(self, data: object) -> Action:
        kind, fields = kind_and_fields(data, FIELDS)
        if kind == "end":
            return End()
        name = fields.get("pebble")
        if not isinstance(name, str) or name not in NUMBERS:
            raise MalformedAction("unknown-pebble")
        return Show(str(name))

    def audit(self, turns: Sequence[Action], finished: bool) -> Iterator[tuple[int, ...]]:
        ring: tuple[str, ...] = ()
        for action in turns:
            if isinstance(action, End):
                yield (0,)
                continue
            if Counter(ring)[action.pebble] == COPIES:
                raise IllegalAction("used-up", pebble=action.pebble)
            yield (points_of(ring, action.pebble),)
            ring = (*ring, action.pebble)

    def closing(
        self, turns: Sequence[tuple[int, Action]], staying: Sequence[int], seats: int
    ) -> Mapping[int, int]:
        return {}


def points_of(ring: Sequence[str], pebble: str) -> int:
    """Its number, if it is higher than the last one shown."""
    number = NUMBERS[pebble]
    return number if not ring or number > NUMBERS[ring[-1]] else 0


def _show(state: State, action: Show) -> Step[State]:
    seat, hand = state.turn, list(state.hands[state.turn])
    if state.begun:
        raise IllegalAction("shown-already")
    if action.pebble not in hand:
        raise IllegalAction("not-in-hand", pebble=action.pebble)
    hand.remove(action.pebble)
    points = points_of(state.ring, action.pebble)
    state = replace(
        state,
        hands=put(state.hands, seat, tuple(hand)),
        ring=(*state.ring, action.pebble),
        scores=put(state.scores, seat, state.scores[seat] + points),
        begun=True,
    )
    return _step(state, points, [Event("shown", seat, {"pebble": action.pebble})])


def _end(state: State) -> Step[State]:
    """Draw a pebble, if the bag has one. The goal reached, or an empty hand, ends the game."""
    if not state.begun:
        raise IllegalAction("nothing-shown")
    seat = state.turn
    hand = state.hands[seat] + state.bag[:1]
    state = replace(state, hands=put(state.hands, seat, hand), bag=state.bag[1:])
    if state.scores[seat] >= state.goal:
        state = replace(state, ended="goal")
    elif not hand:
        state = replace(state, ended="out")
    return _next_turn(state, 0, [Event("turn-ended", seat)])


def _next_turn(state: State, points: int, events: Sequence[Event]) -> Step[State]:
    return _step(replace(state, turn=state.seat_after(state.turn), begun=False), points, events)


def _step(state: State, points: int, events: Sequence[Event]) -> Step[State]:
    return one_ply_on(replace(state, begun=False) if state.ended else state, points, events)
