"""What a person's coming and going means for games."""

from __future__ import annotations

from accounts import services as accounts
from accounts.models import User
from games.machinery.locks import lock_with_their_games
from games.machinery.transactions import one_transaction
from games.play.services import moves
from games.post.services import unsubscribing
from games.tables.services import tables


@one_transaction
def delete_account(*, user: User) -> None:
    """Games that go on lose a player as by resigning; finished ones stay as they are."""
    person, games = lock_with_their_games(user.pk, for_good=True)
    for game in games:
        if game.is_open:
            tables.leave(game_id=game.pk, user=person)
        else:
            moves.resign(game_id=game.pk, user=person)
    unsubscribing.refuse_for_good(user=person)
    accounts.delete_user(user=person)
