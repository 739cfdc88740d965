"""What can be done to a person, a report or the whole site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.desk import forms
from games.desk.deed import Deed, What
from games.models import Game, Report
from games.roles import ROLE_NAMES
from games.services.moderation import games, people, reports
from games.services.moderation.people import TheirGames


def _until(person: User, data: Mapping[str, Any]) -> list[str]:
    if "span" not in data:
        return []
    span = dict(forms.SANCTIONS)[data["span"]]
    return [_("For %(span)s from now.") % {"span": span}]


def _games(person: User, data: Mapping[str, Any]) -> list[str]:
    if "games" not in data:
        return []
    going = person.seats_taken.filter(left=False, game__status=Game.Status.ACTIVE).count()
    words = ngettext("They're in %(count)s game:", "They're in %(count)s games:", going)
    return [f"{words % {'count': going}} {TheirGames(data['games']).label}."]


def _suspend(person: User, data: Mapping[str, Any]) -> list[str]:
    return [*_until(person, data), *_games(person, data)]


def _role(person: User, data: Mapping[str, Any]) -> list[str]:
    if "role" not in data:
        return []
    role = ROLE_NAMES[data["role"]]
    return [_("New role of %(name)s: %(role)s.") % {"name": person.username, "role": role}]


def _assign(report: Report, data: Mapping[str, Any]) -> list[str]:
    if not data.get("to"):
        return []
    name = User.objects.values_list("username", flat=True).get(pk=data["to"])
    return [_("Assigned to %(name)s.") % {"name": name}]


def _answer(report: Report, data: Mapping[str, Any]) -> list[str]:
    asked = [f"“{report.text}”"] if report.text else []
    if "answer" not in data:
        return asked
    verdict = Report.Status.UPHELD if data["upheld"] else Report.Status.DISMISSED
    return [*asked, f"{verdict.label}: “{data['answer']}”"]


PERSON_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.WARN,
            forms.ActForm,
            people.warn,
            gettext_lazy(
                "They get an email, and see it on every page until they confirm they've read it."
            ),
        ),
        Deed(
            What.MUTE,
            forms.MuteForm,
            people.mute,
            gettext_lazy("They can't write messages at any table. They can still play."),
            _until,
        ),
        Deed(
            What.SUSPEND,
            forms.SuspendForm,
            people.suspend,
            gettext_lazy("They can log in only to read why, and until when."),
            _suspend,
            offered=lambda person: person.banned_at is None,
            danger=True,
        ),
        Deed(
            What.BAN,
            forms.BanForm,
            people.ban,
            gettext_lazy("They can log in only to read why. This lasts until someone lifts it."),
            _games,
            offered=lambda person: person.banned_at is None,
            danger=True,
        ),
        Deed(
            What.LIFT,
            forms.ActForm,
            people.lift,
            gettext_lazy("They can chat and play again. Seats they've lost stay lost."),
            offered=lambda person: person.is_muted or person.is_shut_out,
        ),
        Deed(
            What.NOTE,
            forms.QuietForm,
            people.note,
            gettext_lazy("A note for moderators. The person won't see it."),
        ),
        Deed(
            What.ROLE,
            forms.RoleForm,
            people.change_role,
            gettext_lazy("What they can do at this desk changes straight away."),
            _role,
        ),
        Deed(
            What.FORGET_FACTORS,
            forms.ActForm,
            people.forget_factors,
            gettext_lazy(
                "They can log in with their password alone, and are logged out everywhere. With a "
                "role, they confirm by email before they set up a new one. Make sure the request "
                "really comes from them."
            ),
            danger=True,
        ),
    )
}

REPORT_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.ASSIGN,
            forms.AssignForm,
            reports.assign,
            gettext_lazy("Other moderators see who it's assigned to."),
            _assign,
            offered=lambda report: report.is_open,
        ),
        Deed(
            What.ANSWER,
            forms.AnswerForm,
            reports.answer,
            gettext_lazy("The report is closed, and the reporter gets your reply by email."),
            _answer,
            offered=lambda report: report.is_open,
        ),
    )
}

SITE_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.PAUSE_SITE,
            forms.QuietForm,
            games.pause_site,
            gettext_lazy("All clocks stop and everyone sees a notice. Players can still move."),
            danger=True,
        ),
        Deed(
            What.RESUME_SITE,
            forms.QuietForm,
            games.resume_site,
            gettext_lazy("All clocks restart; deadlines are extended by the length of the pause."),
        ),
    )
}
