"""What can be done to a report."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Report
from games.moderation.desk import forms
from games.moderation.desk.offered import OfferedAct, What, by_what
from games.moderation.services import reports
from games.moderation.services.plans import Plan


def _text(report: Report) -> list[str]:
    return [f"“{report.text}”"] if report.text else []


def _assign(plan: Plan, data: forms.Chosen) -> list[str]:
    name = plan.after["assigned_to"]
    return [_("Assigned to %(name)s.") % {"name": name}] if name else []


def _answer(plan: Plan, data: forms.Chosen) -> list[str]:
    return [f"{Report.Status(plan.after['status']).label}: “{plan.after['answer']}”"]


ACTS_ON_REPORTS: Mapping[What, OfferedAct] = by_what(
    (
        OfferedAct(
            What.ASSIGN,
            forms.AssignForm,
            reports.plan_assign,
            reports.assign,
            gettext_lazy("Other moderators see who it's assigned to."),
            _assign,
            makes_sense=lambda report: report.is_open,
        ),
        OfferedAct(
            What.ANSWER,
            forms.AnswerForm,
            reports.plan_answer,
            reports.answer,
            gettext_lazy("The report is closed, and the reporter gets your reply by email."),
            _answer,
            about=_text,
            makes_sense=lambda report: report.is_open,
        ),
    )
)
