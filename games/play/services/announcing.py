"""Telling open pages and bots that a game has changed."""

from __future__ import annotations

from collections.abc import Sequence

from games.machinery.wake import wake_bot
from games.models import Game, Player
from games.play import live


def announce(game: Game, players: Sequence[Player]) -> None:
    """Open pages look again; if it is a bot's turn, Celery wakes it once this is committed."""
    live.notify_pages(
        code=game.code, users=[p.user_id for p in players if p.user_id and not p.left]
    )
    if any(player.bot and player.seat == game.to_act for player in players):
        wake_bot(game.pk)
