"""Where a piece can go, as a list to choose from."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.errors import MalformedAction
from games.machinery.errors import not_your_seat
from games.pages.answers import Authenticated, Refused, player_required, refuse_with_page
from games.play import selectors
from games.play.looking import game_or_404


@require_safe
@player_required
def places(request: Authenticated, code: str) -> HttpResponse:
    """For one piece of the reader's own hand, on from what they have prepared."""
    game = game_or_404(request, code)
    player = selectors.seat_of(game, request.user)
    piece = request.GET.get("piece", "")
    try:
        if player is None or player.left or not game.is_active:
            raise not_your_seat()
        if piece not in game.kind.pieces:
            raise MalformedAction("not-a-piece")
        view = game.engine.view(game.engine.load(game.state or {}), player.seat)
        my_turn = game.to_act == player.seat
        offered = game.kind.presenter.places(view, draft=player.draft, piece=piece, my_turn=my_turn)
    except Refused as error:
        return refuse_with_page(request, error)
    return render(request, "games/play/_places.html", {"places": offered})
