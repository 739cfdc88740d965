"""One step of a game, be it a seat's own action or one of the two that only happen to a seat."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import AnyEngine, AnyState, Step
from games.engine.errors import IllegalAction
from games.engine.jsontypes import ActionJson

SKIP_TURN = "skip-turn"
WITHDRAW = "withdraw"


def advance(
    engine: AnyEngine, state: AnyState, seat: int, action: ActionJson, chance: Chance
) -> Step[AnyState]:
    """Play one recorded action, be it the seat's own, a missed turn or its leaving."""
    if action == {"kind": WITHDRAW}:
        return engine.withdraw(state, seat, chance)
    if engine.to_act(state) not in (seat, None):
        raise IllegalAction("not-your-turn", seat=seat)
    if action == {"kind": SKIP_TURN}:
        return engine.skip(state, chance)
    return engine.apply(state, engine.parse(action), chance)
