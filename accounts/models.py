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
