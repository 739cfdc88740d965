"""Saying who, when and how long."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.oversight import SetAside
from games.presenters import PRESENTERS, name_of
from games.rules import ENGINES
from games.selectors import Plot, seat_of
from games.services import tables
from games.words import END_REASONS, duration, isolated, player_name, record_words

register = template.Library()
log = logging.getLogger(__name__)


register.filter(player_name)
register.filter(duration)
register.filter(isolated)
register.filter(record_words)


@register.filter
def initial(player: Player) -> str:
    return player_name(player)[:1].upper()


@register.filter
def game_name(game: Game | SetAside) -> str:
    return name_of(game.engine_slug)


@register.filter
def can_be_alone(slug: str) -> bool:
    return 1 in ENGINES[slug].seats


@register.simple_tag(takes_context=True)
def waiting_elsewhere(context: Context) -> list[str]:
    """The games that wait for the reader, but for the one that they look at, if any."""
    here = getattr(context.get("game"), "code", "")
    return [code for code in context["waiting"] if code != here]


@register.filter
def pace(game: Game) -> str:
    """How long a turn may take."""
    if game.turn_time is None:
        return _("no time limit")
    return _("%(time)s per turn") % {"time": duration(game.turn_time)}


@register.filter
def options_chosen(game: Game) -> list[str]:
    """What was agreed on for this table that is particular to its game.

    Whatever is wrong with one game of a list, the others are shown; so with its picture.
    """
    try:
        return PRESENTERS[game.engine_slug].option_words(game.options, game.seats)
    except Exception:
        log.exception("what was agreed on for game %s cannot be told", game.pk)
        return []


@register.filter
def has_young(game: Game) -> bool:
    """Whether one can join this table as a young player."""
    return tables.has_young(game)


@register.filter
def end_words(game: Game) -> str:
    return str(END_REASONS.get(game.end_reason, ""))


@register.filter
def time_left(deadline: datetime | None) -> str:
    if deadline is None:
        return ""
    return _("%(time)s left") % {"time": duration(deadline - timezone.now())}


@register.filter
def seat_to_act(game: Game) -> Player | None:
    return next((p for p in game.players.all() if p.seat == game.to_act), None)


@register.inclusion_tag("games/partials/_picture.html")
def game_picture(game: Game) -> dict[str, Any]:
    """The table as a spectator sees it, small; nothing, where it cannot be read."""
    try:
        view = game.engine.view(game.engine.load(game.state or {}), None)
        picture = PRESENTERS[game.engine_slug].picture(view)
    except Exception:
        log.exception("game %s cannot be drawn", game.pk)
        return {"template": None}
    return {"template": f"games/{game.engine_slug}/_picture.html", "picture": picture}


@register.filter
def by_place(game: Game) -> list[Player]:
    return sorted(game.players.all(), key=lambda player: (player.place or 0, player.seat))


@register.filter
def seats(game: Game, user: Any) -> bool:
    """Whether this person sits there."""
    return seat_of(game, user) is not None


@register.filter
def plot_lines(plot: Plot, game: Game) -> list[dict[str, Any]]:
    """The score lines in a drawing of 300 by 120, with where each ends and who it is of."""
    drawn = [
        [
            (round(4 + 272 * ply / plot.width, 1), round(114 - 104 * score / plot.height, 1))
            for ply, score in line
        ]
        for line in plot.lines
    ]
    beside = _apart([line[-1][1] for line in drawn])
    return [
        {
            "points": " ".join(f"{across},{down}" for across, down in line),
            "x": str(line[-1][0]),
            "y": str(line[-1][1]),
            "initial_y": str(middle),
            "initial": initial(player),
        }
        for line, middle, player in zip(drawn, beside, game.players.all(), strict=True)
    ]


INITIAL = 12.0  # the height that an initial beside a line needs
HIGHEST, LOWEST = 8.0, 112.0


def _apart(heights: list[float]) -> list[float]:
    """As near to these heights as they can stand without touching, from the top one down."""
    placed, top = dict[int, float](), HIGHEST
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    for below, seat in zip(range(len(order) - 1, -1, -1), order, strict=True):
        room = LOWEST - below * INITIAL
        placed[seat] = round(min(max(heights[seat], top), room), 1)
        top = placed[seat] + INITIAL
    return [placed[seat] for seat in range(len(heights))]


@register.filter
def winners(game: Game) -> SafeString:
    first = [player for player in by_place(game) if player.place == 1]
    return format_html_join(", ", "<bdi>{}</bdi>", ((player_name(player),) for player in first))


@register.filter
def is_away(player: Player) -> bool:
    user, now = player.user, timezone.now()
    if user is None or user.away_from is None or user.away_until is None:
        return False
    return user.away_from <= now < user.away_until
