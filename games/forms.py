"""Forms, and the choices a table offers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import LONGEST_MESSAGE, Game
from games.presenters import PRESENTERS
from games.rules import ENGINES


def _days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


days = lazy(_days, str)

TURN_TIMES = [
    ("600", _("10 minutes (play live)")),
    ("43200", _("12 hours")),
    *((str(count * 86400), days(count)) for count in (1, 2, 3, 5, 7, 14)),
]
BANKS = [("0", _("none")), *((str(count * 86400), days(count)) for count in (1, 2, 3, 5, 7))]


class TableForm(forms.Form):
    """Opening a table."""

    game = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(label=_("Players"), coerce=int, initial=2)
    bots = forms.TypedChoiceField(
        label=_("Of these, the computer plays"),
        coerce=int,
        initial=0,
        help_text=_("If it takes all the other seats, the game starts at once."),
    )
    turn_time = forms.ChoiceField(label=_("Time for a turn"), choices=TURN_TIMES, initial="259200")
    bank = forms.ChoiceField(
        label=_("Extra time for each player"),
        choices=BANKS,
        initial="0",
        help_text=_("Used when the time for a turn is over, once in a game."),
    )
    weekends_off = forms.BooleanField(label=_("The clock stands still at weekends"), required=False)
    leaver = forms.ChoiceField(label=_("When somebody leaves"), choices=Game.Leaver.choices)
    public = forms.TypedChoiceField(
        label=_("Who may join"),
        choices=[("1", _("anybody")), ("0", _("only who is invited"))],
        coerce=lambda value: value == "1",
        initial="1",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = max(engine.seats[-1] for engine in ENGINES.values())
        fewest = min(engine.seats[0] for engine in ENGINES.values())
        self.fields["game"].choices = [(slug, PRESENTERS[slug].name) for slug in ENGINES]  # type: ignore[attr-defined]
        self.fields["seats"].choices = [(n, n) for n in range(fewest, most + 1)]  # type: ignore[attr-defined]
        self.fields["bots"].choices = [(n, n) for n in range(most)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        engine = ENGINES.get(data.get("game", ""))
        seats, bots = data.get("seats"), data.get("bots")
        if engine and seats is not None and seats not in engine.seats:
            few, many = engine.seats[0], engine.seats[-1]
            words = _("This game is for %(few)s to %(many)s players.")
            self.add_error("seats", forms.ValidationError(words, params={"few": few, "many": many}))
        if seats is not None and bots is not None and bots >= seats:
            self.add_error("bots", _("One seat is yours: let the computer play fewer."))
        for name in ("turn_time", "bank"):
            if name in data:
                data[name] = timedelta(seconds=int(data[name]))
        return data


class InviteForm(forms.Form):
    who = forms.CharField(label=_("Name or mail address"), max_length=254)


class TalkForm(forms.Form):
    text = forms.CharField(label=_("Message"), max_length=LONGEST_MESSAGE)
