"""The game page: looking, preparing, playing, talking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from accounts.models import User
from accounts.readers import Reader, is_member
from accounts.visits import is_read
from games.engine.errors import GameError
from games.engine.view import View
from games.kit.presenter import Mark
from games.machinery.errors import ServiceError
from games.machinery.guests import check_turn
from games.models import Game, Move, Player
from games.pages.answers import (
    Authenticated,
    HtmxRequest,
    Refused,
    list_field,
    member_required,
    number_field,
    part_or_page,
    player_required,
    status_of,
    wants_part,
    words_for,
)
from games.play import live, positions, selectors
from games.play.history import announcement, history
from games.play.looking import game_or_404, heard_game_or_404
from games.play.motion import drawn, turns_in_motion
from games.play.services import drafts, moves
from games.play.services import talk as talking
from games.post import selectors as post_selectors


@require_POST
@player_required
def draft(request: Authenticated, code: str) -> HttpResponse:
    """Keep what is prepared, and say what it is worth or what is wrong with it."""
    shown = game_or_404(request, code)
    try:
        drafts.save_draft(game=shown, user=request.user, actions=_actions(request, code))
    except Refused as error:
        return _refused(request, shown, error)
    if not request.htmx:
        return redirect("game", code=code)
    shown = selectors.game_with_players(code)
    player = selectors.seat_of(shown, request.user)
    last = positions.last_turns(shown, selectors.moves_of(shown), player)
    context = table_context(request, shown, last)
    return render(request, f"games/{shown.engine_slug}/_turn.html", context | {"oob": True})


@require_POST
@player_required
def order(request: Authenticated, code: str) -> HttpResponse:
    shown = game_or_404(request, code)
    try:
        pieces = list_field(request, "pieces")
        drafts.order_hand(game=shown, user=request.user, pieces=pieces)
    except Refused as error:
        return _refused(request, shown, error)
    return HttpResponse(status=204)


@require_POST
@player_required
def play(request: Authenticated, code: str) -> HttpResponse:
    try:
        check_turn(request, request.user)
        played = moves.play(
            game_id=selectors.id_of(code),
            user=request.user,
            actions=_actions(request, code),
            expected_ply=number_field(request, "ply"),
        )
    except Refused as error:
        return _refused(request, game_or_404(request, code), error)
    onward = _onward(request.user, played)
    if onward:
        return HttpResponseClientRedirect(onward) if request.htmx else redirect(onward)
    return _changed(request, played.game)


@require_POST
@player_required
def resign(request: Authenticated, code: str) -> HttpResponse:
    try:
        played = moves.resign(game_id=selectors.id_of(code), user=request.user)
    except ServiceError as error:
        return _refused(request, game_or_404(request, code), error)
    return _changed(request, played.game)


@require_POST
@member_required
def talk(request: Authenticated, code: str) -> HttpResponse:
    shown = game_or_404(request, code)
    try:
        talking.say(game_id=shown.pk, user=request.user, text=request.POST.get("text", ""))
    except ServiceError as error:
        return _refused(request, shown, error)
    return _changed(request, shown)


@require_GET
def my_events(request: HttpRequest) -> HttpResponse:
    """That something changed in one of the reader's games, for their home page."""
    if not request.user.is_authenticated:
        raise Http404
    user = request.user
    subject = live.Subject(code=None, user_id=user.pk, is_named=is_member(user))
    return live.stream(request, subject)


@require_GET
def events(request: HttpRequest, code: str) -> HttpResponse:
    """Server-sent events: that something changed, never what."""
    shown = heard_game_or_404(request, code)
    user_id = request.user.pk if request.user.is_authenticated else None
    named = is_member(request.user)
    subject = live.Subject(code=code, user_id=user_id, ply=shown.ply, is_named=named)
    return live.stream(request, subject)


def _actions(request: HttpRequest, code: str) -> Sequence[object]:
    """What scripts send as JSON, or what a plain form says."""
    if "actions" in request.POST:
        return list_field(request, "actions")
    game = game_or_404(request, code)
    player = selectors.seat_of(game, request.user)
    return game.kind.presenter.read_form(request.POST, player.draft if player else [])


