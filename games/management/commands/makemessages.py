"""Collects the strings to translate. What is new stays empty: a guess would look translated."""

from __future__ import annotations

from typing import ClassVar

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    msgmerge_options: ClassVar[list[str]] = [
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
