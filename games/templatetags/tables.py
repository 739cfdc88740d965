"""Saying who, when and how long."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Player
from games.presenters import PRESENTERS
from games.selectors import Plot
from games.words import BOT_NAMES, END_REASONS

register = template.Library()


@register.filter
def player_name(player: Player) -> str:
    if player.user is not None:
        return player.user.username
    if player.bot:
        return f"{BOT_NAMES[player.bot]} {player.seat + 1}"
    return _("deleted player")


@register.filter
def initial(player: Player) -> str:
    return player_name(player)[:1].upper()


@register.filter
def game_name(game: Game) -> str:
    return str(PRESENTERS[game.engine_slug].name)


@register.filter
def end_words(game: Game) -> str:
    return str(END_REASONS.get(game.end_reason, ""))


@register.filter
def duration(span: timedelta) -> str:
    """In the largest unit that says it in a whole number, or two units: "1 day 4 h"."""
    minutes = max(0, ceil(span.total_seconds() / 60))
    days, hours = divmod((minutes + 30) // 60, 24)
    if days:
        words = ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
        return f"{words} {_('%(count)s h') % {'count': hours}}" if hours and days < 3 else words
    if minutes >= 120:
        return _("%(count)s h") % {"count": hours}
    return _("%(count)s min") % {"count": minutes}


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
    """The table as a spectator sees it, small."""
    view = game.engine.view(game.engine.load(game.state or {}), None)
    picture = PRESENTERS[game.engine_slug].picture(view)
    return {"template": f"games/{game.engine_slug}/_picture.html", "picture": picture}


@register.filter
def by_place(game: Game) -> list[Player]:
    return sorted(game.players.all(), key=lambda player: (player.place or 0, player.seat))


@register.filter
def plot_lines(plot: Plot) -> list[dict[str, Any]]:
    """The score lines in a drawing of 300 by 120, with where each ends."""
    lines = []
    for line in plot.lines:
        points = [
            (round(4 + 286 * ply / plot.width, 1), round(114 - 104 * score / plot.height, 1))
            for ply, score in line
        ]
        x, y = points[-1]
        joined = " ".join(f"{across},{down}" for across, down in points)
        lines.append({"points": joined, "x": x, "y": y})
    return lines
