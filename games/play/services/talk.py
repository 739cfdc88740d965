"""Saying something at the table."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError, not_found
from games.machinery.guests import refuse_guests
from games.machinery.transactions import one_transaction
from games.models import LONGEST_MESSAGE, Game, Message, Player
from games.play import live
from games.play.services.locking import player_of
from games.post.services import telling

MOST_A_MINUTE, MOST_A_DAY = 10, 300


@one_transaction
def say(*, game_id: int, user: User, text: str) -> Message:
    """Only who sits at the table talks there."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise not_found()
    player = player_of(game, user)
    refuse_guests(user)
    if game.talk_locked:
        raise ServiceError("talk-locked", 403)
    if user.is_muted:
        raise ServiceError("muted", 403)
    text = text.replace("\x00", "").strip()
    if not text:
        raise ServiceError("nothing-said", 422)
    if len(text) > LONGEST_MESSAGE:
        raise ServiceError("said-too-much", 422)
    # One after the other, so that the limit holds for many at once.
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    mine = Message.objects.filter(game=game, author=user)
    if mine.filter(said_at__gt=timezone.now() - timedelta(minutes=1)).count() >= MOST_A_MINUTE:
        raise ServiceError("too-fast", 429)
    if mine.filter(said_at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise ServiceError("said-enough", 429)
    message = Message.objects.create(game=game, author=user, text=text)
    player.talk_read = message.pk
    player.save(update_fields=["talk_read"])
    telling.write(telling.about_message(message, game.players.select_related("user")))
    live.notify_pages(code=game.code)
    return message
