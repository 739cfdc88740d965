"""Small things for the moderators' desk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django import template

from games.models import Act
from games.moderation.desk.facts import task_name
from games.moderation.desk.subjects import address_of
from games.moderation.selectors import MOST_COUNTED

register = template.Library()
register.filter(task_name)


@register.filter
def bounded(count: int) -> str:
    """What is counted only so far, as "1000+" beyond that; the same way round in Hebrew."""
    return f"\u2066{MOST_COUNTED}+\u2069" if count > MOST_COUNTED else str(count)


WIDTH, HEIGHT, EDGE = 300, 70, 6


@register.simple_tag
def act_address(what: str, number: int, **initial: object) -> str:
    return address_of(Act.What(what), [number], **initial)


@register.simple_tag
def site_act_address(what: str) -> str:
    return address_of(Act.What(what))


@register.inclusion_tag("games/moderation/desk/_plot.html")
def day_plot(days: Sequence[tuple[date, int]], label: str) -> dict[str, object]:
    """A small plot of a count for each day."""
    most = max(*(count for _day, count in days), 1)
    step = (WIDTH - 2 * EDGE) / max(len(days) - 1, 1)
    points = [
        (
            round(EDGE + step * place, 1),
            round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * count / most, 1),
        )
        for place, (_day, count) in enumerate(days)
    ]
    return {
        "label": label,
        "line": " ".join(f"{x},{y}" for x, y in points),
        # As text: a number would be written in the reader's way, which SVG does not read.
        "last": [str(number) for number in points[-1]],
        "count": days[-1][1],
        "most": most,
        "since": days[0][0],
        "width": WIDTH,
        "height": HEIGHT,
    }
