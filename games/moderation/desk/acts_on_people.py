"""What can be done to a person."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.moderation.desk import forms
from games.moderation.desk.offered import OfferedAct, What, by_what
from games.moderation.services import people, shutting_out
from games.moderation.services.people import RolePlan
from games.moderation.services.plans import Plan
from games.moderation.services.shutting_out import ShutOutPlan, TheirGames
from games.post.moderators_notices import ROLE_NAMES


def _until(plan: Plan, data: forms.Chosen) -> list[str]:
    span = dict(forms.SANCTIONS)[data["span"]]
    return [_("For %(span)s from now.") % {"span": span}]


def _games(plan: ShutOutPlan, data: forms.Chosen) -> list[str]:
    words = ngettext("They're in %(count)s game:", "They're in %(count)s games:", plan.playing)
    return [f"{words % {'count': plan.playing}} {TheirGames(plan.after['games']).label}."]


def _suspend(plan: ShutOutPlan, data: forms.Chosen) -> list[str]:
    return [*_until(plan, data), *_games(plan, data)]


def _role(plan: RolePlan, data: forms.Chosen) -> list[str]:
    values = {"name": plan.person.username, "role": ROLE_NAMES[plan.role]}
    return [_("New role of %(name)s: %(role)s.") % values]


ACTS_ON_PEOPLE: Mapping[What, OfferedAct] = by_what(
    (
        OfferedAct(
            What.WARN,
            forms.ActForm,
            people.plan_warn,
            people.warn,
            gettext_lazy(
                "They get an email, and see it on every page until they confirm they've read it."
            ),
        ),
        OfferedAct(
            What.MUTE,
            forms.MuteForm,
            people.plan_mute,
            people.mute,
            gettext_lazy("They can't write messages at any table. They can still play."),
            _until,
        ),
        OfferedAct(
            What.SUSPEND,
            forms.SuspendForm,
            shutting_out.plan_suspend,
            shutting_out.suspend,
            gettext_lazy("They can log in only to read why, and until when."),
            _suspend,
            makes_sense=lambda person: person.banned_at is None,
            danger=True,
        ),
        OfferedAct(
            What.BAN,
            forms.BanForm,
            shutting_out.plan_ban,
            shutting_out.ban,
            gettext_lazy("They can log in only to read why. This lasts until someone lifts it."),
            _games,
            makes_sense=lambda person: person.banned_at is None,
            danger=True,
        ),
        OfferedAct(
            What.LIFT,
            forms.ActForm,
            people.plan_lift,
            people.lift,
            gettext_lazy("They can chat and play again. Seats they've lost stay lost."),
            makes_sense=lambda person: person.is_muted or person.is_shut_out,
        ),
        OfferedAct(
            What.NOTE,
            forms.QuietForm,
            people.plan_note,
            people.note,
            gettext_lazy("A note for moderators. The person won't see it."),
        ),
        OfferedAct(
            What.ROLE,
            forms.RoleForm,
            people.plan_change_role,
            people.change_role,
            gettext_lazy("What they can do at this desk changes straight away."),
            _role,
            makes_sense=lambda person: not person.is_guest,
        ),
        OfferedAct(
            What.FORGET_FACTORS,
            forms.ActForm,
            people.plan_forget_factors,
            people.forget_factors,
            gettext_lazy(
                "They can log in with their password alone, and are logged out everywhere. With a "
                "role, they confirm by email before they set up a new one. Make sure the request "
                "really comes from them."
            ),
            danger=True,
        ),
    )
)
