"""A game's record, to be kept."""

from __future__ import annotations

import json

from django.http import HttpResponse

from games.models import Game
from games.play import positions, selectors
from games.words import player_name


def record_file(game: Game) -> HttpResponse:
    """For whoever may have it: with its seed a record tells all that is hidden."""
    names = [player_name(player) for player in game.players.all()]
    content = positions.record_of(game, selectors.moves_of(game), names).to_json()
    response = HttpResponse(json.dumps(content, indent=1), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{game.code}.json"'
    return response
