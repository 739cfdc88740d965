"""The moderators' desk, on Django's admin. Nothing is edited here: acts go through services."""

from __future__ import annotations

from games.moderation.admin import games, lists, people, reports

__all__ = ["games", "lists", "people", "reports"]
