"""Pages for everybody: the front door and the rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from games.examples import worked_example


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "games/home.html", {"turn": worked_example()[-1]})


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
    part = "games/qwirkle/_example.html"
    return render(request, part if request.htmx else "games/qwirkle/rules.html", context)
