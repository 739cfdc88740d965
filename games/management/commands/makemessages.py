"""Collects the strings to translate. What is new stays empty: a guess would look translated."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    msgmerge_options = [  # noqa: RUF012 (Django's is no class variable either)
        *makemessages.Command.msgmerge_options,
        "--no-fuzzy-matching",
    ]
