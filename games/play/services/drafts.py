"""What a player prepares before a turn: the draft, and the order of the hand.

Neither changes the game, so neither waits for its lock.
"""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.machinery.errors import ServiceError, not_your_seat
from games.models import Game, Player
from games.play.turns import as_draft


def save_draft(*, game: Game, user: User, actions: Sequence[object]) -> None:
    """Keep what is prepared, whether it is legal yet or not; only nonsense is refused."""
    if not game.is_active:
        raise ServiceError("not-going-on", 409)
    _update(game, user, draft=as_draft(game.kind, actions))


def order_hand(*, game: Game, user: User, pieces: Sequence[object]) -> None:
    """Remember how the player likes to see the hand."""
    kind = game.kind
    known = all(isinstance(piece, str) and piece in kind.pieces for piece in pieces)
    if len(pieces) > kind.largest_hand or not known:
        raise ServiceError("bad-order", 422)
    _update(game, user, hand_order=list(pieces))


def read_talk(*, player: Player, last: int) -> None:
    """The player has seen the talk up to here."""
    if last > player.talk_read:
        Player.objects.filter(pk=player.pk).update(talk_read=last)


def _update(game: Game, user: User, **values: object) -> None:
    if not Player.objects.filter(game=game, user=user).update(**values):
        raise not_your_seat()
