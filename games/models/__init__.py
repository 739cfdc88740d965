"""What is stored of games. Constraints and trivial properties only: services do the rest."""

from __future__ import annotations

from games.models.learning import Learned
from games.models.moderation import Act, Report
from games.models.notes import LONGEST_NOTE, Note
from games.models.post import Notification, RefusedAddress
from games.models.running import DayCount, Setback, SitePause, TaskRun
from games.models.seats import (
    MESSAGES_WITH_NAMES,
    PLAYERS_WITH_NAMES,
    WITH_PLAYERS,
    Message,
    Move,
    Player,
    Tally,
)
from games.models.tables import (
    CODE_LENGTH,
    CODE_LETTERS,
    LONGEST_MESSAGE,
    Game,
    Invitation,
    new_code,
    new_token,
)

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "LONGEST_MESSAGE",
    "LONGEST_NOTE",
    "MESSAGES_WITH_NAMES",
    "PLAYERS_WITH_NAMES",
    "WITH_PLAYERS",
    "Act",
    "DayCount",
    "Game",
    "Invitation",
    "Learned",
    "Message",
    "Move",
    "Note",
    "Notification",
    "Player",
    "RefusedAddress",
    "Report",
    "Setback",
    "SitePause",
    "Tally",
    "TaskRun",
    "new_code",
    "new_token",
]
