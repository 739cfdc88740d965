"""A turn as it comes in, read and tried out by the rules: nothing is stored. No query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.contract import AnyEngine, AnyState, Step
from games.engine.jsontypes import JsonObject
from games.kit.kind import AnyKind
from games.machinery.errors import ServiceError


def as_draft(kind: AnyKind, actions: Sequence[object]) -> list[JsonObject]:
    """What is prepared, whether it is legal yet or not; only nonsense is refused."""
    if len(actions) > kind.longest_turn:
        raise ServiceError("bad-draft", 422)
    return [kind.engine.parse(action).to_json() for action in actions]


def own_actions(kind: AnyKind, actions: Sequence[object]) -> list[JsonObject]:
    """What a seat itself may do, as it is stored. Skipping and leaving only happen to it."""
    if not actions:
        raise ServiceError("nothing-done", 422)
    if len(actions) > kind.longest_turn:
        raise ServiceError("not-a-turn", 422)
    return [kind.engine.parse(action).to_json() for action in actions]


def steps_of(
    engine: AnyEngine,
    state: AnyState,
    seat: int,
    actions: Sequence[Mapping[str, object]],
    chance: Chance,
) -> Iterator[Step[AnyState]]:
    """What the rules make of each action. A turn comes in whole: one clock, one mail to who is
    next."""
    for number, action in enumerate(actions, start=1):
        step = advance(engine, state, seat, action, chance)
        state = step.state
        over = engine.outcome(state) is not None or engine.between_turns(state)
        if over != (number == len(actions)):
            raise ServiceError("not-a-turn", 422)
        yield step
