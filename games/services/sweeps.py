"""Work that a lost wake-up left undone, found by looking; and bots, woken or found."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F, QuerySet

from games.models import Game, Notification
from games.now import database_now
from games.services import moves, post, setbacks
from games.services.rounds import go_round
from games.services.setbacks import MadeDo, Task
from games.services.tables import close
from games.services.transactions import one_transaction

# A wake-up that is on its way is given this long before we look ourselves.
GRACE = timedelta(seconds=30)
FORGOTTEN = timedelta(days=30)


def play_bot(*, game_id: int) -> bool:
    """A bot that was woken plays, if it is to act."""
    return bool(setbacks.attempt(Task.BOT, game_id, lambda: _play(game_id)))


def play_waiting_bots() -> int:
    """Each bot that is to act plays, in a transaction of its own."""
    return go_round(Task.BOT, _waiting_bots, _play)


def _waiting_bots() -> QuerySet[Game]:
    return Game.objects.filter(
        status=Game.Status.ACTIVE,
        players__bot__gt="",
        players__seat=F("to_act"),
        moved_at__lt=database_now() - GRACE,
    ).order_by("moved_at")


def _play(game_id: int) -> bool:
    """A bot that fails makes any move that the rules allow: the people at the table play on."""
    try:
        return moves.play_bot(game_id=game_id) is not None
    except Exception as error:
        if _makes_do(game_id):
            raise MadeDo(error) from error
        raise


def _makes_do(game_id: int) -> bool:
    try:
        return moves.play_bot(game_id=game_id, simply=True) is not None
    except Exception:
        return False


def keep_house() -> None:
    """What is done once a day."""
    close_forgotten_tables()
    setbacks.forget_settled()


def close_forgotten_tables() -> int:
    """A table that nobody came to is closed after a while, and its people are told."""
    return go_round(Task.CLOSING, _forgotten_tables, _close_forgotten)


def _forgotten_tables() -> QuerySet[Game]:
    long_ago = database_now() - FORGOTTEN
    return Game.objects.filter(status=Game.Status.OPEN, created_at__lt=long_ago).order_by("pk")


@one_transaction
def _close_forgotten(game_id: int) -> bool:
    game = Game.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=game_id).first()
    if game is None or not game.is_open:
        return False
    close(game)
    people = game.players.filter(user__isnull=False).select_related("user")
    post.write(
        post.tell(user=player.user, kind=Notification.Kind.NOTICE, game=game)
        for player in people
        if player.user
    )
    return True
