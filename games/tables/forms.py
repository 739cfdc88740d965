"""Forms, and the choices a table offers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds import KINDS
from games.models import Game


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


class Agreed(TypedDict):
    """What was chosen for a table, as the service takes it."""

    seats: int
    bots: int
    bot: str
    options: Mapping[str, object]
    young: bool
    turn_time: timedelta | None
    bank: timedelta
    weekends_off: bool
    leaver: str
    public: bool


class TableForm(forms.Form):
    """Opening a table for one game; what can be chosen depends on it."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
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

    def __init__(self, engine_slug: str, data: QueryDict | None = None) -> None:
        super().__init__(data)
        kind = KINDS[engine_slug]
        engine, bots = kind.engine, kind.bots
        self.fields["seats"].choices = [(n, n) for n in engine.seats]  # type: ignore[attr-defined]
        self.fields["seats"].initial = kind.fewest_together
        self.fields["bots"].choices = [(n, n) for n in range(engine.seats[-1])]  # type: ignore[attr-defined]
        self.fields["bot"].choices = [(code, bot.level) for code, bot in bots.items()]  # type: ignore[attr-defined]
        self.fields["bot"].initial = kind.first_bot
        if len(bots) == 1:
            del self.fields["bot"]
        self.presenter = kind.presenter
        self.of_the_game = self.presenter.option_fields()
        self.fields |= self.of_the_game
        self.order_fields(["seats", *self.of_the_game])

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        seats, bots = data.get("seats"), data.get("bots")
        if seats is not None and bots is not None and bots >= seats:
            self.add_error("bots", _("One seat is yours. Choose fewer computer players."))
        if data.get("turn_time") == NO_CLOCK and seats is not None and bots != seats - 1:
            self.add_error("turn_time", _("Choose a time limit when you play with other people."))
        return data

    def values(self) -> Agreed:
        data = self.cleaned_data
        chosen = data["turn_time"]
        return {
            "seats": data["seats"],
            "bots": data["bots"],
            "bot": data.get("bot", ""),
            "options": self.presenter.read_options(data),
            "young": data.get("young", False),
            "turn_time": None if chosen == NO_CLOCK else timedelta(seconds=int(chosen)),
            "bank": timedelta(seconds=int(data["bank"])),
            "weekends_off": data["weekends_off"],
            "leaver": data["leaver"],
            "public": data["public"],
        }


class InviteForm(forms.Form):
    # What is too long is nobody's name and no address, and that is said; a browser would cut it.
    who = forms.CharField(label=_("Name or email address"))
