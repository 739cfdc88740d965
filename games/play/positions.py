"""Positions, records and score lines, from moves that are loaded already. No query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.contract import AnyState
from games.engine.records import Entry, Record
from games.kit.turns import in_turns
from games.models import Game, Message, Move, Player


def hand_seat(game: Game, player: Player | None) -> int | None:
    """The seat whose hand this person may see: not any more once somebody else plays from it."""
    if player is None or (player.left and not game.is_revealed):
        return None
    return player.seat


def position(game: Game, moves: Sequence[Move], ply: int) -> AnyState:
    """The state after this many actions, replayed from the seed. No query."""
    engine, chance = game.engine, Chance(bytes(game.seed or b""))
    state = engine.start(len(game.players.all()), game.options, chance)
    for move in moves[:ply]:
        state = advance(engine, state, move.seat, move.action, chance).state
    return state


def record_of(game: Game, moves: Sequence[Move], names: Sequence[str]) -> Record:
    """A finished game as a record. No query."""
    return Record(
        engine=game.engine,
        players=tuple(names),
        options=game.options,
        seed=bytes(game.seed or b""),
        entries=tuple(Entry(move.seat, move.action, move.points) for move in moves),
        scores=tuple(player.score for player in game.players.all()),
        # Where moderators ended it, the game as played goes on.
        finished=game.engine.outcome(game.engine.load(game.state or {})) is not None,
    )


def last_turns(game: Game, moves: Sequence[Move], player: Player | None) -> list[Move]:
    """What a player has not seen: all since their own last move. For others, the last turn."""
    if not moves:
        return []
    if player is not None:
        own = [number for number, move in enumerate(moves) if move.seat == player.seat]
        unseen = list(moves[own[-1] + 1 if own else 0 :])
        if unseen:
            return unseen
    return in_turns(game.kind.presenter, moves)[-1]


def unread(messages: Sequence[Message], player: Player | None) -> int:
    """How many of these a player has not read yet, but for their own. No query."""
    if player is None:
        return 0
    return sum(m.pk > player.talk_read and m.author_id != player.user_id for m in messages)


@dataclass(frozen=True, slots=True)
class Plot:
    """The scores turn by turn, for drawing: a line for each seat."""

    width: int
    height: int
    lines: list[list[tuple[int, int]]]


def score_plot(game: Game, moves: Sequence[Move]) -> Plot:
    """No query."""
    lines = [[(0, 0)] for _ in game.players.all()]
    scores = [0] * len(lines)
    for ply, move in enumerate(moves, start=1):
        scores[move.seat] += move.points
        for line, score in zip(lines, scores, strict=True):
            line.append((ply, score))
    # What only the end brought, such as a bonus to several, no move has made.
    final = [player.score for player in game.players.all()]
    for line, score in zip(lines, final, strict=True):
        line[-1] = (len(moves), score)
    return Plot(width=max(len(moves), 1), height=max([*final, *scores, 1]), lines=lines)
