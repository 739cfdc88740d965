"""Small pictures of tables, which browsers keep: each position has an address of its own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.pages.addresses import picture_stamp
from games.pages.pictures import picture_of
from games.play import selectors

FOR_EVER = "max-age=31536000, immutable"


@require_safe
def picture(request: HttpRequest, code: str, ply: int, stamp: int) -> HttpResponse:
    """The table as spectators see it. An address from before a move leads to the picture of now."""
    game = selectors.game_to_draw(code)
    if game.state is None or not selectors.may_watch(game, request.user):
        raise Http404
    now = (game.ply, picture_stamp(game.moved_at))
    if (ply, stamp) != now:
        return redirect("picture", code, *now)
    drawn = picture_of(game)
    if drawn is None:
        raise Http404
    response = HttpResponse(drawn, content_type="image/svg+xml")
    who = "public" if game.public else "private"
    response.headers["Cache-Control"] = f"{who}, {FOR_EVER}"
    return response
