"""Saying who, when and how long."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.oversight import SetAside
from games.presenters import PRESENTERS
from games.rules import ENGINES
from games.selectors import Plot
from games.words import END_REASONS, duration, isolated, player_name, record_words

register = template.Library()


register.filter(player_name)
register.filter(duration)
register.filter(isolated)
register.filter(record_words)


@register.filter
def initial(player: Player) -> str:
    return player_name(player)[:1].upper()


@register.filter
def game_name(game: Game | SetAside) -> str:
    """Its slug, where a moderator looks at a game that nobody here knows."""
    presenter = PRESENTERS.get(game.engine_slug)
    return str(presenter.name) if presenter else game.engine_slug


@register.filter
def can_be_alone(slug: str) -> bool:
    return 1 in ENGINES[slug].seats


@register.filter
def pace(game: Game) -> str:
    """How long a turn may take."""
    if game.turn_time is None:
        return _("no time limit")
    return _("%(time)s per turn") % {"time": duration(game.turn_time)}


@register.filter
def options_chosen(game: Game) -> list[str]:
    """What was agreed on for this table that is particular to its game."""
    return PRESENTERS[game.engine_slug].option_words(game.options, game.seats)


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
    """The table as a spectator sees it, small."""
    view = game.engine.view(game.engine.load(game.state or {}), None)
    picture = PRESENTERS[game.engine_slug].picture(view)
    return {"template": f"games/{game.engine_slug}/_picture.html", "picture": picture}


@register.filter
def by_place(game: Game) -> list[Player]:
    return sorted(game.players.all(), key=lambda player: (player.place or 0, player.seat))


@register.filter
def plot_lines(plot: Plot, game: Game) -> list[dict[str, Any]]:
    """The score lines in a drawing of 300 by 120, with where each ends."""
    lines = []
    for line, player in zip(plot.lines, game.players.all(), strict=True):
        points = [
            (round(4 + 286 * ply / plot.width, 1), round(114 - 104 * score / plot.height, 1))
            for ply, score in line
        ]
        x, y = points[-1]
        joined = " ".join(f"{across},{down}" for across, down in points)
        lines.append({"points": joined, "x": str(x), "y": str(y), "initial": initial(player)})
    return lines


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
