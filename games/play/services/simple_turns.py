"""A turn for a bot that cannot find one: whatever the rules allow, not a good one."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import AnyState
from games.engine.jsontypes import JsonObject
from games.models import Game

# Of what can be begun so much is looked at: a bot that fails must not fail at this.
MOST_BEGUN = 50


def any_turn(game: Game) -> list[JsonObject]:
    """Of the shortest turns the first: an action that is one by itself, else two, and so on."""
    engine, chance = game.engine, Chance(bytes(game.seed or b""))
    begun: list[tuple[list[JsonObject], AnyState]] = [([], engine.load(game.state or {}))]
    for _ in range(game.kind.longest_turn):
        longer = []
        for actions, state in begun[:MOST_BEGUN]:
            for action in engine.legal_actions(state):
                after = engine.apply(state, action, chance).state
                turn = [*actions, action.to_json()]
                if engine.outcome(after) is not None or engine.between_turns(after):
                    return turn
                longer.append((turn, after))
        begun = longer
    raise LookupError("no turn was found")
