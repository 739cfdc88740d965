"""Makes right what is kept of games for lists, after an update of a site that went on meanwhile."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.play.services import results


class Command(BaseCommand):
    help = "Whose turn it is, how finished games count, and everybody's results, from the games."

    def handle(self, *args: object, **options: object) -> None:
        results.mend()
