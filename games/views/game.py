"""The game page: looking, preparing, playing, talking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh, reswap, retarget

from accounts.visits import is_read
from games import live, oversight, selectors
from games.models import Game, Move, Player
from games.presenters import PRESENTERS, in_turns
from games.rules.errors import GameError
from games.services import moves, preparing
from games.services import talk as talking
from games.services.errors import ServiceError
from games.views.answers import (
    Authenticated,
    HtmxRequest,
    Refused,
    ask_to_log_in,
    game_or_404,
    list_field,
    log_in_to_see,
    member_required,
    number_field,
    part_or_page,
    status_of,
    words_for,
)
from games.views.waiting import waiting_page
from games.words import player_name

# In an address: whoever asks plays in this game, as a mail says, or as the page knew before.
MINE = "mine"


@require_safe
@log_in_to_see
def game(request: HtmxRequest, code: str) -> HttpResponse:
    if MINE in request.GET and not request.user.is_authenticated:
        return ask_to_log_in(request, reverse("game", args=[code]))
    shown = game_or_404(request, code)
    if shown.state is not None and request.GET.get("from") == "waiting":
        # Who waited gets a whole new page: the game has its own scripts.
        return HttpResponseClientRefresh()
    return show(request, shown)


@require_POST
@member_required
def draft(request: Authenticated, code: str) -> HttpResponse:
    """Keep what is prepared, and say what it is worth or what is wrong with it."""
    shown = game_or_404(request, code)
    try:
        preparing.save_draft(game=shown, user=request.user, actions=_actions(request, code))
    except Refused as error:
        return show(request, shown, error)
    if not request.htmx:
        return redirect("game", code=code)
    shown = selectors.game_with_players(code)
    player = selectors.seat_of(shown, request.user)
    last = selectors.last_turns(shown, selectors.moves_of(shown), player)
    context = table_context(request, shown, last)
    return render(request, f"games/{shown.engine_slug}/_turn.html", context | {"oob": True})


@require_POST
@member_required
def order(request: Authenticated, code: str) -> HttpResponse:
    shown = game_or_404(request, code)
    try:
        pieces = list_field(request, "pieces")
        preparing.order_hand(game=shown, user=request.user, pieces=pieces)
    except Refused as error:
        return show(request, shown, error)
    return HttpResponse(status=204)


@require_POST
@member_required
def play(request: Authenticated, code: str) -> HttpResponse:
    try:
        played = moves.play(
            game_id=selectors.id_of(code),
            user=request.user,
            actions=_actions(request, code),
            expected_ply=number_field(request, "ply"),
        )
    except Refused as error:
        return show(request, game_or_404(request, code), error)
    return _changed(request, played.game)


@require_POST
@member_required
def resign(request: Authenticated, code: str) -> HttpResponse:
    try:
        played = moves.resign(game_id=selectors.id_of(code), user=request.user)
    except ServiceError as error:
        return show(request, game_or_404(request, code), error)
    return _changed(request, played.game)


@require_POST
@member_required
def talk(request: Authenticated, code: str) -> HttpResponse:
    shown = game_or_404(request, code)
    try:
        talking.say(game_id=shown.pk, user=request.user, text=request.POST.get("text", ""))
    except ServiceError as error:
        return show(request, shown, error)
    return _changed(request, shown)


@require_GET
def my_events(request: HttpRequest) -> HttpResponse:
    """That something changed in one of the reader's games, for their home page."""
    if not request.user.is_authenticated:
        raise Http404
    return live.stream(request, live.Subject(code=None, user_id=request.user.pk))


@require_GET
def events(request: HttpRequest, code: str) -> HttpResponse:
    """Server-sent events: that something changed, never what."""
    shown = game_or_404(request, code)
    user_id = request.user.pk if request.user.is_authenticated else None
    return live.stream(request, live.Subject(code=code, user_id=user_id, ply=shown.ply))


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
    return show(request, game)


def show(
    request: HtmxRequest, game: Game, error: GameError | ServiceError | None = None
) -> HttpResponse:
    """The table as it is: waiting for players, or with a game on it."""
    if game.state is None:
        response = waiting_page(request, game, words_for(error) if error else "")
        response.status_code = status_of(error) if error else 200
    else:
        response = game_page(request, game, error)
    # Whatever asked, what comes is the whole game.
    return retarget(reswap(response, "outerHTML"), "#game") if error else response


def game_page(
    request: HtmxRequest, game: Game, error: GameError | ServiceError | None = None
) -> HttpResponse:
    """The page, or for HTMX what is inside it; with what was refused, if anything."""
    played = selectors.moves_of(game)
    player = selectors.seat_of(game, request.user)
    said = selectors.talk(game, request.user)
    if player and said and is_read(request):
        preparing.read_talk(player=player, last=said[-1].pk)
    turns = history(game, played)
    context = table_context(request, game, selectors.last_turns(game, played, player)) | {
        "history": turns,
        "talk": said,
        "unread": selectors.unread(said, player),
        "notice": words_for(error) if error else "",
        "announcement": announcement(turns),
        "notices": oversight.notices_on(game),
        "rematch": selectors.open_rematch(game) if game.can_be_played_anew else None,
        "plot": selectors.score_plot(game, played) if game.is_finished else None,
    }
    status = status_of(error) if error else 200
    return part_or_page(request, "games/partials/_game.html", "games/game.html", context, status)


def announcement(turns: Sequence[Mapping[str, Any]]) -> str:
    """The last turn as a sentence, for those who hear the page."""
    if not turns:
        return ""
    latest = turns[0]
    name, points = player_name(latest["player"]), latest["points"]
    if not latest["words"]:
        words = ngettext(
            "%(name)s scored %(points)s point.", "%(name)s scored %(points)s points.", points
        )
        return words % {"name": name, "points": points}
    made = ngettext("%(points)s point", "%(points)s points", points) % {"points": points}
    return f"{name}: {latest['words']}" + (f" ({made})" if points else "")


def table_context(request: HttpRequest, game: Game, last: Sequence[Move]) -> dict[str, Any]:
    """What the table itself shows, made from the reader's own view."""
    player = selectors.seat_of(game, request.user)
    state = game.engine.load(game.state or {})
    seat = selectors.hand_seat(game, player)
    view = game.engine.view(state, seat)
    my_turn = seat is not None and game.to_act == seat
    presenter = PRESENTERS[game.engine_slug]
    table = presenter.table(
        view,
        seat=seat,
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
        "folder": f"games/{game.engine_slug}",
    }


def _players(game: Game, view: dict[str, Any]) -> list[dict[str, Any]]:
    presenter = PRESENTERS[game.engine_slug]
    return [
        {
            "player": player,
            "standing": presenter.standing(view, player.seat),
            "marks": presenter.marks(view, player.seat),
            "acts": player.seat == game.to_act,
        }
        for player in game.players.all()
    ]


def history(game: Game, played: Sequence[Move], *, most: int | None = None) -> list[dict[str, Any]]:
    """Turn by turn, the newest first, all or the newest few; `ply` is the position after it."""
    presenter = PRESENTERS[game.engine_slug]
    by_seat: dict[int, Player] = {player.seat: player for player in game.players.all()}
    turns = in_turns(presenter, played)
    told = list(zip(turns, presenter.sums(turns), strict=True))
    return [
        {
            "player": by_seat[turn[-1].seat],
            "points": sum(move.points for move in turn),
            "ply": turn[-1].ply + 1,
            "began": turn[0].ply,
            "made_at": turn[-1].made_at,
            "parts": parts,
            **presenter.entry(turn),
        }
        for turn, parts in told[::-1][:most]
    ]
