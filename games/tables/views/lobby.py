"""The lobby, and opening a table."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.readers import is_member
from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.learning.selectors import steps_in_browser
from games.learning.services import progress
from games.machinery.errors import ServiceError, not_found
from games.machinery.guests import check_new_guest
from games.models import Game
from games.pages.answers import (
    Authenticated,
    HtmxRequest,
    ask_to_sign_up,
    member_required,
    refuse_with_page,
    wants_part,
    words_for,
)
from games.pages.paging import read_key
from games.tables import selectors
from games.tables.forms import TableForm
from games.tables.levels import last_level
from games.tables.services import guests, tables

# In a form: the level of the computer that is for beginners, whatever it is called.
EASIEST = "easiest"
ASK_FOR_ACCOUNT = {"many-guests", "many-guest-games"}


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
    if request.GET.get("with") == "friends":
        form.initial["public"] = "0"
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


@require_safe
def computer(request: HtmxRequest) -> HttpResponse:
    """Who the computer's players are, and what each does. No query of its own."""
    return render(request, "games/tables/computer.html", {"kinds": KINDS})


@require_POST
def play_now(request: HtmxRequest, slug: str, seats: int = 0) -> HttpResponse:
    """At once, for anybody: who is nobody here yet plays as a guest."""
    try:
        if slug not in KINDS:
            raise not_found()
        game = _start(request, KINDS[slug], seats)
    except ServiceError as error:
        if error.code in ASK_FOR_ACCOUNT:
            return ask_to_sign_up(request, error.code, back=reverse("home"))
        return refuse_with_page(request, error)
    return redirect("game", code=game.code)


def _start(request: HttpRequest, kind: AnyKind, seats: int) -> Game:
    options = kind.presenter.read_options(request.POST)
    level, user = request.POST.get("level", ""), request.user
    if level == EASIEST or (not level and not is_member(user)):
        level = kind.easiest_bot
    elif not level:
        level = last_level(user, kind)
    if user.is_authenticated:
        return tables.play_now(
            user=user, engine_slug=kind.slug, seats=seats, options=options, bot=level
        )
    check_new_guest(request)
    guest, game = guests.play_as_guest(
        engine_slug=kind.slug,
        seats=seats,
        options=options,
        bot=level,
        language=get_language() or "",
    )
    for learned, steps in steps_in_browser(request):
        progress.keep(user=guest, kind=learned, steps=steps)
    login(request, guest, "django.contrib.auth.backends.ModelBackend")
    # A sign-up that was begun before is kept for a day; a guest for longer.
    request.session.set_expiry(None)
    return game
