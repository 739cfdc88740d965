"""What a player writes down for themselves."""

from __future__ import annotations

from accounts.models import User
from games.machinery.errors import ServiceError
from games.machinery.transactions import one_transaction
from games.models import LONGEST_NOTE, Game, Note
from games.play.services.locking import seated


@one_transaction
def keep_note(*, game: Game, user: User, text: str) -> None:
    """The person's notes on this game as they are now; with nothing in them, there are none."""
    seated(game, user)
    text = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if len(text) > LONGEST_NOTE:
        raise ServiceError("note-too-long", 422)
    if text:
        Note.objects.update_or_create(game=game, user=user, defaults={"text": text})
    else:
        Note.objects.filter(game=game, user=user).delete()
