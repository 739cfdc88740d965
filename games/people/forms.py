"""Being away."""

from __future__ import annotations

from datetime import datetime, time

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.bounds import A_YEAR


def _day() -> forms.DateInput:
    return forms.DateInput({"type": "date"}, format="%Y-%m-%d")


class VacationForm(forms.Form):
    first_day = forms.DateField(label=_("First day away"), widget=_day())
    last_day = forms.DateField(label=_("Last day away"), widget=_day())

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.today = timezone.localdate()
        for field in self.fields.values():
            field.widget.attrs |= {
                "min": self.today.isoformat(),
                "max": (self.today + 2 * A_YEAR).isoformat(),
            }

    def clean(self) -> dict[str, object]:
        """Only days that a calendar has in reach; the service says which of them can be."""
        data = super().clean() or {}
        for name in ("first_day", "last_day"):
            day = data.get(name)
            if day is not None and not self.today - A_YEAR <= day <= self.today + 2 * A_YEAR:
                self.add_error(name, _("This day is too far away."))
        return data

    def period(self) -> tuple[datetime, datetime]:
        """From the first instant of the first day to the last of the last, where the reader is."""
        zone = timezone.get_current_timezone()
        return (
            datetime.combine(self.cleaned_data["first_day"], time(), zone),
            datetime.combine(self.cleaned_data["last_day"], time.max, zone),
        )
