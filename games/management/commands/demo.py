"""Players to log in as on a developer's machine. Running it again changes nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.services import create_user

PASSWORD = "tiles-by-post"  # noqa: S105 (for a developer's machine only)
PLAYERS = ("ada", "ben", "chloe", "david")
ADMINISTRATOR = "admin"


class Command(BaseCommand):
    help = "Make the demo players, if they are not there."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("Demo players have a known password; they are for development only.")
        existing = set(User.objects.values_list("username", flat=True))
        for name in (*PLAYERS, ADMINISTRATOR):
            if name not in existing:
                leads = name == ADMINISTRATOR
                create_user(
                    username=name,
                    email=f"{name}@example.org",
                    password=PASSWORD,
                    is_staff=leads,
                    is_superuser=leads,
                )
