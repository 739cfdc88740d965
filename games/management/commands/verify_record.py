"""Check game records: `python manage.py verify_record FILE…`."""

from __future__ import annotations

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext_lazy as _

from games.engine.jsontypes import JsonObject
from games.engine.records import BadRecord, verify
from games.kinds import read_record

LARGEST_FILE = 20_000_000


class Command(BaseCommand):
    help = str(_("Replay game records and say of each, in a line of JSON, whether it's valid."))
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: object, files: list[str], **options: object) -> None:
        verdicts = []
        for file in files:
            verdict = verdict_on(file)
            self.stdout.write(json.dumps({"file": file, **verdict}))
            verdicts.append(verdict)
        if not all(verdict["ok"] for verdict in verdicts):
            raise SystemExit(1)


def verdict_on(file: str) -> JsonObject:
    """What is printed of one file, but for its name."""
    try:
        record = read_record(_content(file))
    except BadRecord as bad:
        return _line(None, None, bad)
    scores, bad_turn = verify(record)
    return _line(len(record.entries), scores, bad_turn)


def _line(actions: int | None, scores: list[int] | None, error: BadRecord | None) -> JsonObject:
    return {
        "ok": error is None,
        "actions": actions,
        "scores": scores,
        "error": error.to_json() if error else None,
    }


def _content(file: str) -> bytes:
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BadRecord("not-a-record", f"it cannot be read: {error}") from error
    if len(content) > LARGEST_FILE:
        raise BadRecord("not-a-record", "it is larger than any record")
    return content
