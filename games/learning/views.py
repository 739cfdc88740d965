"""How to play: a page for each game."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.lateness import MISSED_AND_OUT
from games.pages.answers import HtmxRequest, part_or_page, wants_part


@require_safe
def index(request: HtmxRequest) -> HttpResponse:
    """Which game's?"""
    return render(request, "games/learning/rules.html", {"kinds": KINDS})


@require_safe
def rules(request: HtmxRequest, address: str) -> HttpResponse:
    """A game's own page, made from what the game says of itself."""
    kind = _kind_at(address)
    context, page = _context(kind, request), f"{kind.folder}/rules.html"
    part = kind.rules_page.part
    return part_or_page(request, f"{kind.folder}/{part}" if part else page, page, context)


@require_safe
def text(request: HtmxRequest, address: str) -> HttpResponse:
    """The same in short, for the drawer beside a game; for everybody else there is the page."""
    kind = _kind_at(address)
    if not wants_part(request):
        return redirect("rules-of", address=address)
    return render(request, "games/learning/_rules_text.html", _context(kind, request))


def _kind_at(address: str) -> AnyKind:
    kind = next((kind for kind in KINDS.values() if kind.address == address), None)
    if kind is None:
        raise Http404
    return kind


def _context(kind: AnyKind, request: HtmxRequest) -> dict[str, object]:
    """What every game's page needs: sections, each with its template, and numbers."""
    page = kind.rules_page
    return {
        "kind": kind,
        "slug": kind.slug,
        "sections": [
            (section, f"{kind.folder}/rules/_{section.name}.html") for section in page.sections
        ],
        "n": {**page.numbers, "missed": MISSED_AND_OUT},
        **page.context(request.GET),
    }
