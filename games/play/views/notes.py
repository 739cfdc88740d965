"""A player's own notes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.machinery.errors import ServiceError
from games.pages.answers import Authenticated, member_required, status_of, words_for
from games.play import selectors
from games.play.looking import game_or_404
from games.play.services import notes
from games.play.services.locking import seated

STATE = "games/play/_note_state.html"


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def note(request: Authenticated, code: str) -> HttpResponse:
    """The notes for a page that has not got them yet; or what they are now, and that it is kept."""
    game = game_or_404(request, code)
    try:
        if request.method != "POST":
            seated(game, request.user)
            text = selectors.note_of(game, request.user)
            return render(request, "games/play/_note.html", {"game": game, "note": text})
        notes.keep_note(game=game, user=request.user, text=request.POST.get("text", ""))
    except ServiceError as error:
        return _answer(request, code, words_for(error), status_of(error))
    return _answer(request, code, _("Saved."))


def _answer(request: Authenticated, code: str, words: str, status: int = 200) -> HttpResponse:
    if request.htmx:
        return render(request, STATE, {"words": words, "bad": status != 200}, status=status)
    (messages.success if status == 200 else messages.error)(request, words)
    return redirect("game", code=code)
