"""Make the moderators' roles, or put them right: after each `migrate`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.roles import ROLES
from games.services.moderation.roles import make_roles


class Command(BaseCommand):
    help = "Make the groups of the moderators' roles, with the permissions that each has."

    def handle(self, *args: Any, **options: Any) -> None:
        make_roles()
        self.stdout.write(f"Roles: {', '.join(ROLES)}.")
