"""What can be wrong with a game's input.

`code` is a stable string and `data` names the offending tiles or cells. The words a person
reads are made outside the rules, from the code.
"""

from __future__ import annotations

from games.engine.jsontypes import Json


class GameError(Exception):
    """Something the rules refuse, told apart by its code."""

    def __init__(self, code: str, **data: Json) -> None:
        super().__init__(code, data)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        return f"{self.code} {self.data}" if self.data else self.code


class BadOptions(GameError):
    """The game cannot be started with these seats or options."""


class MalformedAction(GameError):
    """The input is no action at all, whatever the position."""


class IllegalAction(GameError):
    """The action is not allowed in this position."""
