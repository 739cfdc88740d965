"""How a person likes to see the site."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Looks(models.Model):
    class Theme(models.TextChoices):
        AUTO = "", _("Same as device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Palette(models.TextChoices):
        STANDARD = "", _("Standard")
        CLEAR = "clear", _("Easy to tell apart")
        CLASSIC = "classic", _("Classic")

    theme = models.CharField(
        _("theme"), max_length=5, choices=Theme.choices, default=Theme.AUTO, blank=True
    )
    palette = models.CharField(
        _("colours of the pieces"),
        max_length=7,
        choices=Palette.choices,
        default=Palette.STANDARD,
        db_default=Palette.STANDARD,
        blank=True,
        help_text=_("“Easy to tell apart” is made for colour-blind players."),
    )
    tile_letters = models.BooleanField(
        _("letters on tiles"),
        default=False,
        help_text=_("Shows a letter for each colour. Helpful if you're colour-blind."),
    )
    hints = models.BooleanField(
        _("show where a tile fits"),
        default=True,
        help_text=_("Highlights where the tile you picked can go."),
    )
    tips = models.BooleanField(
        _("tips in my first games"),
        default=True,
        db_default=True,
        help_text=_("Small tips beside the board, in your first three games of each kind."),
    )

    class Meta:
        abstract = True
