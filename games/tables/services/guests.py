"""Playing without an account: a guest, and their first game."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings

from accounts import services as accounts
from accounts.models import User
from games.machinery.errors import ServiceError
from games.machinery.transactions import one_transaction
from games.models import Game
from games.tables.services import tables


@one_transaction
def play_as_guest(
    *, engine_slug: str, seats: int, options: Mapping[str, object], bot: str, language: str
) -> tuple[User, Game]:
    """Nobody is made without a game, and there are never more of them than we have room for."""
    if User.objects.filter(is_guest=True).count() >= settings.MOST_GUESTS:
        raise ServiceError("many-guests", 429)
    guest = accounts.make_guest(language=language)
    game = tables.play_now(
        user=guest, engine_slug=engine_slug, seats=seats, options=options, bot=bot
    )
    return guest, game
