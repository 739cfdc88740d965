"""The page on which an act says what it will do, asks why, and is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import oversight
from games.desk.deeds import (
    GAME_DEEDS,
    PERSON_DEEDS,
    REPORT_DEEDS,
    SITE_DEEDS,
    Deed,
    What,
    told,
)
from games.models import Game, Report
from games.presenters import PRESENTERS
from games.rules.errors import GameError
from games.services.errors import ServiceError
from games.views.answers import status_of, words_for
from games.words import player_name

MOST_AT_ONCE = 500
LONGEST_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of thing that acts are about: how it is found, and where its page is."""

    deeds: Mapping[What, Deed]
    find: Callable[[int], Any]
    page: str
    argument: str


def _person(pk: int) -> User | None:
    return User.objects.filter(pk=pk).first()


def _nothing(pk: int) -> None:
    return None


def _report(pk: int) -> Report | None:
    return Report.objects.select_related("reporter").filter(pk=pk).first()


GAME = Subject(GAME_DEEDS, oversight.game_for_moderators, "admin:games_game_change", "game_id")
PERSON = Subject(PERSON_DEEDS, _person, "admin:accounts_user_change", "person_id")
REPORT = Subject(REPORT_DEEDS, _report, "admin:games_report_change", "report_id")
SITE = Subject(SITE_DEEDS, _nothing, "admin:index", "")


def address_of(what: What, numbers: Sequence[int] = (), **initial: object) -> str:
    """Where this act is done on these."""
    query = {"on": ",".join(map(str, numbers)), **initial}
    return reverse("admin:act", args=[what.value], query=query)


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, what: str) -> HttpResponse:
    """First it says what it will do. Where more than the reason is asked for, it says it again."""
    subject, deed = _find_deed(what)
    targets = _find_targets(request, subject)
    assert isinstance(request.user, User)
    if not deed.allowed(request.user):
        messages.error(request, words_for(ServiceError("not-allowed", 403)))
        return redirect("admin:index")
    target = targets[0] if targets else None
    initial = {name: value for name, value in request.GET.items() if name != "on"}
    given = request.POST if request.method == "POST" else None
    form = deed.form(target, request.user, given, initial=initial)
    ready = form.is_valid()
    if ready and (not form.asks_more or "confirmed" in request.POST):
        return _do(request, subject, deed, targets, form.arguments())
    data = form.cleaned_data if ready else {}
    context = {
        **admin.site.each_context(request),
        "title": str(deed.title).capitalize(),
        "deed": deed,
        "form": form,
        "confirm": ready,
        "on": request.GET.get("on", request.POST.get("on", "")),
        "subjects": [
            {"name": _name(it), "sentences": deed.sentences(it, data), "told": told(deed, it)}
            for it in targets or [None]
        ],
        "back": _page_of(subject, targets),
        "message": _message(target, form),
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/act.html", context, status=status)


def _find_deed(what: str) -> tuple[Subject, Deed]:
    for subject in (GAME, PERSON, REPORT, SITE):
        if what in subject.deeds:
            return subject, subject.deeds[What(what)]
    raise Http404


def _find_targets(request: HttpRequest, subject: Subject) -> list[Any]:
    if subject is SITE:
        return []
    asked = request.POST.get("on", request.GET.get("on", "")).split(",")
    if not all(part.isdecimal() and len(part) < LONGEST_NUMBER for part in asked):
        raise Http404
    found = [subject.find(int(part)) for part in asked[:MOST_AT_ONCE]]
    if None in found:
        raise Http404
    return found


def _name(target: Any) -> str:
    if not isinstance(target, Game):
        return str(target or "")
    names = ", ".join(player_name(player) for player in target.players.all())
    return f"{PRESENTERS[target.engine_slug].name} {target.code}: {names}"


def _message(target: Any, form: Any) -> Any:
    """The message that is to be hidden, to be read before it is."""
    number = str(form["message_id"].value() or "") if "message_id" in form.fields else ""
    if not number.isdecimal() or len(number) >= LONGEST_NUMBER:
        return None
    return target.messages.select_related("author").filter(pk=int(number)).first()


def _do(
    request: HttpRequest, subject: Subject, deed: Deed, targets: list[Any], given: dict[str, Any]
) -> HttpResponse:
    """Each in a transaction of its own: what is refused for one is done for the others."""
    done = 0
    for target in targets or [None]:
        where = {subject.argument: target.pk} if target is not None else {}
        try:
            deed.service(by=request.user, **where, **given)
            done += 1
        except (ServiceError, GameError) as error:
            name = f"{target}: " if target is not None and len(targets) > 1 else ""
            messages.error(request, f"{name}{words_for(error)}")
            if status_of(error) == 404:
                raise Http404 from error
    if done:
        values = {"what": deed.title, "count": done}
        words = _("Done: %(what)s.") if done == 1 else _("Done: %(what)s (%(count)s).")
        messages.success(request, words % values)
    return redirect(_page_of(subject, targets))


def _page_of(subject: Subject, targets: list[Any]) -> str:
    if subject is SITE:
        return reverse(subject.page)
    if len(targets) > 1:
        return reverse(subject.page.replace("_change", "_changelist"))
    return reverse(subject.page, args=[targets[0].pk])
