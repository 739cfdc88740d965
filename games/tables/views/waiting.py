"""A table that waits for players: who sits there, joining, inviting, starting."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.machinery.errors import ServiceError
from games.machinery.pace import check_pace
from games.models import Game, Invitation
from games.pages.answers import (
    Authenticated,
    HtmxRequest,
    ask_to_log_in,
    log_in_to_see,
    member_required,
    part_or_page,
    player_required,
    refuse_with_page,
    words_for,
)
from games.pages.compression import holds_a_secret
from games.play import selectors as play_selectors
from games.play.looking import game_or_404
from games.play.views.game import game_page
from games.tables.forms import InviteForm
from games.tables.services import invitations, rematches, starting, tables

# In an address: whoever asks plays in this game, as a mail says, or as the page knew before.
MINE = "mine"


@require_safe
@log_in_to_see
def table(request: HtmxRequest, code: str) -> HttpResponse:
    """The one address of a table: it waits for players, or there is a game on it."""
    if MINE in request.GET and not request.user.is_authenticated:
        return ask_to_log_in(request, reverse("game", args=[code]))
    shown = game_or_404(request, code)
    if shown.state is not None and request.GET.get("from") == "waiting":
        # Who waited gets a whole new page: the game has its own scripts.
        return HttpResponseClientRefresh()
    if shown.state is None:
        return waiting_page(request, shown)
    return game_page(request, shown)


@holds_a_secret
def waiting_page(request: HtmxRequest, game: Game) -> HttpResponse:
    player = play_selectors.seat_of(game, request.user)
    waiting = Invitation.Answer.WAITING
    invited = game.invitations.filter(answer=waiting).select_related("user") if player else []
    address = reverse("invited", args=[game.invite_token])
    context = {
        "game": game,
        "me": player,
        "kind": game.kind,
        "opener": player is not None and game.opened_by_id == player.user_id,
        "free": range(game.seats - len(game.players.all())),
        "can_start": starting.may_start(game, len(game.players.all())),
        "invited": invited,
        "invite_form": InviteForm(),
        "invite_link": f"{request.scheme}://{request.get_host()}{address}",
    }
    return part_or_page(request, "games/tables/_waiting.html", "games/tables/waiting.html", context)


Service = Callable[..., Game]


def _act(request: Authenticated, code: str, service: Service, **values: object) -> HttpResponse:
    """Let a service change the table, and go to where that leads."""
    game = game_or_404(request, code, str(values.get("token", "")))
    try:
        changed = service(game_id=game.pk, user=request.user, **values)
    except ServiceError as error:
        messages.error(request, words_for(error))
        return redirect("game", code=code)
    return redirect("game", code=changed.code)


@require_POST
@member_required
def join(request: Authenticated, code: str) -> HttpResponse:
    try:
        check_pace(request.user, "join", most=60)
    except ServiceError as error:
        return refuse_with_page(request, error)
    token = request.POST.get("token", "").replace("\x00", "")
    return _act(request, code, tables.join, token=token, young=_young(request))


@require_POST
@member_required
def young(request: Authenticated, code: str) -> HttpResponse:
    """Who sits at the table is a young player, or not after all."""
    return _act(request, code, tables.be_young, young=_young(request))


def _young(request: HttpRequest) -> bool:
    return request.POST.get("young") == "1"


@require_POST
@member_required
def leave(request: Authenticated, code: str) -> HttpResponse:
    _act(request, code, tables.leave)
    return redirect("home")


@require_POST
@member_required
def cancel(request: Authenticated, code: str) -> HttpResponse:
    _act(request, code, tables.cancel)
    return redirect("home")


@require_POST
@member_required
def start(request: Authenticated, code: str) -> HttpResponse:
    return _act(request, code, tables.start)


@require_POST
@member_required
def add_bot(request: Authenticated, code: str) -> HttpResponse:
    return _act(request, code, tables.add_bot)


@require_POST
@player_required
def rematch(request: Authenticated, code: str) -> HttpResponse:
    return _act(request, code, rematches.rematch)


@require_POST
@member_required
def invite(request: Authenticated, code: str) -> HttpResponse:
    game = game_or_404(request, code)
    form = InviteForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a name or email address."))
        return redirect("game", code=code)
    try:
        invitations.invite(game_id=game.pk, user=request.user, who=form.cleaned_data["who"])
    except ServiceError as error:
        messages.error(request, words_for(error))
    else:
        messages.success(request, _("Your invitation is on its way."))
    return redirect("game", code=code)


@require_POST
@member_required
def decline(request: Authenticated, invitation_id: int) -> HttpResponse:
    try:
        invitations.decline(invitation_id=invitation_id, user=request.user)
    except ServiceError as error:
        raise Http404 from error
    messages.success(request, _("Invitation declined."))
    return redirect("home")
