"""What the rules refuse, in words. What every game has is here, the rest is the game's own."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.errors import GameError

IN_EVERY_GAME: Mapping[str, Promise] = {
    "game-over": _("This game is over."),
    "not-at-the-table": _("No one plays in this seat."),
    "not-in-hand": _("That's not in your hand."),
    "not-your-turn": _("It's not your turn."),
}


def explain(error: GameError, own: Mapping[str, Promise]) -> str:
    """What to tell the player. What is no action at all was hardly made by a player's hand."""
    words = own.get(error.code) or IN_EVERY_GAME.get(error.code)
    if words is None:
        return gettext("We couldn't read this move. Please reload the page and try again.")
    return str(words % error.data)
