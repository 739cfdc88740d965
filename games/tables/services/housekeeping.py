"""What is done once a day."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet

from games.machinery import setbacks
from games.machinery.rounds import go_round
from games.machinery.setbacks import Task
from games.machinery.transactions import one_transaction
from games.models import Game, Notification
from games.now import database_now
from games.post.services import telling
from games.tables.services.tables import close

FORGOTTEN = timedelta(days=30)


def keep_house() -> None:
    """What is done once a day."""
    close_forgotten_tables()
    setbacks.forget_settled()


def close_forgotten_tables() -> int:
    """A table that nobody came to is closed after a while, and its people are told."""
    return go_round(Task.CLOSING, _forgotten_tables, _close_forgotten)


def _forgotten_tables() -> QuerySet[Game]:
    long_ago = database_now() - FORGOTTEN
    return Game.objects.filter(status=Game.Status.OPEN, created_at__lt=long_ago).order_by(
        "created_at"
    )


@one_transaction
def _close_forgotten(game_id: int) -> bool:
    game = Game.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=game_id).first()
    if game is None or not game.is_open:
        return False
    close(game)
    people = game.players.filter(user__isnull=False).select_related("user")
    telling.write(
        telling.notification_for(user=player.user, kind=Notification.Kind.NOTICE, game=game)
        for player in people
        if player.user
    )
    return True
