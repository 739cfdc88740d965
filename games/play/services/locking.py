"""A game's row, locked, with its players: where every change begins."""

from __future__ import annotations

from django.db.models import Prefetch, prefetch_related_objects

from accounts.models import User
from games.machinery.errors import ServiceError, not_found, not_your_seat
from games.models import Game, Player
from games.play.selectors import seat_of


def lock_game(game_id: int) -> Game:
    """The game, for this transaction alone. One query."""
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if game is None:
        raise not_found()
    return game


def lock_with_players(game_id: int) -> Game:
    """The same, with who sits there. Two queries."""
    game = lock_game(game_id)
    load_players(game)
    return game


def load_players(game: Game) -> None:
    """Once for all that follows, the page that shows the result included."""
    prefetch_related_objects([game], Prefetch("players", Player.objects.select_related("user")))


def seated(game: Game, user: User) -> Player:
    """Who sits there, from the players that are loaded already."""
    player = seat_of(game, user)
    if player is None:
        raise not_your_seat()
    return player


def player_of(game: Game, user: User) -> Player:
    """The same, where only the game is loaded. One query."""
    player = game.players.filter(user=user).first()
    if player is None:
        raise not_your_seat()
    return player


def check_going_on(game: Game) -> None:
    """Refused, where the game has not begun or is over."""
    if not game.is_active:
        raise ServiceError("not-going-on", 409)
