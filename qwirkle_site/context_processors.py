"""What every template knows."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from accounts.palettes import palette_of


def site(request: HttpRequest) -> dict[str, object]:
    mailbox = settings.DEBUG and hasattr(settings, "EMAIL_FILE_PATH")
    return {
        "site_name": settings.SITE_NAME,
        "debug_mailbox": mailbox,
        "palette": palette_of(request),
        "palettes": User.Palette.choices,
        "contact": parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    }
