"""Pages for everybody: the rules, and what is said where something went wrong."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.examples import worked_example
from games.presenters import PRESENTERS
from games.views.answers import HtmxRequest, part_or_page


@require_safe
def rules(request: HtmxRequest) -> HttpResponse:
    """Which game's?"""
    return render(request, "games/rules.html", {"presenters": PRESENTERS})


@require_safe
def qwirkle_rules(request: HtmxRequest) -> HttpResponse:
    """The rules, with the worked example at the turn that `?turn=` names."""
    turns = worked_example()
    asked = request.GET.get("turn", "1")
    number = min(max(int(asked), 1), len(turns)) if asked.isdecimal() and len(asked) < 5 else 1
    context = {
        "turn": turns[number - 1],
        "number": number,
        "count": len(turns),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < len(turns) else None,
    }
    return part_or_page(request, "games/qwirkle/_example.html", "games/qwirkle/rules.html", context)


@require_safe
def shifting_stones_rules(request: HtmxRequest) -> HttpResponse:
    return render(request, "games/shifting_stones/rules.html")


def csrf_failure(request: HtmxRequest, reason: str = "") -> HttpResponse:
    """A page open for too long is fetched anew; whoever has no cookies is told."""
    if getattr(request, "htmx", False) or request.headers.get("HX-Request"):
        return HttpResponseClientRefresh()
    return problem(403, "403_csrf.html")


def problem(status: int, template: str = "") -> HttpResponse:
    """Made without the request, which may be what is wrong: no person, no session, no query."""
    page = get_template(template or f"{status}.html")
    return HttpResponse(page.render({"site_name": settings.SITE_NAME}), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    too_much = isinstance(exception, (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent))
    return problem(413 if too_much else 400)


def no_access(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(404)


def too_often(request: HttpRequest) -> HttpResponse:
    return problem(429)


def broken(request: HttpRequest) -> HttpResponse:
    return problem(500)