def _onward(user: User, played: moves.Played) -> str:
    """Where somebody wants to be after their turn; nowhere while there is more to do here."""
    game = played.game
    if not game.is_active or game.to_act == played.seat:
        return ""
    if user.after_turn == User.AfterTurn.HOME:
        return reverse("home")
    wants_next = user.after_turn == User.AfterTurn.NEXT
    if wants_next and post_selectors.waiting_for(user).exclude(pk=game.pk).exists():
        return f"{reverse('next-game')}?from={game.code}"
    return ""


def _changed(request: HtmxRequest, game: Game) -> HttpResponse:
    """Without scripts, a reload must not post again."""
    if not request.htmx or game.state is None:
        return _whole_page(request, game)
    return game_page(request, game)


def _whole_page(request: HtmxRequest, game: Game) -> HttpResponse:
    to = reverse("game", args=[game.code])
    return HttpResponseClientRedirect(to) if request.htmx else redirect(to)


def _refused(request: HtmxRequest, game: Game, error: GameError | ServiceError) -> HttpResponse:
    """The game as it is, and why not. Where none has begun, the table's own page says it."""
    if game.state is None:
        messages.error(request, words_for(error, game.kind))
        return _whole_page(request, game)
    # Whatever asked, what comes is the whole game.
    return retarget(reswap(game_page(request, game, error), "outerHTML"), "#game")


def game_page(
    request: HtmxRequest, game: Game, error: GameError | ServiceError | None = None
) -> HttpResponse:
    """The page, or for HTMX what is inside it; with what was refused, if anything."""
    played = selectors.moves_of(game)
    player = selectors.seat_of(game, request.user)
    said = selectors.talk(game, request.user)
    if player and said and is_read(request):
        drafts.read_talk(player=player, last=said[-1].pk)
    turns = history(game, played)
    last = positions.last_turns(game, played, player)
    context = table_context(request, game, last, played) | {
        "history": turns,
        "in_motion": turns_in_motion(game, last, turns),
        "asks_first": _asks_first(request.user, game, player),
        "talk": said,
        "unread": positions.unread(said, player),
        "notice": words_for(error, game.kind) if error else "",
        "announcement": announcement(game, turns),
        "notices": post_selectors.notices_on(game),
        "rematch": selectors.open_rematch(game) if game.can_be_played_anew else None,
        "note": _note(request, game, player),
        "plot": positions.score_plot(game, played) if game.is_finished else None,
    }
    status = status_of(error) if error else 200
    return part_or_page(request, "games/play/_game.html", "games/play/game.html", context, status)


def _note(request: HtmxRequest, game: Game, player: Player | None) -> str:
    """A part leaves the notes that the page has as they are."""
    if player is None or player.user is None or wants_part(request):
        return ""
    return selectors.note_of(game, player.user)


def _asks_first(reader: Reader, game: Game, player: Player | None) -> bool:
    """Whether the reader wants to be asked before they play a turn of this game."""
    if player is None or not reader.is_authenticated:
        return False
    wants = reader.confirm_turn
    if wants == User.Confirm.PEOPLE:
        return any(other.user and other != player for other in game.players.all())
    return wants == User.Confirm.ALWAYS


def table_context(
    request: HttpRequest, game: Game, last: Sequence[Move], played: Sequence[Move] = ()
) -> dict[str, object]:
    """What the table itself shows, made from the reader's own view."""
    player = selectors.seat_of(game, request.user)
    state = game.engine.load(game.state or {})
    seat = positions.hand_seat(game, player)
    view = game.engine.view(state, seat)
    my_turn = seat is not None and game.to_act == seat
    presenter = game.kind.presenter
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
        "kind": game.kind,
        "players": _players(game, view),
        "drawn": drawn(game, view, seat, played),
        "table": table,
        "folder": f"games/{game.engine_slug}",
        "at": {name: reverse(name, args=[game.code]) for name in ("play", "draft", "order")},
        "lights": request.user.is_authenticated and request.user.hints,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A player as the page lists them: what lies before them, and whether they are to act."""

    player: Player
    standing: str
    marks: Sequence[Mark]
    acts: bool


def _players(game: Game, view: View) -> list[Seated]:
    presenter = game.kind.presenter
    return [
        Seated(
            player=player,
            standing=presenter.standing(view, player.seat),
            marks=presenter.marks(view, player.seat),
            acts=player.seat == game.to_act,
        )
        for player in game.players.all()
    ]
