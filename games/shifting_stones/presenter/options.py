"""What a table of Shifting Stones can agree on, and what lies before a seat because of it."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _

from games.kit.presenter import Mark
from games.shifting_stones.rules.view import ShiftingStonesView

YOUNG = "young"


def option_fields() -> dict[str, forms.Field]:
    """Left open, it depends on whether somebody plays alone: the rules decide."""
    choices = [
        ("", _("Standard rules")),
        ("0", _("Shift or score")),
        ("1", _("Shift and score")),
        (YOUNG, _("Young players may shift and score")),
    ]
    field = forms.ChoiceField(
        label=_("In one turn"),
        choices=choices,
        required=False,
        help_text=_(
            "By the rulebook you do one or the other, also when you play alone; only young "
            "players may do both. Here the standard for one player is both, which is easier."
        ),
    )
    me = forms.BooleanField(
        label=_("I'm a young player"),
        required=False,
        help_text=_("Only matters if young players may shift and score. Others say so on joining."),
    )
    return {"mixed": field, YOUNG: me}


def read_options(chosen: Mapping[str, object]) -> dict[str, object]:
    """As the rules take them: what was left open is left out."""
    mixed = chosen.get("mixed", "")
    if mixed == YOUNG:
        return {YOUNG: []}
    return {"mixed": mixed == "1"} if mixed else {}


def option_words(options: Mapping[str, object], seats: int) -> list[str]:
    """What is not as in the rulebook, or could be expected not to be."""
    alone = seats == 1
    if YOUNG in options and not alone:
        return [_("Young players may shift and score")]
    if options.get("mixed", alone):
        return [_("Shift and score")]
    return [_("Shift or score")] if alone or "mixed" in options else []


def marks_of(view: ShiftingStonesView, seat: int) -> list[Mark]:
    """The key card of who began: the last round ends before them, so all have as many turns."""
    marks: list[Mark] = []
    several = len(view["hands"]) > 1
    if several and seat == view["first"]:
        marks.append(Mark("key", _("went first")))
    if seat in view.get("young", ()):
        words = _("young player: may shift and score in one turn")
        marks.append(Mark("young", words))
    if view["last_round"] and view["outcome"] is None and several and _still_plays(view, seat):
        marks.append(Mark("flag", _("still has a turn")))
    return marks


def _still_plays(view: ShiftingStonesView, seat: int) -> bool:
    """In the last round: whether this seat comes now or later in it."""

    def in_round(number: int) -> int:
        return (number - view["first"]) % len(view["hands"])

    to_act = view["to_act"]
    return seat not in view["left"] and to_act is not None and in_round(seat) >= in_round(to_act)
