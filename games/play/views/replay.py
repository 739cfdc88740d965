"""Going back: each position at its own address, the record, and the check of the bag."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.engine.contract import AnyState
from games.engine.errors import GameError
from games.engine.records import BadRecord, verify
from games.engine.view import View
from games.kit.lasting import Kept
from games.kit.presenter import Part
from games.kit.preview import HEIGHT, WIDTH
from games.kit.turns import in_turns
from games.machinery.errors import ServiceError
from games.models import Game, Move, Player
from games.pages.addresses import full_address
from games.pages.answers import HtmxRequest, log_in_to_see, part_or_page, wants_part
from games.play import positions, previews, selectors
from games.play.history import PlayedTurn, history, last_turn
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
    state = _state_at(game, played, ply)
    player = selectors.seat_of(game, request.user)
    seat = positions.hand_seat(game, player)
    view = game.engine.view(state, seat)
    table = game.kind.presenter.table(
        view,
        seat=seat,
        draft=[],
        hand_order=[],
        last=[move.action for move in played[ply - 1 : ply]],
        my_turn=False,
    )
    # A step brings the position alone: the list of moves is there already.
    turns = [] if wants_part(request) else history(game, played)
    turn = _turn_at(game, played, ply, turns)
    context = {
        "game": game,
        "me": player,
        "kind": game.kind,
        "table": table,
        "ply": ply,
        "count": len(played),
        "history": turns,
        "turn": turn,
        "turn_of": game.players.all()[turn.seat] if turn else None,
        "parts": _parts(game, played[:ply], view, view),
        "seats": _seats(game, state, view["scores"]),
        "folder": f"games/{game.engine_slug}",
        "before": ply - 1 if ply else None,
        "after": ply + 1 if ply < len(played) else None,
        "shared": _shared(game, played, ply) if game.public else None,
    }
    return part_or_page(request, "games/play/_position.html", "games/play/replay.html", context)


@require_safe
def picture(request: HttpRequest, code: str, ply: int, stamp: int) -> HttpResponse:
    """A position as others show it beside its link: only of games that anybody may watch."""
    game = _started(request, code)
    played = selectors.moves_of(game)
    if not game.public or ply > len(played):
        raise Http404
    now = previews.stamp_of(game, played, ply)
    if stamp != now:
        return redirect("position-picture", code, ply, now)
    try:
        drawn = previews.preview(game, played, ply)
    except GameError as error:
        raise Http404 from error
    except ServiceError as error:
        return HttpResponse(status=error.status, headers={"Retry-After": "60"})
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return HttpResponse(drawn, content_type="image/png", headers=headers)


@require_safe
@log_in_to_see
def sum_at(request: HtmxRequest, code: str, ply: int) -> HttpResponse:
    """What made the points of the turn that led here, for the board that the page shows."""
    game = _started(request, code)
    played = selectors.moves_of(game)
    engine, then = game.engine, _state_at(game, played, ply)
    asked = request.GET.get("shown", "")
    at = int(asked) if asked.isdecimal() and len(asked) < 7 else len(played)
    now = then if at == ply else _state_at(game, played, at)
    views = engine.view(then, None), engine.view(now, None)
    parts = _parts(game, played[:ply], *views)
    cells = " ".join(part.cells for part in parts if part.cells)
    return render(request, "games/play/_sum.html", {"parts": parts, "cells": cells})


def _parts(game: Game, played: Sequence[Move], view: View, now: View) -> list[Part]:
    """The last turn of these, part by part."""
    presenter = game.kind.presenter
    turns = in_turns(presenter, played)
    if not turns or not any(move.points for move in turns[-1]):
        return []
    try:
        return presenter.sum_of(turns[-1], view, now)
    except (GameError, LookupError):
        # That its record is wrong, the desk says; its page is shown all the same.
        log.warning("move %s has no sum", turns[-1][-1])
        return []


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySeat:
    """A player at a position; `hand` is known to all once the game is over."""

    player: Player
    score: int
    hand: Sequence[str] | None


def _seats(game: Game, state: AnyState, scores: Sequence[int]) -> list[ReplaySeat]:
    hands = game.engine.hidden(state)["hands"] if game.is_revealed else None
    return [
        ReplaySeat(
            player=player,
            score=scores[player.seat],
            hand=hands[player.seat] if hands else None,
        )
        for player in game.players.all()
    ]


def _shared(game: Game, played: Sequence[Move], ply: int) -> dict[str, object]:
    """What a link to this position says of itself elsewhere."""
    stamp = previews.stamp_of(game, played, ply)
    return {
        "address": full_address("position", game.code, ply),
        "picture": full_address("position-picture", game.code, ply, stamp),
        "width": WIDTH,
        "height": HEIGHT,
    }


def _state_at(game: Game, played: Sequence[Move], ply: int) -> AnyState:
    if ply > len(played):
        raise Http404
    try:
        return positions.position(game, played, ply)
    except GameError as error:
        log.warning("game %s does not replay: %s", game.pk, error)
        raise Http404 from error


def _turn_at(
    game: Game, played: Sequence[Move], ply: int, turns: Sequence[PlayedTurn]
) -> PlayedTurn | None:
    """The turn that led here, as far as it had come."""
    if not ply:
        return None
    told = next((turn for turn in turns if turn.ply == ply), None)
    return told or last_turn(game, played[:ply])


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole game as a file, once it is over."""
    return record_file(_finished(request, code))


# A replay takes longer than all else on its page. A record that differs is another one.
_verified: Kept[tuple[list[int], BadRecord | None]] = Kept(most=100)


@require_safe
def check(request: HttpRequest, code: str) -> HttpResponse:
    """The seed, what was sealed with it, and the game replayed from it before the reader's eyes."""
    game = _finished(request, code)
    played = selectors.moves_of(game)
    names = [player_name(player) for player in game.players.all()]
    written = positions.record_of(game, played, names)
    _, error = _verified.get(repr(written), lambda: verify(written))
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
