"""Looking at what is hidden: each look is in the trail before anything is seen."""

from __future__ import annotations

from accounts.models import User
from games.engine.view import Hidden
from games.machinery.errors import ServiceError
from games.machinery.transactions import one_transaction
from games.models import Act, Game
from games.moderation.services import trail

What = Act.What


@one_transaction
def look(*, by: User, game_id: int, why: str) -> tuple[Game, Hidden]:
    """Every hand, and the bag in the order in which it will be drawn."""
    game = trail.open_game(by, What.LOOK, game_id)
    if game.state is None:
        raise ServiceError("not-going-on", 409)
    trail.write(by=by, what=What.LOOK, why=why, game=game, after={"ply": game.ply})
    return game, game.engine.hidden(game.engine.load(game.state))
