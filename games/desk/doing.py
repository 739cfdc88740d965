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
from games.desk.deed import Deed, What, elsewhere
from games.desk.deeds import PERSON_DEEDS, REPORT_DEEDS, SITE_DEEDS
from games.desk.deeds_on_games import GAME_DEEDS
from games.models import Game, Report
from games.presenters import name_of
from games.rules.errors import GameError
from games.services.errors import ServiceError
from games.services.moderation.concerned import concerned
from games.views.answers import address_here, words_for
from games.words import player_name

MOST_AT_ONCE = 100
LONGEST_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of thing that acts are about: how it is found, and where its page is."""

    deeds: Mapping[What, Deed]
    find: Callable[[list[int], User], list[Any]]
    page: str
    argument: str


def _games(numbers: list[int], reader: User) -> list[Game]:
    return oversight.games_for_moderators(numbers)


def _people(numbers: list[int], reader: User) -> list[User]:
    return list(User.objects.filter(pk__in=numbers))


def _nothing(numbers: list[int], reader: User) -> list[Any]:
    return []


def _reports(numbers: list[int], reader: User) -> list[Report]:
    found = oversight.reports_for(reader).select_related("reporter")
    return list(found.filter(pk__in=numbers))


GAME = Subject(GAME_DEEDS, _games, "admin:games_game_change", "game_id")
PERSON = Subject(PERSON_DEEDS, _people, "admin:accounts_user_change", "person_id")
REPORT = Subject(REPORT_DEEDS, _reports, "admin:games_report_change", "report_id")
SITE = Subject(SITE_DEEDS, _nothing, "admin:index", "")


def address_of(what: What, numbers: Sequence[int] = (), **initial: object) -> str:
    """Where this act is done on these."""
    asked = {name: value for name, value in initial.items() if value}
    query = {"on": ",".join(map(str, numbers)), **asked}
    return reverse("admin:act", args=[what.value], query=query)


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, what: str) -> HttpResponse:
    """First it says what it will do. Where more than the reason is asked for, it says it again."""
    assert isinstance(request.user, User)
    subject, deed = _find_deed(what)
    targets = _find_targets(request, subject, request.user)
    if len(targets) > 1 and not deed.bulk:
        raise Http404
    if not deed.allowed(request.user):
        messages.error(request, words_for(ServiceError("not-allowed", 403)))
        return redirect("admin:index")
    target = targets[0] if targets else None
    refused = _refused_before(request.user, deed, targets)
    if refused is not None:
        messages.error(request, words_for(refused))
        return redirect(_page_of(subject, targets))
    initial = {name: value for name, value in request.GET.items() if name not in ("on", "next")}
    given = request.POST if request.method == "POST" else None
    form = deed.form(target, request.user, given, initial=initial, many=len(targets) > 1)
    ready = form.is_valid()
    if ready and (not form.asks_more or "confirmed" in request.POST):
        error = _do(request, subject, deed, targets, form.arguments())
        if error is None:
            return redirect(_next(request) or _page_of(subject, targets))
        form.add_error(None, words_for(error))
        ready = False
    data = form.cleaned_data if ready else {}
    context = {
        **admin.site.each_context(request),
        "title": str(deed.title).capitalize(),
        "deed": deed,
        "form": form,
        "confirm": ready,
        "on": request.GET.get("on", request.POST.get("on", "")),
        "next": _next(request),
        "subjects": [
            _statement(deed, it, data, _told(deed, it, form, ready)) for it in targets or [None]
        ],
        "back": _page_of(subject, targets),
        "message": _message(target, form),
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/act.html", context, status=status)


def _told(deed: Deed, target: Any, form: Any, ready: bool) -> list[str]:
    """The names of those who will get a mail, once all is known that it depends on."""
    if form.asks_more and not ready:
        return []
    message = _message(target, form)
    given = form.cleaned_data if ready else {"message_id": message.pk if message else None}
    return [person.username for person in concerned(deed.what, target, **given)]


def _statement(deed: Deed, target: Any, data: Mapping[str, Any], told: list[str]) -> dict[str, Any]:
    """What will happen to one; of many, some may have nothing to be done to them."""
    if target is not None and not deed.offered(target) and deed.bulk:
        return {"name": _name(target), "sentences": [_("There's nothing to do here.")], "told": []}
    return {
        "name": _name(target),
        "sentences": deed.sentences(target, data),
        "told": told,
    }


def _refused_before(by: User, deed: Deed, targets: list[Any]) -> ServiceError | None:
    """What would be refused anyway is not asked for first."""
    if len(targets) != 1:
        return None
    target = targets[0]
    if isinstance(target, Game) and oversight.has_played(target, by):
        return ServiceError("plays-there", 403)
    if isinstance(target, User) and target == by:
        return ServiceError("that-is-you", 403)
    if isinstance(target, User) and oversight.play_together(by, target):
        return ServiceError("plays-with-them", 403)
    if not deed.offered(target) and deed.offered is not elsewhere:
        return ServiceError("not-possible-now", 409)
    return None


def _next(request: HttpRequest) -> str:
    """Back to the report from which somebody came, and to nowhere else."""
    asked = address_here(request.POST.get("next", request.GET.get("next", "")))
    return asked if asked.startswith(reverse("admin:index")) else ""


def _find_deed(what: str) -> tuple[Subject, Deed]:
    for subject in (GAME, PERSON, REPORT, SITE):
        if what in subject.deeds:
            return subject, subject.deeds[What(what)]
    raise Http404


def _find_targets(request: HttpRequest, subject: Subject, reader: User) -> list[Any]:
    if subject is SITE:
        return []
    asked = request.POST.get("on", request.GET.get("on", "")).split(",")
    if not all(part.isdecimal() and len(part) < LONGEST_NUMBER for part in asked):
        raise Http404
    numbers = {int(part) for part in asked[:MOST_AT_ONCE]}
    found = subject.find(list(numbers), reader)
    if len(found) != len(numbers):
        raise Http404
    return found


def _name(target: Any) -> str:
    if not isinstance(target, Game):
        return str(target or "")
    names = ", ".join(player_name(player) for player in target.players.all())
    return f"{name_of(target.engine_slug)} {target.code}: {names}"


def _message(target: Any, form: Any) -> Any:
    """The message that is to be hidden, to be read before it is."""
    number = str(form["message_id"].value() or "") if "message_id" in form.fields else ""
    if not number.isdecimal() or len(number) >= LONGEST_NUMBER:
        return None
    return target.messages.select_related("author").filter(pk=int(number)).first()


def _do(
    request: HttpRequest, subject: Subject, deed: Deed, targets: list[Any], given: dict[str, Any]
) -> ServiceError | GameError | None:
    """Each in a transaction of its own: what is refused for one is done for the others.

    What is refused for the only one is returned, so that nothing typed is lost.
    """
    done = 0
    for target in targets or [None]:
        where = {subject.argument: target.pk} if target is not None else {}
        try:
            deed.service(by=request.user, **where, **given)
            done += 1
        except (ServiceError, GameError) as error:
            if len(targets) < 2:
                return error
            messages.error(request, f"{target}: {words_for(error)}")
    if done:
        values = {"what": deed.title, "count": done}
        words = _("Done: %(what)s.") if done == 1 else _("Done: %(what)s (%(count)s).")
        messages.success(request, words % values)
    return None


def _page_of(subject: Subject, targets: list[Any]) -> str:
    if subject is SITE:
        return reverse(subject.page)
    if len(targets) > 1:
        return reverse(subject.page.replace("_change", "_changelist"))
    return reverse(subject.page, args=[targets[0].pk])
