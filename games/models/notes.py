"""What a player writes down about a game, for themselves alone."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.tables import Game

LONGEST_NOTE = 4000


class Note(models.Model):
    """One person's own notes on one game. Nobody else reads them: no page, no moderator."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes"
    )
    text = models.CharField(max_length=LONGEST_NOTE)

    class Meta:
        constraints = (models.UniqueConstraint("user", "game", name="one_note_a_person_and_game"),)

    def __str__(self) -> str:
        """Never the text: this is what lists of all that is stored would show."""
        return f"{self.game_id}/{self.user_id}"
