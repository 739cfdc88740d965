"""A turn for a bot that cannot find one: whatever the rules allow, not a good one."""

from __future__ import annotations

from games.models import Game
from games.rules.chance import Chance
from games.rules.jsontypes import JsonObject


def any_turn(game: Game) -> list[JsonObject]:
    """The first action that is a whole turn by itself."""
    engine, chance = game.engine, Chance(bytes(game.seed or b""))
    state = engine.load(game.state or {})
    for action in engine.legal_actions(state):
        after = engine.apply(state, action, chance).state
        if engine.outcome(after) is not None or engine.between_turns(after):
            return [action.to_json()]
    raise LookupError("no action is a turn by itself")
