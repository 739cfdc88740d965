"""Words that every room uses: who sits there, how long it takes, how a game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil
from unicodedata import bidirectional

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import (
    get_language,
    get_language_bidi,
    gettext,
    ngettext,
    pgettext,
)
from django.utils.translation import gettext_lazy as _

from games.kinds import KINDS
from games.models import Game, Player

# How any game can end; what else a game's end can be called is the game's to say.
END_REASONS: Mapping[str, Promise] = {
    "withdrawn": _("Everyone else has left."),
    "adjudicated": _("The moderators have decided the game."),
    "annulled": _("The moderators have annulled the game, so it doesn't count."),
    "never-began": _("Someone never made a first move, so this game doesn't count."),
}


RECORDS: Mapping[str, Promise] = {
    "finished-differs": _("One is over and the other isn't."),
    "points-differ": _("The points of an action differ."),
    "scores-differ": _("The scores differ."),
}


def record_words(code: str) -> str:
    """What is wrong with a record that does not replay."""
    words = RECORDS.get(code)
    return str(words) if words else gettext("An action in it isn't allowed.")


def bot_name(code: str) -> str:
    """What the computer is called at this level: the same in every game that has it."""
    found = (kind.bots[code].name for kind in KINDS.values() if code in kind.bots)
    return str(next(found, code))


def end_words(game: Game) -> str:
    """Why a game is over; nothing, where it is not."""
    own = game.kind.end_reasons if game.engine_slug in KINDS else {}
    return str({**END_REASONS, **own}.get(game.end_reason, ""))


def player_name(player: Player) -> str:
    """Who sits there."""
    person = player.user.username if not player.bot and player.user else None
    return seat_name(player.seat, player.bot, person)


def seat_name(seat: int, bot: str, person: str | None) -> str:
    """What stands at a seat; a bot that took it over plays under its own name."""
    if bot:
        return f"{bot_name(bot)} {seat + 1}"
    return person if person is not None else gettext("deleted player")


def one_and_the_other(names: Sequence[str]) -> str:
    """The games of the site in a sentence that says that one can play them."""
    if len(names) < 2:
        return "".join(names)
    words = pgettext("games that one can play", "%(first)s and %(last)s")
    return words % {"first": ", ".join(names[:-1]), "last": names[-1]}


def isolated(name: str) -> str:
    """A name within plain text that runs the other way, so that it moves nothing around it."""
    runs_left = any(bidirectional(character) in ("R", "AL") for character in name)
    return f"\u2068{name}\u2069" if runs_left != get_language_bidi() else name


def moment(instant: datetime) -> str:
    """A day and a time, short, where the reader is."""
    return _moment(get_language(), localtime(instant).replace(tzinfo=None))


@lru_cache(maxsize=4000)
def _moment(language: str | None, there: datetime) -> str:
    return date_format(there, "SHORT_DATETIME_FORMAT")


def duration(span: timedelta) -> str:
    """In the largest unit that says it in a whole number, or two units: "1 day 4 h"."""
    minutes = max(0, ceil(span.total_seconds() / 60))
    days, hours = divmod((minutes + 30) // 60, 24)
    if days:
        words = ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
        and_hours = gettext("%(count)s h") % {"count": hours}
        return f"{words} {and_hours}" if hours and days < 3 else words
    if minutes >= 120:
        return gettext("%(count)s h") % {"count": hours}
    return gettext("%(count)s min") % {"count": minutes}
