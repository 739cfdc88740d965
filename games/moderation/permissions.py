"""Who may do what at the moderators' desk: one permission for each act, one list for each role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from games.models import Act
from games.post.moderators_notices import ADMINISTRATOR, MODERATOR, SENIOR

What: TypeAlias = Act.What

# Codenames in the app `games`.
PERMISSION: Mapping[What, str] = {
    What.PAUSE: "pause_game",
    What.RESUME: "pause_game",
    What.EXTEND: "extend_deadline",
    What.SKIP: "skip_turn",
    What.TAKE_BACK: "take_back",
    What.SEAT_BOT: "replace_player",
    What.SEAT_PERSON: "replace_player",
    What.REMOVE: "remove_player",
    What.ADJUDICATE: "adjudicate",
    What.ANNUL: "annul",
    What.LOCK_TALK: "lock_talk",
    What.UNLOCK_TALK: "lock_talk",
    What.HIDE_MESSAGE: "hide_message",
    What.SHOW_MESSAGE: "hide_message",
    What.LOOK: "see_hidden",
    What.PAUSE_SITE: "pause_site",
    What.RESUME_SITE: "pause_site",
    What.WARN: "warn",
    What.MUTE: "mute",
    What.SUSPEND: "suspend",
    What.BAN: "ban",
    # What else lifting needs depends on what is lifted.
    What.LIFT: "mute",
    What.NOTE: "write_note",
    What.ROLE: "change_roles",
    What.FORGET_FACTORS: "change_roles",
    What.ASSIGN: "handle_reports",
    What.ANSWER: "handle_reports",
}

_SEEN = (
    "games.view_game",
    "games.view_report",
    "games.view_act",
    "games.view_notification",
    "games.view_taskrun",
    "accounts.view_user",
)
_EVERYDAY = (
    "pause_game",
    "extend_deadline",
    "skip_turn",
    "take_back",
    "replace_player",
    "remove_player",
    "lock_talk",
    "hide_message",
    "warn",
    "mute",
    "suspend",
    "write_note",
    "handle_reports",
)
# What shows hidden things, or decides for good.
_GRAVE = ("see_hidden", "adjudicate", "annul", "ban", "pause_site")

_moderator = (*_SEEN, *(f"games.{name}" for name in _EVERYDAY))
_senior = (*_moderator, *(f"games.{name}" for name in _GRAVE))

ROLES: Mapping[str, tuple[str, ...]] = {
    MODERATOR: _moderator,
    SENIOR: _senior,
    ADMINISTRATOR: (*_senior, "games.change_roles"),
}


def permission_for(what: What) -> str:
    return f"games.{PERMISSION[what]}"
