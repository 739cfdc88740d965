"""What acts and tasks keep, as words: keys and codes are for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.advancing import SKIP_TURN, WITHDRAW
from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.models import Game, Report
from games.moderation.services.shutting_out import TheirGames
from games.post.moderators_notices import ROLE_NAMES
from games.words import END_REASONS, bot_name, duration

# A fact as JSON keeps it: of what type, its key says.
Kept: TypeAlias = Any

TASKS: Mapping[str, Promise] = {
    "broker": gettext_lazy("message broker"),
    "clear_expired_sessions": gettext_lazy("clearing old sessions"),
    "count_days": gettext_lazy("daily figures"),
    "clock": gettext_lazy("clock of the server"),
    "deliver": gettext_lazy("sending emails"),
    "enforce_deadlines": gettext_lazy("watching deadlines"),
    "forget_guests": gettext_lazy("deleting guests"),
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

HAPPENINGS: Mapping[str, Promise] = {
    SKIP_TURN: gettext_lazy("turn skipped"),
    WITHDRAW: gettext_lazy("left the game"),
}

FACTORS: Mapping[str, Promise] = {
    "recovery_codes": gettext_lazy("recovery codes"),
    "totp": gettext_lazy("authenticator app"),
    "webauthn": gettext_lazy("passkey or security key"),
}


def task_name(name: str) -> str:
    return str(TASKS.get(name, name))


def in_words(facts: Mapping[str, Kept], kind: AnyKind | None = None) -> list[tuple[str, str]]:
    """A label and what it says, in the order in which they were kept; `kind` is of which game."""
    return [(str(LABELS.get(key, key)), _value(key, value, kind)) for key, value in facts.items()]


def _value(key: str, value: Kept, kind: AnyKind | None = None) -> str:
    if value is None or value in ("", []):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key in _OF_A_GAME:
        return _OF_A_GAME[key](value, kind)
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


def _moves(moves: Sequence[Mapping[str, Kept]], kind: AnyKind | None) -> str:
    return "; ".join(_move(move, kind) for move in moves)


def _move(move: Mapping[str, Kept], kind: AnyKind | None) -> str:
    """Of moves taken back only what kind they were: what was traded is for a look, and logged."""
    done, points = _done(move["action"]["kind"], kind), move["points"]
    words = ngettext(
        "seat %(seat)s: %(what)s, %(points)s point",
        "seat %(seat)s: %(what)s, %(points)s points",
        points,
    )
    return words % {"seat": move["seat"] + 1, "what": done, "points": points}


def _done(code: str, kind: AnyKind | None) -> str:
    """What an action is called; of a game that is gone, as any that has it calls it."""
    own = (it.action_words[code] for it in _asked(kind) if code in it.action_words)
    return str(HAPPENINGS.get(code) or next(own, code))


def _end(code: str, kind: AnyKind | None) -> str:
    own = (it.end_reasons[code] for it in _asked(kind) if code in it.end_reasons)
    return str(END_REASONS.get(code) or next(own, code))


def _asked(kind: AnyKind | None) -> Iterable[AnyKind]:
    return [kind] if kind else KINDS.values()


def _named(names: Mapping[str, Promise]) -> Callable[[str], str]:
    return lambda code: str(names.get(code, code))


def _all_named(names: Mapping[str, Promise]) -> Callable[[list[str]], str]:
    return lambda codes: ", ".join(str(names.get(code, code)) for code in codes)


# What each game calls as it likes.
_OF_A_GAME: Mapping[str, Callable[[Kept, AnyKind | None], str]] = {
    "end_reason": _end,
    "moves": _moves,
}

_WRITERS: Mapping[str, Callable[[Kept], str]] = {
    "banned_at": _moment,
    "because": lambda _value: _("Their account was suspended or banned."),
    "bot": bot_name,
    "deadline": _moment,
    "factors": _all_named(FACTORS),
    "games": _named(dict(TheirGames.choices)),
    "muted_until": _moment,
    "roles": _all_named(ROLE_NAMES),
    "seat": _seat,
    "seconds": lambda seconds: duration(timedelta(seconds=seconds)),
    "status": _status,
    "suspended_until": _moment,
    "to_act": _seat,
}
