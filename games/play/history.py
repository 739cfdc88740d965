"""The turns of a game as its pages tell them, from moves that are loaded already. No query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import ngettext

from games.kit.presenter import Entry, Part
from games.kit.turns import in_turns
from games.models import Game, Move, Player
from games.words import player_name


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """One turn: it began at the ply `began`, and `ply` is the position after it."""

    player: Player
    points: int
    ply: int
    began: int
    made_at: datetime
    parts: Sequence[Part]
    entry: Entry

    @property
    def words(self) -> str:
        return self.entry.words


def history(game: Game, played: Sequence[Move], *, most: int | None = None) -> list[PlayedTurn]:
    """Turn by turn, the newest first, all or the newest few."""
    presenter = game.kind.presenter
    by_seat: dict[int, Player] = {player.seat: player for player in game.players.all()}
    turns = in_turns(presenter, played)
    with_sums = list(zip(turns, presenter.sums(turns), strict=True))
    return [
        PlayedTurn(
            player=by_seat[turn[-1].seat],
            points=sum(move.points for move in turn),
            ply=turn[-1].ply + 1,
            began=turn[0].ply,
            made_at=turn[-1].made_at,
            parts=parts,
            entry=presenter.entry(turn),
        )
        for turn, parts in with_sums[::-1][:most]
    ]


def announcement(turns: Sequence[PlayedTurn]) -> str:
    """The last turn as a sentence, for those who hear the page."""
    if not turns:
        return ""
    latest = turns[0]
    name, points = player_name(latest.player), latest.points
    if not latest.words:
        words = ngettext(
            "%(name)s scored %(points)s point.", "%(name)s scored %(points)s points.", points
        )
        return words % {"name": name, "points": points}
    made = ngettext("%(points)s point", "%(points)s points", points) % {"points": points}
    return f"{name}: {latest.words}" + (f" ({made})" if points else "")
