"""Which mails a person wants, and when."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games.models import Notification

HOURS = [(hour, f"{hour}:00") for hour in range(24)]
# What is told to all is not for choosing.
CHOSEN_KINDS = [
    (kind.value, kind.label)
    for kind in Notification.Kind
    if kind not in Notification.UNSTOPPABLE and kind != Notification.Kind.LAST_REMINDER
]


def _hour(value: str) -> int | None:
    return int(value) if value else None


class MailForm(forms.Form):
    """Which mails a person wants, and when."""

    cadence = forms.ChoiceField(label=_("Emails about games"), choices=User.Cadence.choices)
    digest_hour = forms.TypedChoiceField(
        label=_("Send the daily summary at"),
        choices=HOURS,
        coerce=int,
        help_text=_("In your time zone."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Email me about"),
        choices=CHOSEN_KINDS,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    remind_half = forms.BooleanField(
        label=_("Remind me when half of my time is left"), required=False
    )
    remind_last = forms.BooleanField(
        # xgettext:no-python-format  # noqa: ERA001
        label=_("Remind me when 20% of my time is left"),
        required=False,
    )
    quiet_from = forms.TypedChoiceField(
        label=_("No emails between"),
        choices=[("", "–"), *HOURS],
        coerce=_hour,
        empty_value=None,
        required=False,
    )
    quiet_until = forms.TypedChoiceField(
        label=pgettext_lazy("no emails between one hour and another", "and"),
        choices=[("", "–"), *HOURS],
        coerce=_hour,
        empty_value=None,
        required=False,
        help_text=_("Only final reminders are sent in these hours."),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        same = ("cadence", "digest_hour", "remind_half", "remind_last", "quiet_from", "quiet_until")
        initial: dict[str, object] = {name: getattr(user, name) for name in same}
        initial["kinds"] = [kind for kind, _label in CHOSEN_KINDS if kind not in user.mail_off]
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None):
            self.add_error("quiet_until", _("Choose a start and an end."))
        return data

    def values(self) -> dict[str, object]:
        """As the account stores them: the kinds that are not wanted."""
        data = dict(self.cleaned_data)
        wanted = data.pop("kinds")
        return data | {"mail_off": [kind for kind, _label in CHOSEN_KINDS if kind not in wanted]}
