"""Which games one may look at."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from games.models import Game
from games.play import selectors as play_selectors


def game_or_404(request: HttpRequest, code: str, token: str = "") -> Game:
    """Somebody else's private game is not to be told from one that does not exist."""
    return _watched(request, play_selectors.game_with_players(code), token)


def heard_game_or_404(request: HttpRequest, code: str) -> Game:
    """The same for who only listens: all pages of a site may come at once."""
    return _watched(request, play_selectors.game_to_hear(code))


def _watched(request: HttpRequest, game: Game, token: str = "") -> Game:
    if not play_selectors.may_watch(game, request.user, token):
        raise Http404
    return game
