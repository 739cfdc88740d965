"""What is stored of games. Constraints and trivial properties only: services do the rest."""

from __future__ import annotations

from games.models.moderation import Act, Report
from games.models.post import Notification, RefusedAddress
from games.models.running import Setback, SitePause, TaskRun
from games.models.seats import (
    MESSAGES_WITH_NAMES,
    PLAYERS_WITH_NAMES,
    WITH_PLAYERS,
    Message,
    Move,
    Player,
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
    "MESSAGES_WITH_NAMES",
    "PLAYERS_WITH_NAMES",
    "WITH_PLAYERS",
    "Act",
    "Game",
    "Invitation",
    "Message",
    "Move",
    "Notification",
    "Player",
    "RefusedAddress",
    "Report",
    "Setback",
    "SitePause",
    "TaskRun",
    "new_code",
    "new_token",
]
