"""Home, the lobby, opening a table, and the way to the next game."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games import selectors
from games.forms import TableForm
from games.models.tables import CODE_LENGTH
from games.presenters import PRESENTERS
from games.rulebook.example import worked_example
from games.rules import ENGINES
from games.services import tables
from games.services.errors import ServiceError
from games.views.answers import (
    Authenticated,
    HtmxRequest,
    member_required,
    part_or_page,
    refuse_with_page,
    wants_part,
    words_for,
)
from games.views.waiting import INVITED

# In the session: the games that "next game" has led through in this round.
SEEN = "seen"
MOST_IN_A_ROUND = 100


@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """Your games; for visitors the front door."""
    if not request.user.is_authenticated:
        if wants_part(request):
            return HttpResponseClientRefresh()
        return render(request, "games/welcome.html", {"turn": worked_example()[-1]})
    if INVITED in request.session:
        return redirect(request.session.pop(INVITED))
    desk = selectors.desk(request.user)
    context = {
        "desk": desk,
        "presenters": PRESENTERS,
        "waiting": [game.code for game in desk.yours],
    }
    return part_or_page(request, "games/partials/_desk.html", "games/home.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    context = {
        "tables": selectors.open_tables(request.user),
        "games": selectors.games_to_watch(),
        "presenters": PRESENTERS,
    }
    return render(request, "games/lobby.html", context)


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: Authenticated) -> HttpResponse:
    """Which game is in the address, so that the form offers what that game has."""
    slug = request.GET.get("game", next(iter(ENGINES)))
    if slug not in ENGINES:
        raise Http404
    form = TableForm(slug, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            game = tables.open_table(opener=request.user, engine_slug=slug, **form.values())
        except ServiceError as error:
            form.add_error(None, words_for(error))
        else:
            return redirect("game", code=game.code)
    status = 422 if form.errors else 200
    context = {"form": form, "slug": slug, "presenters": PRESENTERS}
    return render(request, "games/new_table.html", context, status=status)


@require_POST
@member_required
def play_now(request: Authenticated, slug: str, seats: int = 2) -> HttpResponse:
    try:
        options = PRESENTERS[slug].read_options(request.POST) if slug in PRESENTERS else {}
        game = tables.play_now(user=request.user, engine_slug=slug, seats=seats, options=options)
    except ServiceError as error:
        return refuse_with_page(request, error)
    return redirect("game", code=game.code)


@member_required
@require_safe
def next_game(request: Authenticated) -> HttpResponse:
    """Round all games that wait: the most urgent of those not yet seen in this round.

    A game that was passed over comes again when the others have been, whatever happened in them.
    """
    here = request.GET.get("from", "")[:CODE_LENGTH]
    waiting = selectors.waiting_for(request.user).values_list("code", flat=True)
    codes = [code for code in waiting[:MOST_IN_A_ROUND] if code != here]
    if not codes:
        messages.success(request, _("No games are waiting for you. Enjoy your day!"))
        return redirect("home")
    # Without a game to come from, a new round begins.
    seen = [*request.session.get(SEEN, []), here][-MOST_IN_A_ROUND:] if here else []
    fresh = [code for code in codes if code not in seen]
    request.session[SEEN] = seen if fresh else [here]
    return redirect("game", code=(fresh or codes)[0])
