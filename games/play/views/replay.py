"""Going back: each position at its own address, the record, and the check of the bag."""

from __future__ import annotations

import logging

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.errors import GameError
from games.engine.records import verify
from games.models import Game
from games.pages.answers import HtmxRequest, log_in_to_see, part_or_page
from games.play import positions, selectors
from games.play.history import last_turn
from games.play.looking import game_or_404
from games.play.record_files import record_file
from games.words import player_name

log = logging.getLogger(__name__)


@require_safe
@log_in_to_see
def position(request: HtmxRequest, code: str, ply: int) -> HttpResponse:
    """The table after so many actions, as the reader may see it."""
    game = _started(request, code)
    played = selectors.moves_of(game)
    if ply > len(played):
        raise Http404
    player = selectors.seat_of(game, request.user)
    try:
        state = positions.position(game, played, ply)
    except GameError as error:
        log.warning("game %s does not replay: %s", game.pk, error)
        raise Http404 from error
    seat = positions.hand_seat(game, player)
    view = game.engine.view(state, seat)
    presenter = game.kind.presenter
    table = presenter.table(
        view,
        seat=seat,
        draft=[],
        hand_order=[],
        last=[played[ply - 1].action] if ply else [],
        my_turn=False,
    )
    turn = last_turn(game, played[:ply]) if ply else None
    context = {
        "game": game,
        "me": player,
        "kind": game.kind,
        "table": table,
        "ply": ply,
        "count": len(played),
        "turn": turn,
        "turn_of": game.players.all()[turn.seat] if turn else None,
        "scores": list(zip(game.players.all(), view["scores"], strict=True)),
        "folder": f"games/{game.engine_slug}",
        "before": ply - 1 if ply else None,
        "after": ply + 1 if ply < len(played) else None,
    }
    return part_or_page(request, "games/play/_replay.html", "games/play/replay.html", context)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole game as a file, once it is over."""
    return record_file(_finished(request, code))


@require_safe
def check(request: HttpRequest, code: str) -> HttpResponse:
    """The seed, what was sealed with it, and the game replayed from it before the reader's eyes."""
    game = _finished(request, code)
    played = selectors.moves_of(game)
    names = [player_name(player) for player in game.players.all()]
    _, error = verify(positions.record_of(game, played, names))
    context = {
        "game": game,
        "seed": bytes(game.seed or b"").hex(),
        "error": error,
        "count": len(played),
        "kind": game.kind,
        "folder": f"games/{game.engine_slug}",
    }
    return render(request, "games/play/check.html", context)


def _started(request: HttpRequest, code: str) -> Game:
    game = game_or_404(request, code)
    if game.state is None:
        raise Http404
    return game


def _finished(request: HttpRequest, code: str) -> Game:
    """Before the end, the seed and what was traded are nobody's to see."""
    game = game_or_404(request, code)
    if not game.is_revealed:
        raise Http404
    return game
