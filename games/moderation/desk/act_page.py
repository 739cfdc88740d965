"""The page on which an act says what it will do, asks why, and is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.engine.errors import GameError
from games.machinery.errors import ServiceError
from games.models import Message
from games.moderation import selectors
from games.moderation.desk.forms import ActForm, AnyTarget
from games.moderation.desk.offered import OfferedAct, elsewhere
from games.moderation.desk.subjects import LONGEST_NUMBER, Subject, find_act, name_of_target
from games.moderation.services.plans import Plan
from games.pages.answers import address_here, words_for
from games.play.services.deadlines import looked_at_once

Refusal = ServiceError | GameError


@dataclass(frozen=True, slots=True)
class Asked:
    """Who wants to do what to which."""

    request: HttpRequest
    by: User
    subject: Subject
    offered: OfferedAct
    targets: list[AnyTarget]

    @property
    def target(self) -> AnyTarget:
        return self.targets[0] if self.targets else None

    @property
    def on(self) -> str:
        return self.request.POST.get("on", self.request.GET.get("on", ""))

    @property
    def back(self) -> str:
        return self.subject.page_of(self.targets)

    @property
    def next(self) -> str:
        """Back to the report from which somebody came, and to nowhere else."""
        asked = self.request.POST.get("next", self.request.GET.get("next", ""))
        there = address_here(asked)
        return there if there.startswith(reverse("admin:index")) else ""


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, what: str) -> HttpResponse:
    """First it says what it will do. Where more than the reason is asked for, it says it again."""
    asked = _asked(request, what)
    if not asked.offered.allowed(request.user):
        messages.error(request, words_for(ServiceError("not-allowed", 403)))
        return redirect("admin:index")
    refused = _refused_before(asked)
    if refused is not None:
        messages.error(request, words_for(refused))
        return redirect(asked.back)
    form = _form(asked)
    ready = form.is_valid()
    if ready and (not form.asks_more or "confirmed" in request.POST):
        error = _do(asked, form.arguments())
        if error is None:
            return redirect(asked.next or asked.back)
        form.add_error(None, words_for(error, getattr(asked.target, "kind", None)))
        ready = False
    return _page(asked, form, ready=ready)


def _asked(request: HttpRequest, what: str) -> Asked:
    assert isinstance(request.user, User)
    subject, offered = find_act(what)
    on = request.POST.get("on", request.GET.get("on", ""))
    targets = subject.targets(on, request.user)
    if len(targets) > 1 and not offered.bulk:
        raise Http404
    return Asked(request, request.user, subject, offered, targets)


def _form(asked: Asked) -> ActForm:
    request, many = asked.request, len(asked.targets) > 1
    initial = {name: value for name, value in request.GET.items() if name not in ("on", "next")}
    given = request.POST if request.method == "POST" else None
    return asked.offered.form(asked.target, asked.by, given, initial=initial, many=many)


def _page(asked: Asked, form: ActForm, *, ready: bool) -> HttpResponse:
    """What is refused for the only one is said at once, and there is nothing to confirm."""
    with looked_at_once():
        statements = [_statement(asked, it, form, ready=ready) for it in asked.targets or [None]]
    refusal = statements[0].refusal if len(statements) == 1 else None
    if ready and refusal is not None:
        form.add_error(None, words_for(refusal, getattr(asked.target, "kind", None)))
        ready = False
    context = {
        **admin.site.each_context(asked.request),
        "title": asked.offered.title.capitalize(),
        "offered": asked.offered,
        "form": form,
        "confirm": ready,
        "on": asked.on,
        "next": asked.next,
        "statements": statements,
        "back": asked.back,
        "message": _message(asked.target, form),
    }
    status = 422 if form.errors else 200
    return TemplateResponse(asked.request, "games/moderation/desk/act.html", context, status=status)


@dataclass(frozen=True, slots=True)
class Statement:
    """What will happen to one, and who gets a mail of it."""

    name: str
    sentences: list[str]
    told: list[str]
    refusal: Refusal | None = None


def _statement(asked: Asked, target: AnyTarget, form: ActForm, *, ready: bool) -> Statement:
    """Of many, some may have nothing to be done to them."""
    offered, name = asked.offered, name_of_target(target)
    if getattr(target, "is_own", False):
        return Statement(name, [words_for(ServiceError("plays-there", 403))], [])
    if target is not None and offered.bulk and not offered.makes_sense(target):
        return Statement(name, [_("There's nothing to do here.")], [])
    given = _given(target, form, ready=ready)
    if given is None:
        return Statement(name, offered.sentences(target, None, {}), [])
    try:
        plan = _plan(asked, target, given)
    except (ServiceError, GameError) as error:
        words = words_for(error, getattr(target, "kind", None))
        alone = ready and len(asked.targets) < 2
        said = offered.sentences(target, None, {}) if alone else [words]
        return Statement(name, said, [], error)
    data = form.cleaned_data if ready else {}
    told = [person.username for person in plan.readers]
    return Statement(name, offered.sentences(target, plan, data), told)


def _plan(asked: Asked, target: AnyTarget, given: Mapping[str, object]) -> Plan:
    where = {asked.subject.name: target} if target is not None else {}
    return asked.offered.plan(by=asked.by, **where, **given)


def _given(target: AnyTarget, form: ActForm, *, ready: bool) -> Mapping[str, object] | None:
    """What the act is given, but for why; none before all is known that it depends on."""
    if ready:
        return {name: value for name, value in form.arguments().items() if name != "why"}
    if form.asks_more:
        return None
    known: dict[str, object] = {}
    if "expected_ply" in form.fields:
        known["expected_ply"] = target.ply
    if "message_id" in form.fields:
        message = _message(target, form)
        known["message_id"] = message.pk if message else 0
    return known


def _refused_before(asked: Asked) -> ServiceError | None:
    """What would be refused anyway is not asked for first."""
    if len(asked.targets) != 1:
        return None
    refused = _refused_for(asked.by, asked.target)
    if refused is not None:
        return refused
    makes_sense = asked.offered.makes_sense
    if makes_sense is not elsewhere and not makes_sense(asked.target):
        return ServiceError("not-possible-now", 409)
    return None


def _refused_for(by: User, target: AnyTarget) -> ServiceError | None:
    """Nobody acts on themselves, on a table where they play, or on an opponent."""
    if getattr(target, "is_own", False):
        return ServiceError("plays-there", 403)
    if isinstance(target, User) and target == by:
        return ServiceError("that-is-you", 403)
    if isinstance(target, User) and selectors.play_together(by, target):
        return ServiceError("plays-with-them", 403)
    return None


def _message(target: AnyTarget, form: ActForm) -> Message | None:
    """The message that is to be hidden, to be read before it is."""
    number = str(form["message_id"].value() or "") if "message_id" in form.fields else ""
    if not number.isdecimal() or len(number) >= LONGEST_NUMBER:
        return None
    found: Message | None = target.messages.select_related("author").filter(pk=int(number)).first()
    return found


def _do(asked: Asked, given: dict[str, object]) -> Refusal | None:
    """Each in a transaction of its own: what is refused for one is done for the others.

    What is refused for the only one is returned, so that nothing typed is lost.
    """
    done = 0
    for target in asked.targets or [None]:
        where = {asked.subject.argument: target.pk} if target is not None else {}
        try:
            asked.offered.service(by=asked.by, **where, **given)
            done += 1
        except (ServiceError, GameError) as error:
            if len(asked.targets) < 2:
                return error
            words = words_for(error, getattr(target, "kind", None))
            messages.error(asked.request, f"{target}: {words}")
    if done:
        values = {"what": asked.offered.title, "count": done}
        words = _("Done: %(what)s.") if done == 1 else _("Done: %(what)s (%(count)s).")
        messages.success(asked.request, words % values)
    return None
