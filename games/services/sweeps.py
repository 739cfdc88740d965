"""Work that a lost wake-up left undone, found by looking."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from games.models import Game, Notification
from games.services import post
from games.services.moves import play_bot
from games.services.tables import close
from games.services.transactions import one_transaction

MOST_AT_ONCE = 200
log = logging.getLogger(__name__)
# A wake-up that is on its way is given this long before we look ourselves.
GRACE = timedelta(seconds=30)
FORGOTTEN = timedelta(days=30)


def play_waiting_bots() -> int:
    """Each bot that is to act plays, in a transaction of its own."""
    waiting = Game.objects.filter(
        status=Game.Status.ACTIVE,
        players__bot__gt="",
        players__seat=F("to_act"),
        moved_at__lt=timezone.now() - GRACE,
    ).values_list("pk", flat=True)
    return sum(_played(pk) for pk in list(waiting[:MOST_AT_ONCE]))


def _played(game_id: int) -> bool:
    """One bot that stumbles must not keep the others from playing."""
    try:
        return play_bot(game_id=game_id) is not None
    except Exception:
        log.exception("the bot of game %s could not play", game_id)
        return False


@one_transaction
def close_forgotten_tables() -> int:
    """A table that nobody came to is closed after a while, and its people are told."""
    long_ago = timezone.now() - FORGOTTEN
    forgotten = Game.objects.select_for_update(skip_locked=True, no_key=True).filter(
        status=Game.Status.OPEN, created_at__lt=long_ago
    )
    games = list(forgotten[:MOST_AT_ONCE])
    for game in games:
        close(game)
        people = game.players.filter(user__isnull=False).select_related("user")
        post.write(
            post.tell(user=player.user, kind=Notification.Kind.NOTICE, game=game)
            for player in people
            if player.user
        )
    return len(games)
