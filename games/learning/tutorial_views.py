"""A tutorial: one page a step, on the game's own table. Nothing of it is stored but progress."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from games.engine.errors import GameError
from games.engine.jsontypes import ActionJson, JsonObject
from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.kit.tutorial import AnyStep, Tutorial
from games.learning import practice, selectors
from games.learning.services import progress
from games.machinery.errors import ServiceError
from games.pages.answers import (
    HtmxRequest,
    Refused,
    list_field,
    part_or_page,
    status_of,
    words_for,
)
from games.play.turns import as_draft

# In an address or a form: what is prepared, where there are no scripts that keep it in the page;
# and what was played, so that a reload asks for the same answer and posts nothing.
DRAFT, PLAYED = "draft", "played"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step, and where it stands among the others."""

    kind: AnyKind
    tutorial: Tutorial
    number: int

    @property
    def step(self) -> AnyStep:
        return self.tutorial.steps[self.number - 1]

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number < len(self.tutorial.steps) else None

    def address(self, name: str) -> str:
        return reverse(name, args=[self.kind.slug, self.number])


def _taught(slug: str) -> tuple[AnyKind, Tutorial]:
    kind = KINDS.get(slug)
    if kind is None or kind.tutorial is None:
        raise Http404
    return kind, kind.tutorial


def _lesson(slug: str, number: int) -> Lesson:
    kind, tutorial = _taught(slug)
    if not 1 <= number <= len(tutorial.steps):
        raise Http404
    return Lesson(kind, tutorial, number)


@require_safe
def learn(request: HtmxRequest, slug: str) -> HttpResponse:
    """To the first step that is not done yet; when all are, from the beginning."""
    kind, tutorial = _taught(slug)
    done = selectors.steps_done(request, kind)
    open_steps = (n for n, name in enumerate(tutorial.names, start=1) if name not in done)
    return redirect("learn-step", slug=slug, step=next(open_steps, 1))


@require_safe
def show(request: HtmxRequest, slug: str, step: int) -> HttpResponse:
    lesson = _lesson(slug, step)
    if PLAYED in request.GET:
        return _judged(request, lesson, _actions_in(request.GET, PLAYED))
    return _page(request, lesson, _prepared(request.GET, lesson.kind))


@require_POST
def draft(request: HtmxRequest, slug: str, step: int) -> HttpResponse:
    """What is prepared: its worth, or what is wrong with it. The page keeps it, not we."""
    lesson = _lesson(slug, step)
    try:
        prepared = as_draft(lesson.kind, _actions(request, lesson.kind))
    except Refused as error:
        return _refused(request, lesson, error)
    if not request.htmx:
        return _back_to(lesson, {DRAFT: json.dumps(prepared)} if prepared else {})
    context = _table_context(lesson, prepared) | {"oob": True}
    return render(request, f"{lesson.kind.folder}/_turn.html", context)


@require_POST
def order(request: HtmxRequest, slug: str, step: int) -> HttpResponse:
    """How the hand lies is the page's own business."""
    _lesson(slug, step)
    return HttpResponse(status=204)


@require_POST
def play(request: HtmxRequest, slug: str, step: int) -> HttpResponse:
    """Right or not, and why. Without scripts the answer has an address of its own."""
    lesson = _lesson(slug, step)
    try:
        actions = _actions(request, lesson.kind)
        tried = practice.attempt(lesson.kind, lesson.step, actions)
    except Refused as error:
        return _refused(request, lesson, error)
    response = (
        _judged(request, lesson, actions)
        if request.htmx
        else _back_to(lesson, {PLAYED: json.dumps(actions)})
    )
    if lesson.step.judge(tried) is None:
        _keep_progress(request, response, lesson)
    return response


@require_safe
def finished(request: HtmxRequest, slug: str) -> HttpResponse:
    """A small celebration, and the way into a first game."""
    kind, tutorial = _taught(slug)
    others = [it.kind for it in selectors.learnable(request) if it.kind is not kind]
    done = selectors.steps_done(request, kind)
    context = {"kind": kind, "others": others, "left": len(tutorial.steps) - len(done)}
    return render(request, "games/learning/finished.html", context)


def _actions(request: HttpRequest, kind: AnyKind) -> Sequence[object]:
    """What scripts send as JSON, or what a plain form says."""
    if "actions" in request.POST:
        return list_field(request, "actions")
    return kind.presenter.read_form(request.POST, _prepared(request.POST, kind))


def _actions_in(fields: QueryDict, name: str) -> list[object]:
    """What cannot be read is nothing done."""
    try:
        found = json.loads(fields.get(name, "[]"))
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []


def _prepared(fields: QueryDict, kind: AnyKind) -> list[JsonObject]:
    try:
        return as_draft(kind, _actions_in(fields, DRAFT))
    except Refused:
        return []


def _judged(request: HtmxRequest, lesson: Lesson, actions: Sequence[object]) -> HttpResponse:
    """Wrong, and why; or right: the table as it is then, and the way on."""
    kind = lesson.kind
    try:
        tried = practice.attempt(kind, lesson.step, actions)
    except Refused as error:
        return _refused(request, lesson, error)
    wrong = lesson.step.judge(tried)
    if wrong:
        return _page(request, lesson, said=wrong)
    own = [action.to_json() for action in tried.actions]
    return _page(
        request,
        lesson,
        table=practice.table_after(kind, tried.after, own),
        points=tried.points,
        solved=True,
        me=None,
        done={*selectors.steps_done(request, kind), lesson.step.name},
    )


def _keep_progress(request: HttpRequest, response: HttpResponse, lesson: Lesson) -> None:
    """Members' progress is kept with their account; strangers keep theirs."""
    done = {*selectors.steps_done(request, lesson.kind), lesson.step.name}
    if request.user.is_authenticated:
        progress.keep(user=request.user, kind=lesson.kind, steps=done)
    else:
        selectors.remember(response, lesson.kind, done)


def _back_to(lesson: Lesson, query: Mapping[str, str]) -> HttpResponse:
    return redirect(f"{lesson.address('learn-step')}?{urlencode(query)}")


def _refused(request: HtmxRequest, lesson: Lesson, error: GameError | ServiceError) -> HttpResponse:
    """The step as it is, and why not. Whatever asked, what comes is the whole table."""
    response = _page(request, lesson, said=words_for(error, lesson.kind))
    response.status_code = status_of(error)
    return retarget(reswap(response, "outerHTML"), "#game")


def _page(
    request: HtmxRequest, lesson: Lesson, prepared: Sequence[ActionJson] = (), **more: object
) -> HttpResponse:
    context = _table_context(lesson, prepared) | {
        "lesson": lesson,
        "steps": lesson.tutorial.steps,
        "done": more.get("done") or selectors.steps_done(request, lesson.kind),
        **more,
    }
    return part_or_page(
        request, "games/learning/_step.html", "games/learning/tutorial.html", context
    )


def _table_context(lesson: Lesson, prepared: Sequence[ActionJson]) -> dict[str, object]:
    """What the game's own templates need."""
    return {
        "game": practice.Table(),
        "me": practice.Seat(),
        "my_turn": True,
        "kind": lesson.kind,
        "table": practice.table(lesson.kind, lesson.step, prepared),
        "folder": lesson.kind.folder,
        "lights": lesson.step.lights,
        "prepared": json.dumps(list(prepared)),
        "at": {name: lesson.address(f"learn-{name}") for name in ("play", "draft", "order")},
    }
