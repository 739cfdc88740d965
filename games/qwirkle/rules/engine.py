"""Qwirkle as an engine, by the contract in `games/engine/contract.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.engine.chance import Chance
from games.engine.contract import Step
from games.engine.errors import BadOptions
from games.engine.jsontypes import JsonObject
from games.engine.outcome import Outcome
from games.engine.seating import check_going_on, check_start, outcome_of
from games.engine.view import Hidden
from games.qwirkle.rules import listing, turns
from games.qwirkle.rules.actions import Action, Place, Trade, parse
from games.qwirkle.rules.board import Grid
from games.qwirkle.rules.state import State, dump, load
from games.qwirkle.rules.tiles import ALL_TILES, HAND_SIZE, names
from games.qwirkle.rules.transcript import audit
from games.qwirkle.rules.view import QwirkleView


class QwirkleEngine:
    """Lay tiles in lines of one colour or one shape; a line of six is a Qwirkle."""

    slug = "qwirkle"
    rules_version = 1
    seats = range(2, 9)
    wants_seniority = True
    wants_young = False

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> State:
        """Deal six tiles to each seat; the largest set opens, in a tie the oldest player's."""
        check_start(seats, self.seats, options, {"seniority"})
        seniority = _seniority(seats, options)
        bag = chance.shuffled(ALL_TILES, "bag")
        hands = tuple(bag[n * HAND_SIZE : (n + 1) * HAND_SIZE] for n in range(seats))
        dealt = State(
            grid=Grid(),
            hands=hands,
            bag=bag[seats * HAND_SIZE :],
            scores=(0,) * seats,
            turn=seniority[0],
            seniority=seniority,
        )
        return turns.opened_by(dealt, turns.opener(dealt))

    def to_act(self, state: State) -> int | None:
        return state.to_act

    def between_turns(self, state: State) -> bool:
        """A turn is one action."""
        return True

    def legal_actions(self, state: State) -> Iterator[Action]:
        return listing.legal_actions(state)

    def apply(self, state: State, action: Action, chance: Chance) -> Step[State]:
        check_going_on(state)
        if isinstance(action, Place):
            return turns.place(state, action)
        if isinstance(action, Trade):
            return turns.trade(state, action, chance)
        return turns.pass_on(state)

    def skip(self, state: State, chance: Chance) -> Step[State]:
        check_going_on(state)
        return turns.skip(state)

    def withdraw(self, state: State, seat: int, chance: Chance) -> Step[State]:
        check_going_on(state)
        return turns.withdraw(state, seat, chance)

    def view(self, state: State, seat: int | None) -> QwirkleView:
        outcome = self.outcome(state)
        view: QwirkleView = {
            "ply": state.ply,
            "to_act": self.to_act(state),
            "scores": list(state.scores),
            "outcome": outcome.to_json() if outcome else None,
            "board": state.grid.to_json(),
            "hands": [len(hand) for hand in state.hands],
            "bag": len(state.bag),
            "opening": state.opening,
            "past": [list(turn) for turn in state.past],
        }
        if seat is not None:
            view["hand"] = names(state.hand_of(seat))
        return view

    def hidden(self, state: State) -> Hidden:
        return {"hands": [names(hand) for hand in state.hands], "pile": names(state.bag)}

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        return outcome_of(state, state.scores)

    def dump(self, state: State) -> JsonObject:
        return dump(state)

    def load(self, dumped: Mapping[str, object]) -> State:
        return load(dumped)

    def parse(self, data: object) -> Action:
        return parse(data)

    def audit(self, turns: Sequence[Action], finished: bool) -> Iterator[tuple[int, ...]]:
        return audit(turns, finished)

    def closing(
        self, turns: Sequence[tuple[int, Action]], staying: Sequence[int], seats: int
    ) -> Mapping[int, int]:
        """None: the six for going out are among the points of the last turn."""
        return {}


def _seniority(seats: int, options: Mapping[str, object]) -> tuple[int, ...]:
    """The seats from the oldest player to the youngest; unknown, the order of the seats."""
    seniority = options.get("seniority", list(range(seats)))
    if not isinstance(seniority, list | tuple) or any(type(seat) is not int for seat in seniority):
        raise BadOptions("bad-seniority")
    if sorted(seniority) != list(range(seats)):
        raise BadOptions("bad-seniority")
    return tuple(seniority)
