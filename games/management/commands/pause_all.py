"""Stop every clock of the site, and start them again: `pause_all`, then `pause_all --resume`."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandParser

from games.play.services import expiry


class Command(BaseCommand):
    help = "Stop every clock of the site; with --resume, go on with the time put right."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--resume", action="store_true")

    def handle(self, *args: object, resume: bool, **options: object) -> None:
        if not resume:
            expiry.pause_all()
            self.stdout.write("All clocks stand still. Go on with: manage.py pause_all --resume")
            return
        stood = expiry.resume_all()
        if stood is None:
            self.stdout.write("The site was not paused.")
        else:
            self.stdout.write(f"All clocks run again; deadlines moved by {stood}.")
