"""Bots' turns: woken, or found waiting where a wake-up was lost.

A bot thinks outside of any transaction, and hands in its turn with the ply that it saw.
"""

from __future__ import annotations

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


def play_bot(*, game_id: int) -> bool:
    """A bot that was woken plays, if it is to act."""
    return bool(setbacks.attempt(Task.BOT, game_id, lambda: _play(game_id)))


def take_turn(*, game_id: int, simply: bool = False) -> Played | None:
    """The bot's turn, if it is one: chosen from what that seat may see, and nothing else.

    Simply: any turn that the rules allow, for a bot that fails.
    """
    game = Game.objects.filter(pk=game_id, status=Game.Status.ACTIVE).first()
    if game is None or game.to_act is None:
        return None
    level = game.players.values_list("bot", flat=True).get(seat=game.to_act)
    if not level:
        return None
    if simply:
        chosen: Sequence[object] = any_turn(game)
    else:
        view = game.engine.view(game.engine.load(game.state or {}), game.to_act)
        bot = game.kind.bots[level]
        chosen = bot.choose(view, Thinking(bot.seconds))
    return moves.play_for_bot(game_id=game_id, actions=chosen, expected_ply=game.ply)


def play_waiting_bots() -> int:
    """Each bot that is to act plays, one at a time."""
    return go_round(Task.BOT, _waiting_bots, _play)


def _waiting_bots() -> QuerySet[Game]:
    """Of the games that wait for nobody."""
    late = Q(status=Game.Status.ACTIVE, waits_for=None, moved_at__lt=database_now() - GRACE)
    return Game.objects.filter(late).order_by("moved_at")


def _play(game_id: int) -> bool:
    """A bot that fails makes any move that the rules allow: the people at the table play on."""
    try:
        return take_turn(game_id=game_id) is not None
    except Exception as error:
        if _makes_do(game_id):
            raise MadeDo(error) from error
        raise


def _makes_do(game_id: int) -> bool:
    try:
        return take_turn(game_id=game_id, simply=True) is not None
    except Exception:
        return False
