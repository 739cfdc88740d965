"""The lobby, and opening a table."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kinds import KINDS
from games.machinery.errors import ServiceError
from games.pages.answers import (
    Authenticated,
    HtmxRequest,
    member_required,
    refuse_with_page,
    wants_part,
    words_for,
)
from games.pages.paging import read_key
from games.tables import selectors
from games.tables.forms import TableForm
from games.tables.services import tables


@require_safe
def lobby(request: HtmxRequest) -> HttpResponse:
    """Tables to join and games to watch; each list goes on at an address of its own."""
    tables = read_key(request.GET.get("tables", ""))
    games = read_key(request.GET.get("games", ""))
    if wants_part(request) and games is not None:
        (page,) = selectors.cards(selectors.games_to_watch(games))
        return render(request, "games/tables/_cards.html", {"page": page, "name": "games"})
    if wants_part(request) and tables is not None:
        (page,) = selectors.cards(selectors.open_tables(request.user, tables))
        return render(request, "games/tables/_tables.html", {"tables": page})
    waiting, going = selectors.cards(
        selectors.open_tables(request.user, tables), selectors.games_to_watch(games)
    )
    context = {"tables": waiting, "games": going, "kinds": KINDS}
    return render(request, "games/tables/lobby.html", context)


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: Authenticated) -> HttpResponse:
    """Which game is in the address, so that the form offers what that game has."""
    slug = request.GET.get("game", next(iter(KINDS)))
    if slug not in KINDS:
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
    context = {"form": form, "slug": slug, "kinds": KINDS}
    return render(request, "games/tables/new_table.html", context, status=status)


@require_POST
@member_required
def play_now(request: Authenticated, slug: str, seats: int = 0) -> HttpResponse:
    try:
        options = KINDS[slug].presenter.read_options(request.POST) if slug in KINDS else {}
        game = tables.play_now(user=request.user, engine_slug=slug, seats=seats, options=options)
    except ServiceError as error:
        return refuse_with_page(request, error)
    return redirect("game", code=game.code)
