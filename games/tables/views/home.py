"""Home, the front page, and the way to the next game."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts import signing_up
from accounts.readers import is_member
from games.kinds import KINDS
from games.learning.selectors import learnable
from games.models import Player
from games.models.tables import CODE_LENGTH
from games.pages.answers import (
    Authenticated,
    HtmxRequest,
    part_or_page,
    player_required,
    wants_part,
)
from games.pages.paging import read_key
from games.post import selectors as post_selectors
from games.tables import selectors
from games.tables.first_steps import first_steps
from games.tables.views.invited import INVITED
from games.words import one_and_the_other

# In the session: the games that "next game" has led through in this round.
SEEN = "seen"
# The lists that go on beyond what home shows, by their names in addresses.
TITLES = {
    "yours": gettext_lazy("Your turn"),
    "theirs": gettext_lazy("Waiting for others"),
    "finished": gettext_lazy("Finished"),
}
MOST_IN_A_ROUND = 100


@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """Your games; for visitors the front door."""
    if not request.user.is_authenticated:
        if wants_part(request):
            return HttpResponseClientRefresh()
        return _front_page(request)
    if is_member(request.user) and INVITED in request.session:
        return redirect(request.session.pop(INVITED))
    shown = selectors.home(request.user)
    is_empty = not (shown.yours.items or shown.theirs.items or shown.open_tables)
    context = {
        "home": shown,
        "kinds": KINDS,
        "waiting": shown.waiting,
        "first_steps": first_steps(request.user) if is_empty else None,
        "learnable": learnable(request) if is_empty else [],
        "guest_games": _guest_games(request),
    }
    return part_or_page(request, "games/tables/_home.html", "games/tables/home.html", context)


def _guest_games(request: HtmxRequest) -> int:
    """How many there are of who logged in after playing as a guest. One query, if they did."""
    guest = request.session.get(signing_up.GUEST_BEFORE)
    return Player.objects.filter(user=guest, user__is_guest=True).count() if guest else 0


def _front_page(request: HtmxRequest) -> HttpResponse:
    """For visitors: what can be played, and a game to look at."""
    context: dict[str, object] = {
        "games": one_and_the_other([str(kind.name) for kind in KINDS.values()]),
        "kinds": KINDS,
    }
    for kind in KINDS.values():
        if kind.showcase:
            context |= {"showcase": f"{kind.folder}/_showcase.html", **kind.showcase()}
            break
    return render(request, "games/tables/welcome.html", context)


@player_required
@require_safe
def my_games(request: Authenticated, which: str) -> HttpResponse:
    """All games that wait for one, that wait for others, or that are finished, page by page."""
    if which not in TITLES:
        raise Http404
    after = read_key(request.GET.get("after", ""))
    if which == "finished":
        found = selectors.finished_numbers(request.user, after)
    else:
        going = selectors.going(request.user)
        turns = selectors.turns(going, is_turn=which == "yours", after=after)
        found = selectors.numbers(turns)
    (page,) = selectors.cards(found)
    context = {
        "title": TITLES[which],
        "page": page,
        "urgent": which == "yours",
        "older": which == "finished",
    }
    return part_or_page(request, "games/tables/_cards.html", "games/tables/games.html", context)


@player_required
@require_safe
def next_game(request: Authenticated) -> HttpResponse:
    """Round all games that wait: the most urgent of those not yet seen in this round.

    A game that was passed over comes again when the others have been, whatever happened in them.
    """
    here = request.GET.get("from", "")[:CODE_LENGTH]
    waiting = post_selectors.waiting_for(request.user).values_list("code", flat=True)
    codes = [code for code in waiting[:MOST_IN_A_ROUND] if code != here]
    if not codes:
        messages.success(request, _("No games are waiting for you. Enjoy your day!"))
        return redirect("home")
    # Without a game to come from, a new round begins.
    seen = [*request.session.get(SEEN, []), here][-MOST_IN_A_ROUND:] if here else []
    fresh = [code for code in codes if code not in seen]
    request.session[SEEN] = seen if fresh else [here]
    return redirect("game", code=(fresh or codes)[0])
