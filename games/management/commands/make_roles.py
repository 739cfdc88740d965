"""Make the moderators' roles, or put them right: after each `migrate`."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.moderation.permissions import ROLES
from games.moderation.services.role_groups import make_role_groups


class Command(BaseCommand):
    help = "Make the groups of the moderators' roles, with the permissions that each has."

    def handle(self, *args: object, **options: object) -> None:
        make_role_groups()
        self.stdout.write(f"Roles: {', '.join(ROLES)}.")
