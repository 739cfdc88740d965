"""Django looks for the admin here. The moderators' desk is in its own room."""

from __future__ import annotations

from games.moderation import admin  # noqa: F401
