"""Looking at what is hidden: each look is in the trail before anything is seen."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Act, Game
from games.services.errors import ServiceError
from games.services.moderation import trail
from games.services.transactions import one_transaction

What = Act.What


@one_transaction
def look(*, by: User, game_id: int, why: str) -> tuple[Game, dict[str, Any]]:
    """Every hand, and the bag in the order in which it will be drawn."""
    game = trail.open_game(by, What.LOOK, game_id)
    if game.state is None:
        raise ServiceError("not-going-on", 409)
    trail.write(by=by, what=What.LOOK, why=why, game=game, after={"ply": game.ply})
    return game, game.engine.hidden(game.engine.load(game.state))
