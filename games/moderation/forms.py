"""Reporting something to the moderators."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Report
from games.models.moderation import LONGEST_REASON


class ReportForm(forms.Form):
    """What is wrong, for the moderators."""

    category = forms.ChoiceField(label=_("Reason"), choices=Report.Category.choices)
    text = forms.CharField(
        label=_("What happened"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Only moderators see this."),
    )
