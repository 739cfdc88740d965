"""Forms, and the choices a table offers."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts.bounds import A_YEAR
from accounts.models import User
from games.bots import BOTS, FIRST_CHOICE
from games.models import LONGEST_MESSAGE, Game, Notification, Report
from games.models.moderation import LONGEST_REASON
from games.presenters import PRESENTERS
from games.rules import ENGINES
from games.words import BOT_LEVELS


def _days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


days = lazy(_days, str)

TURN_TIMES = [
    ("600", _("10 minutes (play live)")),
    ("43200", _("12 hours")),
    *((str(count * 86400), days(count)) for count in (1, 2, 3, 5, 7, 14)),
]
BANKS = [("0", _("None")), *((str(count * 86400), days(count)) for count in (1, 2, 3, 5, 7))]


NO_CLOCK = "none"


class TableForm(forms.Form):
    """Opening a table for one game; what can be chosen depends on it."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int, initial=2)
    bots = forms.TypedChoiceField(
        label=_("Computer players"),
        coerce=int,
        initial=0,
        help_text=_("If the computer fills every other seat, the game starts straight away."),
    )
    bot = forms.ChoiceField(label=_("Computer level"), required=False)
    turn_time = forms.ChoiceField(
        label=_("Time per turn"),
        choices=[*TURN_TIMES, (NO_CLOCK, _("No time limit (solo or computer only)"))],
        initial="259200",
    )
    bank = forms.ChoiceField(
        label=_("Extra time per player"),
        choices=BANKS,
        initial="0",
        help_text=_("Used when your turn time runs out; you get it once per game."),
    )
    weekends_off = forms.BooleanField(label=_("Pause the clock at weekends"), required=False)
    leaver = forms.ChoiceField(label=_("If someone leaves"), choices=Game.Leaver.choices)
    public = forms.TypedChoiceField(
        label=_("Who can join"),
        choices=[("1", _("Anyone")), ("0", _("Invited players only"))],
        coerce=lambda value: value == "1",
        initial="1",
    )

    def __init__(self, engine_slug: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        engine, bots = ENGINES[engine_slug], BOTS[engine_slug]
        self.fields["seats"].choices = [(n, n) for n in engine.seats]  # type: ignore[attr-defined]
        self.fields["bots"].choices = [(n, n) for n in range(engine.seats[-1])]  # type: ignore[attr-defined]
        self.fields["bot"].choices = [(bot, BOT_LEVELS[bot]) for bot in bots]  # type: ignore[attr-defined]
        self.fields["bot"].initial = FIRST_CHOICE[engine_slug]
        if len(bots) == 1:
            del self.fields["bot"]
        self.presenter = PRESENTERS[engine_slug]
        self.of_the_game = self.presenter.option_fields()
        self.fields |= self.of_the_game
        self.order_fields(["seats", *self.of_the_game])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seats, bots = data.get("seats"), data.get("bots")
        if seats is not None and bots is not None and bots >= seats:
            self.add_error("bots", _("One seat is yours. Choose fewer computer players."))
        if data.get("turn_time") == NO_CLOCK and seats is not None and bots != seats - 1:
            self.add_error("turn_time", _("Choose a time limit when you play with other people."))
        return data

    def values(self) -> dict[str, Any]:
        """As the service takes them."""
        data = dict(self.cleaned_data)
        chosen = data["turn_time"]
        return {
            **{name: value for name, value in data.items() if name not in self.of_the_game},
            "options": self.presenter.read_options(data),
            "young": data.get("young", False),
            "turn_time": None if chosen == NO_CLOCK else timedelta(seconds=int(chosen)),
            "bank": timedelta(seconds=int(data["bank"])),
        }


class InviteForm(forms.Form):
    # What is too long is nobody's name and no address, and that is said; a browser would cut it.
    who = forms.CharField(label=_("Name or email address"))


class TalkForm(forms.Form):
    text = forms.CharField(label=_("Message"), max_length=LONGEST_MESSAGE)


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

    def __init__(self, data: Any = None, *, user: User) -> None:
        same = ("cadence", "digest_hour", "remind_half", "remind_last", "quiet_from", "quiet_until")
        initial: dict[str, Any] = {name: getattr(user, name) for name in same}
        initial["kinds"] = [kind for kind, _label in CHOSEN_KINDS if kind not in user.mail_off]
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None):
            self.add_error("quiet_until", _("Choose a start and an end."))
        return data

    def values(self) -> dict[str, Any]:
        """As the account stores them: the kinds that are not wanted."""
        data = dict(self.cleaned_data)
        wanted = data.pop("kinds")
        return data | {"mail_off": [kind for kind, _label in CHOSEN_KINDS if kind not in wanted]}


def _day() -> forms.DateInput:
    return forms.DateInput({"type": "date"}, format="%Y-%m-%d")


class VacationForm(forms.Form):
    first_day = forms.DateField(label=_("First day away"), widget=_day())
    last_day = forms.DateField(label=_("Last day away"), widget=_day())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = timezone.localdate()
        for field in self.fields.values():
            field.widget.attrs |= {
                "min": self.today.isoformat(),
                "max": (self.today + 2 * A_YEAR).isoformat(),
            }

    def clean(self) -> dict[str, Any]:
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
