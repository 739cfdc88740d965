"""The lobby, and opening a table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.kinds import KINDS
from games.machinery.errors import ServiceError
from games.pages.answers import (
    Authenticated,
    member_required,
    refuse_with_page,
    words_for,
)
from games.tables import selectors
from games.tables.forms import TableForm
from games.tables.services import tables


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    context = {
        "tables": selectors.open_tables(request.user),
        "games": selectors.games_to_watch(),
        "kinds": KINDS,
    }
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
