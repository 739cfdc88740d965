"""What happens when a turn's time runs out: one answer, for the sweep and for what mails say."""

from __future__ import annotations

from enum import Enum, auto

from games.models import Game, Player

MISSED_AND_OUT = 2


class Fate(Enum):
    """Of who is to act and does not."""

    SKIP = auto()
    CANCEL = auto()  # the game counts for nothing
    BOT = auto()  # out of the game, and the computer takes the seat
    WITHDRAW = auto()  # out of the game, and the others play on
    END = auto()  # out of the game, and with that it is over


def fate(game: Game, player: Player) -> Fate:
    """If this player, who is to act now or next, lets the time run out."""
    players = list(game.players.all())
    if not player.has_moved and len(players) <= 2:
        return Fate.CANCEL
    if player.has_moved and player.missed + 1 < MISSED_AND_OUT:
        return Fate.SKIP
    # Alone there is nobody for whom a bot should play on.
    if game.leaver == Game.Leaver.BOT and len(players) > 1:
        return Fate.BOT
    others = [one for one in players if one.seat != player.seat and (one.bot or not one.left)]
    return Fate.WITHDRAW if len(others) > 1 else Fate.END
