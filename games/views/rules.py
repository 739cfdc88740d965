"""How to play: a page for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.lateness import MISSED_AND_OUT
from games.presenters import PRESENTERS
from games.rulebook import Section, qwirkle, shifting_stones
from games.rulebook.example import worked_example
from games.views.answers import HtmxRequest, part_or_page


@require_safe
def index(request: HtmxRequest) -> HttpResponse:
    """Which game's?"""
    return render(request, "games/rules.html", {"presenters": PRESENTERS})


@require_safe
def of_qwirkle(request: HtmxRequest) -> HttpResponse:
    """The rules, with the worked example at the turn that `?turn=` names."""
    turns = worked_example()
    asked = request.GET.get("turn", "1")
    number = min(max(int(asked), 1), len(turns)) if asked.isdecimal() and len(asked) < 5 else 1
    context = _rules_of("qwirkle", qwirkle.SECTIONS, qwirkle.NUMBERS) | {
        "pictures": qwirkle.PICTURES,
        "turn": turns[number - 1],
        "number": number,
        "count": len(turns),
        "before": number - 1 if number > 1 else None,
        "after": number + 1 if number < len(turns) else None,
    }
    return part_or_page(request, "games/qwirkle/_example.html", "games/qwirkle/rules.html", context)


@require_safe
def of_shifting_stones(request: HtmxRequest) -> HttpResponse:
    context = _rules_of("shifting_stones", shifting_stones.SECTIONS, shifting_stones.NUMBERS) | {
        "pairs": shifting_stones.PAIRS,
        "values": shifting_stones.VALUES,
        "goals": shifting_stones.GOALS_BY_SEATS,
        "cases": shifting_stones.CASES,
        "short_card": shifting_stones.SHORT_CARD,
        "twice": shifting_stones.TWICE,
        "shifts": (("swap", *shifting_stones.SWAPPED), ("flip", *shifting_stones.FLIPPED)),
        "lying": shifting_stones.LYING,
    }
    return render(request, "games/shifting_stones/rules.html", context)


def _rules_of(slug: str, sections: Sequence[Section], numbers: Mapping[str, int]) -> dict[str, Any]:
    """What every game's page of rules needs: sections, each with its template, and numbers."""
    folder = f"games/{slug}/rules/"
    return {
        "presenter": PRESENTERS[slug],
        "slug": slug,
        "sections": [(section, f"{folder}_{section.name}.html") for section in sections],
        "n": {**numbers, "missed": MISSED_AND_OUT},
    }
