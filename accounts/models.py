"""The person."""

from __future__ import annotations

import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


def known_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("We do not know this time zone."), code="unknown-time-zone")


class User(AbstractUser):
    """Somebody who can log in, by name or by mail address, however these are capitalised."""

    class Theme(models.TextChoices):
        AUTO = "", _("as my device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    # We ask for no more names than the one shown at the table.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    email = models.EmailField(_("mail address"))
    birth_date = models.DateField(
        _("date of birth"),
        null=True,
        blank=True,
        help_text=_("The rules let the oldest player open when the hands are equally good."),
    )
    language = models.CharField(
        _("language"), max_length=10, choices=settings.LANGUAGES, blank=True
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[known_time_zone]
    )

    theme = models.CharField(
        _("colours"), max_length=5, choices=Theme.choices, default=Theme.AUTO, blank=True
    )
    tile_letters = models.BooleanField(
        _("letters on tiles"),
        default=False,
        help_text=_("Each colour also gets its letter, so that nobody has to tell red from green."),
    )
    hints = models.BooleanField(
        _("show where a tile fits"),
        default=True,
        help_text=_("When you pick a tile, the cells where it can go are marked."),
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = (
            models.UniqueConstraint(
                Lower("username"),
                name="one_user_a_name",
                violation_error_message=_("This name is taken."),
            ),
            models.UniqueConstraint(
                Lower("email"),
                name="one_user_a_mail_address",
                violation_error_message=_("This mail address is taken."),
            ),
        )

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class Block(models.Model):
    """One person wants nothing to do with another: no invitations, no joining, no talk."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_made")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_suffered")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = (
            models.UniqueConstraint("blocker", "blocked", name="one_block_a_pair"),
            models.CheckConstraint(
                name="nobody_blocks_themselves", condition=~models.Q(blocker=models.F("blocked"))
            ),
        )

    def __str__(self) -> str:
        return f"{self.blocker_id} → {self.blocked_id}"
