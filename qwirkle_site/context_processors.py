"""What every template knows."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    mailbox = settings.DEBUG and hasattr(settings, "EMAIL_FILE_PATH")
    return {
        "site_name": settings.SITE_NAME,
        "debug_mailbox": mailbox,
        "contact": parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    }
