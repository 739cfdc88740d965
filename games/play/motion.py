"""What pages show in motion: the turns that the reader has not seen, and what they drew.

From moves that are loaded already; no query. It is made of what is public, but for the reader's
own hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.jsontypes import Json, JsonObject
from games.engine.view import View
from games.kit.turns import in_turns
from games.models import Game, Move
from games.play.history import PlayedTurn


def turns_in_motion(
    game: Game, last: Sequence[Move], turns: Sequence[PlayedTurn]
) -> list[JsonObject]:
    """The last turns, the oldest first, step by step; with each what made its points, and where."""
    presenter = game.kind.presenter
    told = {turn.ply: turn for turn in turns[: len(last)]}
    shown: list[JsonObject] = []
    for actions in in_turns(presenter, last):
        turn = told.get(actions[-1].ply + 1)
        if turn is None:
            continue
        parts: list[Json] = [
            {"cells": part.cells, "points": part.points, "great": part.great} for part in turn.parts
        ]
        shown.append(
            {
                "ply": turn.ply,
                "seat": turn.seat,
                "points": turn.points,
                "steps": presenter.shown(actions),
                "parts": parts,
            }
        )
    return shown


def drawn(game: Game, view: View, seat: int | None, played: Sequence[Move]) -> list[str]:
    """What the reader's own last turn has brought into their hand."""
    if seat is None or not game.is_active:
        return []
    own = [move.action for move in played if move.seat == seat]
    return game.kind.presenter.drawn(view, own) if own else []
