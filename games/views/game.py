"""The game page: looking, preparing, playing, talking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST, require_safe

from games import live, selectors
from games.models import Game, Move, Player
from games.presenters import PRESENTERS
from games.rules.errors import GameError
from games.services import moves, preparing
from games.services import talk as talking
from games.services.errors import ServiceError
from games.views.answers import (
    Authenticated,
    HtmxRequest,
    Refused,
    game_or_404,
    list_field,
    number_field,
    part_or_page,
    status_of,
    words_for,
)
from games.views.waiting import waiting_page


@require_safe
def game(request: HtmxRequest, code: str) -> HttpResponse:
    shown = game_or_404(request, code)
    if shown.is_open or shown.status == Game.Status.CANCELLED:
        return waiting_page(request, shown)
    return game_page(request, shown)


@require_POST
@login_required
def draft(request: Authenticated, code: str) -> HttpResponse:
    """Keep what is prepared, and say what it is worth or what is wrong with it."""
    shown = game_or_404(request, code)
    try:
        preparing.save_draft(game=shown, user=request.user, actions=_actions(request, code))
    except Refused as error:
        return game_page(request, shown, error)
    if not request.htmx:
        return redirect("game", code=code)
    shown = selectors.game_with_players(code)
    context = table_context(request, shown, last=())
    return render(request, f"games/{shown.engine_slug}/_turn.html", context | {"oob": True})


@require_POST
@login_required
def order(request: Authenticated, code: str) -> HttpResponse:
    shown = game_or_404(request, code)
    try:
        pieces = list_field(request, "pieces")
        preparing.order_hand(game=shown, user=request.user, pieces=pieces)
    except Refused as error:
        return game_page(request, shown, error)
    return HttpResponse(status=204)


@require_POST
@login_required
def play(request: Authenticated, code: str) -> HttpResponse:
    try:
        played = moves.play(
            game_id=selectors.id_of(code),
            user=request.user,
            actions=_actions(request, code),
            expected_ply=number_field(request, "ply"),
        )
    except Refused as error:
        return game_page(request, game_or_404(request, code), error)
    return _changed(request, played.game)


@require_POST
@login_required
def resign(request: Authenticated, code: str) -> HttpResponse:
    try:
        played = moves.resign(game_id=selectors.id_of(code), user=request.user)
    except ServiceError as error:
        return game_page(request, game_or_404(request, code), error)
    return _changed(request, played.game)


@require_POST
@login_required
def talk(request: Authenticated, code: str) -> HttpResponse:
    shown = game_or_404(request, code)
    try:
        talking.say(game_id=shown.pk, user=request.user, text=request.POST.get("text", ""))
    except ServiceError as error:
        return game_page(request, shown, error)
    return _changed(request, shown)


@require_GET
async def events(request: HttpRequest, code: str) -> HttpResponseBase:
    """Server-sent events: that something changed, never what."""
    user_id = await sync_to_async(_listener)(request, code)
    stream = StreamingHttpResponse(
        live.events(code=code, user_id=user_id, ply=partial(sync_to_async(_ply), code)),
        content_type="text/event-stream",
    )
    stream.headers["Cache-Control"] = "no-store"
    stream.headers["X-Accel-Buffering"] = "no"
    return stream


def _listener(request: HttpRequest, code: str) -> int | None:
    try:
        game_or_404(request, code)
        return request.user.pk if request.user.is_authenticated else None
    finally:
        # The stream may last for hours, and needs the database no more.
        connection.close()


def _ply(code: str) -> int:
    try:
        return selectors.ply_of(code)
    finally:
        connection.close()


def _actions(request: HttpRequest, code: str) -> Sequence[object]:
    """What scripts send as JSON, or what a plain form says."""
    if "actions" in request.POST:
        return list_field(request, "actions")
    game = game_or_404(request, code)
    player = selectors.seat_of(game, request.user)
    return PRESENTERS[game.engine_slug].read_form(request.POST, player.draft if player else [])


def _changed(request: HtmxRequest, game: Game) -> HttpResponse:
    """Without scripts, a reload must not post again."""
    if not request.htmx:
        return redirect("game", code=game.code)
    return game_page(request, game)


def game_page(
    request: HtmxRequest, game: Game, error: GameError | ServiceError | None = None
) -> HttpResponse:
    """The page, or for HTMX what is inside it; with what was refused, if anything."""
    played = selectors.moves_of(game)
    player = selectors.seat_of(game, request.user)
    said = selectors.talk(game, request.user)
    if player and said:
        preparing.read_talk(player=player, last=said[-1].pk)
    context = table_context(request, game, selectors.last_turn(played)) | {
        "history": history(game, played),
        "talk": said,
        "notice": words_for(error) if error else "",
        "plot": selectors.score_plot(game, played) if game.is_finished else None,
    }
    status = status_of(error) if error else 200
    return part_or_page(request, "games/partials/_game.html", "games/game.html", context, status)


def table_context(request: HttpRequest, game: Game, last: Sequence[Move]) -> dict[str, Any]:
    """What the table itself shows, made from the reader's own view."""
    player = selectors.seat_of(game, request.user)
    state = game.engine.load(game.state or {})
    view = game.engine.view(state, player.seat if player else None)
    my_turn = player is not None and game.to_act == player.seat
    presenter = PRESENTERS[game.engine_slug]
    table = presenter.table(
        view,
        draft=player.draft if player and game.is_active else [],
        hand_order=player.hand_order if player else [],
        last=[move.action for move in last],
        my_turn=my_turn,
    )
    return {
        "game": game,
        "me": player,
        "my_turn": my_turn,
        "presenter": presenter,
        "players": _players(game, view),
        "table": table,
        "table_template": f"games/{game.engine_slug}/_table.html",
    }


def _players(game: Game, view: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"player": player, "pieces": view["hands"][player.seat], "acts": player.seat == game.to_act}
        for player in game.players.all()
    ]


def history(game: Game, played: Sequence[Move]) -> list[dict[str, Any]]:
    """Newest first."""
    presenter = PRESENTERS[game.engine_slug]
    by_seat: dict[int, Player] = {player.seat: player for player in game.players.all()}
    return [
        {"move": move, "player": by_seat[move.seat], **presenter.entry(move)}
        for move in reversed(played)
    ]
