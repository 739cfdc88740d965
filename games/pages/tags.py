"""Saying who, when and how long."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

from django import template
from django.forms.utils import flatatt
from django.template import Context
from django.utils import timezone
from django.utils.html import conditional_escape, escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.kinds import KINDS, name_of
from games.models import Game, Player
from games.pages.pictures import picture_of
from games.words import duration, end_words, isolated, player_name, record_words

register = template.Library()


class Named(Protocol):
    """A game, or one that is set aside."""

    engine_slug: str


class Paced(Protocol):
    """A game, or a table in a list."""

    @property
    def turn_time(self) -> timedelta | None: ...


log = logging.getLogger(__name__)


register.filter(player_name)
register.filter(duration)
register.filter(isolated)
register.filter(record_words)
register.filter(end_words)


@register.filter
def initial(player: Player) -> str:
    return player_name(player)[:1].upper()


@register.filter
def game_name(game: Named) -> str:
    return name_of(game.engine_slug)


@register.filter
def time_left(deadline: datetime | None) -> str:
    if deadline is None:
        return ""
    return _("%(time)s left") % {"time": duration(deadline - timezone.now())}


@register.filter
def seat_to_act(game: Game) -> Player | None:
    return next((p for p in game.players.all() if p.seat == game.to_act), None)


@register.simple_tag
def game_picture(game: Game) -> SafeString:
    """The table as a spectator sees it, within a page; nothing, where it cannot be read."""
    return mark_safe(picture_of(game) or "")  # noqa: S308


@register.filter
def by_place(game: Game) -> list[Player]:
    return sorted(game.players.all(), key=lambda player: (player.place or 0, player.seat))


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


@register.filter(name="json")
def as_json(value: object) -> str:
    """For an attribute or a field, where the template escapes it."""
    return json.dumps(value)


@register.filter
def pace(game: Paced) -> str:
    """How long a turn may take."""
    if game.turn_time is None:
        return _("no time limit")
    return _("%(time)s per turn") % {"time": duration(game.turn_time)}


@register.filter
def options_chosen(game: Game) -> list[str]:
    """What was agreed on for this table that is particular to its game."""
    return agreed_words(game.engine_slug, game.options, game.seats)


def agreed_words(slug: str, options: Mapping[str, object], seats: int) -> list[str]:
    """Whatever is wrong with one game of a list, the others are shown; so with its picture."""
    try:
        return KINDS[slug].presenter.option_words(options, seats)
    except Exception:
        log.exception("what was agreed on for a game of %s cannot be told: %s", slug, options)
        return []


@register.simple_tag(takes_context=True)
def waiting_elsewhere(context: Context) -> list[str]:
    """The games that wait for the reader, but for the one that they look at, if any."""
    here = getattr(context.get("game"), "code", "")
    return [code for code in context["waiting"] if code != here]


@register.simple_tag
def options_of(widget: Mapping[str, Any]) -> SafeString:
    """The options of a select, in one go: there are hundreds of time zones."""
    groups = []
    for name, options, _index in widget["optgroups"]:
        inside = "".join([_option(option) for option in options])
        groups.append(f'<optgroup label="{escape(name)}">{inside}</optgroup>' if name else inside)
    return mark_safe("".join(groups))  # noqa: S308


def _option(option: Mapping[str, Any]) -> str:
    attributes = flatatt(option["attrs"]) if option["attrs"] else ""
    value, label = escape(str(option["value"])), conditional_escape(option["label"])
    return f'<option value="{value}"{attributes}>{label}</option>'
