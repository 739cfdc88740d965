"""What moderators did, in a sentence for those whom it concerns; in the language that is active."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Act, Report
from games.words import duration

What = Act.What

MODERATOR, SENIOR, ADMINISTRATOR = "moderator", "senior moderator", "administrator"

ROLE_NAMES: Mapping[str, Promise] = {
    "": gettext_lazy("none: a regular player"),
    MODERATOR: gettext_lazy("moderator"),
    SENIOR: gettext_lazy("senior moderator"),
    ADMINISTRATOR: gettext_lazy("administrator"),
}

# For the moderators only.
SILENT = (What.LOOK, What.NOTE, What.ASSIGN, What.PAUSE_SITE, What.RESUME_SITE)
# Shown on the game's page: those about the talk of one person, or a report, are not.
ON_THE_PAGE = (
    What.PAUSE,
    What.RESUME,
    What.EXTEND,
    What.SKIP,
    What.TAKE_BACK,
    What.SEAT_BOT,
    What.SEAT_PERSON,
    What.REMOVE,
    What.ADJUDICATE,
    What.ANNUL,
    What.LOCK_TALK,
    What.UNLOCK_TALK,
)

_SENTENCES: Mapping[What, Promise] = {
    What.PAUSE: gettext_lazy("The moderators have paused this game, and the clock is stopped."),
    What.RESUME: gettext_lazy(
        "The moderators have resumed this game, and the clock is running again."
    ),
    What.SKIP: gettext_lazy("The moderators have skipped a turn of %(name)s."),
    What.SEAT_BOT: gettext_lazy("The computer has taken over from %(name)s."),
    What.SEAT_PERSON: gettext_lazy("%(new)s has taken over from %(name)s."),
    What.REMOVE: gettext_lazy("The moderators have removed %(name)s from this game."),
    What.ADJUDICATE: gettext_lazy("The moderators have ended this game with a result."),
    What.ANNUL: gettext_lazy("The moderators have annulled this game, so it doesn't count."),
    What.LOCK_TALK: gettext_lazy("The moderators have locked the chat at this table."),
    What.UNLOCK_TALK: gettext_lazy("You can chat at this table again."),
    What.HIDE_MESSAGE: gettext_lazy("The moderators have hidden one of your messages."),
    What.SHOW_MESSAGE: gettext_lazy("One of your messages is visible again."),
    What.WARN: gettext_lazy("You've received a warning."),
    What.BAN: gettext_lazy("You can no longer use your account."),
    What.LIFT: gettext_lazy("Your restrictions have been lifted."),
    What.FORGET_FACTORS: gettext_lazy(
        "Your second factor was removed. Log in with your password and set up a new one."
    ),
}


def sentence_of(act: Act) -> str:
    """One sentence; the reason follows it."""
    what = What(act.what)
    if what in _WRITERS:
        return _WRITERS[what](act)
    return str(_SENTENCES[what]) % {"name": "", "new": "", **act.after}


def _extended(act: Act) -> str:
    values = {
        "name": act.after.get("name", ""),
        "span": duration(timedelta(seconds=act.after.get("seconds", 0))),
    }
    return _("%(name)s has been given more time: %(span)s.") % values


def _taken_back(act: Act) -> str:
    count = act.after.get("count", 0)
    if not count:
        return _("The moderators have resumed this game from where it ended.")
    words = ngettext(
        "The moderators have undone the last move.",
        "The moderators have undone the last %(count)s moves.",
        count,
    )
    return words % {"count": count}


def _muted(act: Act) -> str:
    return _("You can't chat at tables until %(until)s.") % {"until": _until(act, "muted_until")}


def _suspended(act: Act) -> str:
    until = _until(act, "suspended_until")
    return _("You can't use your account until %(until)s.") % {"until": until}


def _until(act: Act, name: str) -> str:
    moment = timezone.localtime(datetime.fromisoformat(act.after[name]))
    return date_format(moment, "DATETIME_FORMAT")


def _answered(act: Act) -> str:
    if act.after.get("status") == Report.Status.UPHELD:
        return _("Thanks for your report. We took action.")
    return _("Thanks for your report. We've looked into it, and no action was needed.")


def _role(act: Act) -> str:
    roles = act.after.get("roles") or [""]
    return _("Your role is now: %(role)s.") % {"role": ROLE_NAMES.get(roles[0], roles[0])}


_WRITERS: Mapping[What, Callable[[Act], str]] = {
    What.EXTEND: _extended,
    What.TAKE_BACK: _taken_back,
    What.MUTE: _muted,
    What.SUSPEND: _suspended,
    What.ANSWER: _answered,
    What.ROLE: _role,
}


def more(act: Act) -> list[str]:
    """What helps to understand it: the words it is about, and what to do against it."""
    if act.what == What.HIDE_MESSAGE:
        return [f"“{act.before.get('text', '')}”"]
    if act.what == What.ANSWER and act.report and act.report.text:
        return [_("You wrote: “%(text)s”") % {"text": act.report.text}]
    if act.what in (What.SUSPEND, What.BAN, What.MUTE):
        return [_("If you think this is a mistake, reply to this email.")]
    return []


def reason(act: Act) -> str:
    """What those concerned read below it: to a reporter the answer, else why it was done.

    Why somebody was suspended or banned is not for the tables where they sat.
    """
    if act.after.get("because") == "shut-out":
        return _("Their account was suspended or banned.")
    return str(act.after.get("answer") or act.why)
