"""Bots' turns: woken, or found waiting where a wake-up was lost.

A bot thinks outside of any transaction, and hands in its turn with the ply that it saw.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q, QuerySet

from games.engine.thinking import Thinking
from games.machinery import setbacks
from games.machinery.rounds import go_round
from games.machinery.setbacks import MadeDo, Task
from games.models import Game
from games.now import database_now
from games.play.services import moves
from games.play.services.moves import Played
from games.play.services.simple_turns import any_turn

# A wake-up that is on its way is given this long before we look ourselves.
GRACE = timedelta(seconds=30)
# While no more games than this wait for a bot, each thinks as long as it likes.
AT_EASE = 5
SHORTEST = 0.05
MOST_COUNTED = 1_000
# More than any game has, with "any turn that the rules allow" after them.
MOST_LEVELS = 10
log = logging.getLogger(__name__)


def play_bot(*, game_id: int) -> bool:
    """A bot that was woken plays, if it is to act."""
    return bool(setbacks.attempt(Task.BOT, game_id, lambda: _play(game_id)))


def take_turn(*, game_id: int, simpler: int = 0) -> Played | None:
    """The bot's turn, if it is one: chosen from what that seat may see, and nothing else.

    So many levels simpler than its own, for one that fails; below the easiest any turn that the
    rules allow.
    """
    game = Game.objects.filter(pk=game_id, status=Game.Status.ACTIVE).first()
    if game is None or game.to_act is None:
        return None
    level = game.players.values_list("bot", flat=True).get(seat=game.to_act)
    if not level:
        return None
    levels = _from_here_down(game, level)
    chosen = _choice(game, levels[simpler]) if simpler < len(levels) else any_turn(game)
    return moves.play_for_bot(game_id=game_id, actions=chosen, expected_ply=game.ply)


def _from_here_down(game: Game, level: str) -> list[str]:
    """A level and those that are simpler, the simplest last; none, if it is unheard of."""
    levels = list(game.kind.bots)
    return levels[levels.index(level) :: -1] if level in levels else []


def _choice(game: Game, level: str) -> Sequence[object]:
    bot = game.kind.bots[level]
    view = game.engine.view(game.engine.load(game.state or {}), game.to_act)
    seconds = seconds_for(bot.seconds, _waiting()) if bot.seconds > SHORTEST else bot.seconds
    return bot.choose(view, Thinking(seconds))


def seconds_for(seconds: float, waiting: int) -> float:
    """How long a bot may think while so many games wait for one: people wait behind it."""
    return max(min(seconds, SHORTEST), seconds * min(1.0, AT_EASE / max(1, waiting)))


def _waiting() -> int:
    """One query, which looks at so many games as make a difference and no more."""
    waiting = Game.objects.filter(status=Game.Status.ACTIVE, waits_for=None)
    return waiting.order_by()[:MOST_COUNTED].count()


def play_waiting_bots() -> int:
    """Each bot that is to act plays, one at a time."""
    return go_round(Task.BOT, _waiting_bots, _play)


def _waiting_bots() -> QuerySet[Game]:
    """Of the games that wait for nobody."""
    late = Q(status=Game.Status.ACTIVE, waits_for=None, moved_at__lt=database_now() - GRACE)
    return Game.objects.filter(late).order_by("moved_at")


def _play(game_id: int) -> bool:
    """For a bot that fails a simpler one plays, and then any: the people at the table play on."""
    try:
        return take_turn(game_id=game_id) is not None
    except Exception as error:
        for simpler in range(1, MOST_LEVELS + 1):
            if _makes_do(game_id, simpler):
                raise MadeDo(error) from error
        raise


def _makes_do(game_id: int, simpler: int) -> bool:
    try:
        return take_turn(game_id=game_id, simpler=simpler) is not None
    except Exception:
        log.exception("game %s: a bot %s levels simpler has failed too", game_id, simpler)
        return False
