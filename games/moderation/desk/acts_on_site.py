"""What can be done to the whole site."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy

from games.moderation.desk import forms
from games.moderation.desk.offered import OfferedAct, What, by_what
from games.moderation.services import site

ACTS_ON_SITE: Mapping[What, OfferedAct] = by_what(
    (
        OfferedAct(
            What.PAUSE_SITE,
            forms.QuietForm,
            site.plan_pause_site,
            site.pause_site,
            gettext_lazy("All clocks stop and everyone sees a notice. Players can still move."),
            danger=True,
        ),
        OfferedAct(
            What.RESUME_SITE,
            forms.QuietForm,
            site.plan_resume_site,
            site.resume_site,
            gettext_lazy("All clocks restart; deadlines are extended by the length of the pause."),
        ),
    )
)
