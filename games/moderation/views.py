"""Reporting a message, a game or a person; what became of it; and reading a warning."""

from __future__ import annotations

from typing import TypedDict

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import selectors as people
from accounts import services as accounts
from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Game, Message
from games.moderation import selectors as oversight
from games.moderation.forms import ReportForm
from games.moderation.services import reports
from games.pages.answers import (
    Authenticated,
    address_here,
    member_required,
    player_required,
    words_for,
)
from games.play import selectors as play_selectors
from games.play.looking import game_or_404


class About(TypedDict, total=False):
    """What a report is about."""

    game: Game
    message: Message | None
    person: User | None


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_game(request: Authenticated, code: str) -> HttpResponse:
    """The game itself; with `?message=`, what somebody said there."""
    game = game_or_404(request, code)
    number = request.GET.get("message", "")
    message = None
    if number:
        message = play_selectors.message_in(game, number, request.user)
        if message is None or message.author_id == request.user.pk:
            raise Http404
    about: About = {"game": game, "message": message, "person": message.author if message else None}
    return _report(request, about, back=("game", code))


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_person(request: Authenticated, username: str) -> HttpResponse:
    person = people.person_named(username)
    if person == request.user:
        raise Http404
    return _report(request, {"person": person}, back=("profile", person.username))


def _report(request: Authenticated, about: About, back: tuple[str, str]) -> HttpResponse:
    form, status = ReportForm(request.POST if request.method == "POST" else None), 200
    if request.method == "POST" and form.is_valid():
        try:
            reports.report(reporter=request.user, **about, **form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, words_for(error))
            status = error.status
        else:
            messages.success(request, _("Thanks. We'll look into it and let you know."))
            return redirect(*back)
    elif form.errors:
        status = 422
    context = {"form": form, "about": about, "back": back}
    return render(request, "games/moderation/report.html", context, status=status)


@member_required
@require_safe
def my_reports(request: Authenticated) -> HttpResponse:
    return render(
        request, "games/moderation/reports.html", {"reports": oversight.my_reports(request.user)}
    )


@require_POST
@player_required
def read_warning(request: Authenticated) -> HttpResponse:
    warning = request.POST.get("warning", "").replace("\x00", "")
    accounts.read_warning(user=request.user, warning=warning)
    return redirect(address_here(request.POST.get("next", "")))
