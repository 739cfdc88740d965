"""A turn may be several actions: which of them belong together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.engine.contract import PlayedAction
from games.kit.presenter import AnyPresenter

PlayedT = TypeVar("PlayedT", bound=PlayedAction)


def in_turns(presenter: AnyPresenter, actions: Sequence[PlayedT]) -> list[list[PlayedT]]:
    """The actions of a game, those of one turn together; the last turn may not be over yet."""
    turns: list[list[PlayedT]] = []
    over = True
    for played in actions:
        if over or turns[-1][-1].seat != played.seat:
            turns.append([])
        turns[-1].append(played)
        over = presenter.ends_turn(played.action)
    return turns
