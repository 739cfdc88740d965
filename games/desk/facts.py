"""What acts and tasks keep, as words: keys and codes are for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Game, Report
from games.roles import ROLE_NAMES
from games.services.moderation.people import TheirGames
from games.words import BOT_NAMES, END_REASONS, duration

TASKS: Mapping[str, Promise] = {
    "broker": gettext_lazy("message broker"),
    "clear_expired_sessions": gettext_lazy("clearing old sessions"),
    "clock": gettext_lazy("clock of the server"),
    "deliver": gettext_lazy("sending emails"),
    "enforce_deadlines": gettext_lazy("watching deadlines"),
    "housekeeping": gettext_lazy("tidying up"),
    "mail server": gettext_lazy("email server"),
    "mails refused": gettext_lazy("emails that were refused"),
    "play_waiting_bots": gettext_lazy("moves of the computer"),
    "send_reminders": gettext_lazy("sending reminders"),
}

LABELS: Mapping[str, Promise] = {
    "action": gettext_lazy("action"),
    "answer": gettext_lazy("reply"),
    "assigned_to": gettext_lazy("assigned to"),
    "banned_at": gettext_lazy("banned at"),
    "because": gettext_lazy("reason"),
    "bot": gettext_lazy("computer player"),
    "count": gettext_lazy("moves undone"),
    "deadline": gettext_lazy("deadline"),
    "end_reason": gettext_lazy("how it ended"),
    "factors": gettext_lazy("second factors"),
    "games": gettext_lazy("their games"),
    "hidden": gettext_lazy("message is hidden"),
    "left": gettext_lazy("left the game"),
    "message": gettext_lazy("message number"),
    "moves": gettext_lazy("moves"),
    "muted_until": gettext_lazy("muted until"),
    "name": gettext_lazy("player"),
    "new": gettext_lazy("new player"),
    "paused": gettext_lazy("paused"),
    "places": gettext_lazy("places"),
    "ply": gettext_lazy("actions played"),
    "roles": gettext_lazy("role"),
    "scores": gettext_lazy("points"),
    "seat": gettext_lazy("seat"),
    "seconds": gettext_lazy("time"),
    "settled": gettext_lazy("games they left"),
    "status": gettext_lazy("status"),
    "suspended_until": gettext_lazy("suspended until"),
    "talk_locked": gettext_lazy("chat is locked"),
    "text": gettext_lazy("text"),
    "to_act": gettext_lazy("seat whose turn it is"),
}

KINDS: Mapping[str, Promise] = {
    "end": gettext_lazy("ended the turn"),
    "flip": gettext_lazy("turned a stone over"),
    "pass": gettext_lazy("passed"),
    "place": gettext_lazy("placed tiles"),
    "score": gettext_lazy("scored a card"),
    "skip": gettext_lazy("skipped to draw cards"),
    "skip-turn": gettext_lazy("turn skipped"),
    "swap": gettext_lazy("swapped two stones"),
    "trade": gettext_lazy("traded tiles"),
    "withdraw": gettext_lazy("left the game"),
}

FACTORS: Mapping[str, Promise] = {
    "recovery_codes": gettext_lazy("recovery codes"),
    "totp": gettext_lazy("authenticator app"),
    "webauthn": gettext_lazy("passkey or security key"),
}


def task_name(name: str) -> str:
    return str(TASKS.get(name, name))


def in_words(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A label and what it says, in the order in which they were kept."""
    return [(str(LABELS.get(key, key)), _value(key, value)) for key, value in facts.items()]


def _value(key: str, value: Any) -> str:
    if value is None or value in ("", []):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key in _WRITERS:
        return _WRITERS[key](value)
    if isinstance(value, list):
        return ", ".join(_value("", item) for item in value)
    return str(value)


def _moment(value: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(value)), "DATETIME_FORMAT")


def _status(value: str) -> str:
    return str(dict([*Game.Status.choices, *Report.Status.choices]).get(value, value))


def _seat(value: int) -> str:
    return str(value + 1)


def _moves(moves: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(_move(move) for move in moves)


def _move(move: Mapping[str, Any]) -> str:
    """Of moves taken back only the kind: what was traded is for a look, which is logged."""
    kind, points = move["action"]["kind"], move["points"]
    words = ngettext(
        "seat %(seat)s: %(what)s, %(points)s point",
        "seat %(seat)s: %(what)s, %(points)s points",
        points,
    )
    return words % {"seat": move["seat"] + 1, "what": KINDS.get(kind, kind), "points": points}


def _named(names: Mapping[str, Promise]) -> Callable[[str], str]:
    return lambda code: str(names.get(code, code))


def _all_named(names: Mapping[str, Promise]) -> Callable[[list[str]], str]:
    return lambda codes: ", ".join(str(names.get(code, code)) for code in codes)


_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "banned_at": _moment,
    "because": lambda _value: _("Their account was suspended or banned."),
    "bot": _named(BOT_NAMES),
    "deadline": _moment,
    "end_reason": _named(END_REASONS),
    "factors": _all_named(FACTORS),
    "games": _named(dict(TheirGames.choices)),
    "moves": _moves,
    "muted_until": _moment,
    "roles": _all_named(ROLE_NAMES),
    "seat": _seat,
    "seconds": lambda seconds: duration(timedelta(seconds=seconds)),
    "status": _status,
    "suspended_until": _moment,
    "to_act": _seat,
}
