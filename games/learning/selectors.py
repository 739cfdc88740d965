"""How far a reader has come in the tutorials: members by their account, strangers by a cookie.

A cookie, since a stranger's session would be a row for everybody who ever tried a step.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.models import Learned

COOKIE = "learned_{slug}"
MOST_IN_A_COOKIE = 200


def steps_done(request: HttpRequest, kind: AnyKind) -> set[str]:
    """The names of the steps. A member takes along what they did as a stranger. One query."""
    return _done(request, kind, _kept(request))


@dataclass(frozen=True, slots=True)
class Course:
    """A game's tutorial, and how many of its steps are done."""

    kind: AnyKind
    done: int
    steps: int


def learnable(request: HttpRequest) -> list[Course]:
    """The tutorials that this reader has not finished, those begun first. One query."""
    kept = _kept(request)
    courses = [
        Course(kind, len(_done(request, kind, kept)), len(kind.tutorial.steps))
        for kind in KINDS.values()
        if kind.tutorial
    ]
    return sorted(
        (course for course in courses if course.done < course.steps),
        key=lambda course: not course.done,
    )


def steps_in_browser(request: HttpRequest) -> list[tuple[AnyKind, set[str]]]:
    """What was done here by somebody who was nobody yet. No query."""
    found = [(kind, _done(request, kind, {})) for kind in KINDS.values()]
    return [(kind, steps) for kind, steps in found if steps]


def _kept(request: HttpRequest) -> Mapping[str, Collection[str]]:
    if not request.user.is_authenticated:
        return {}
    return dict(Learned.objects.filter(user=request.user).values_list("engine_slug", "steps"))


def _done(request: HttpRequest, kind: AnyKind, kept: Mapping[str, Collection[str]]) -> set[str]:
    names = kind.tutorial.names if kind.tutorial else ()
    return {*_in_cookie(request, kind), *kept.get(kind.slug, ())} & set(names)


def _in_cookie(request: HttpRequest, kind: AnyKind) -> list[str]:
    kept = request.COOKIES.get(COOKIE.format(slug=kind.slug), "")
    return re.split(r"[^\w-]", kept[:MOST_IN_A_COOKIE])


def remember(response: HttpResponse, kind: AnyKind, done: set[str]) -> None:
    """In the stranger's own browser, and nowhere else."""
    response.set_cookie(
        COOKIE.format(slug=kind.slug),
        ".".join(sorted(done)),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
