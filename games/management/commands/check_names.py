"""Names that break the rules of today: they stay, and the operator knows of them.

Also brings up to date what names look like; to be run after an update of Unicode's list.
"""

from __future__ import annotations

from django.core.management.base import BaseCommand

from accounts.services import refresh_skeletons


class Command(BaseCommand):
    help = "List people whose names break the rules or look like others'."

    def handle(self, *args: object, **options: object) -> None:
        for odd in refresh_skeletons():
            points = " ".join(f"U+{ord(character):04X}" for character in odd.name)
            self.stdout.write(f"{odd.number} {odd.name} ({points}): {odd.why}")
