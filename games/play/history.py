"""The turns of a game as its pages tell them, from moves that are loaded already. No query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext

from games.kit.lasting import Kept
from games.kit.presenter import AnyPresenter, Entry, Part
from games.kit.turns import in_turns
from games.models import Game, Move
from games.pages.bidi import plus
from games.words import player_name

# A hundred turns with their drawings are some 100 kB.
_told: Kept[list[PlayedTurn]] = Kept(most=100)


@dataclass(frozen=True, kw_only=True)
class PlayedTurn:
    """One turn: it began at the ply `began`, and `ply` is the position after it.

    It says nothing of who reads it, nor of who sits there now: it is kept.
    """

    seat: int
    points: int
    ply: int
    began: int
    made_at: datetime
    parts: Sequence[Part]
    entry: Entry

    @property
    def words(self) -> str:
        return self.entry.words

    @cached_property
    def drawing(self) -> SafeString:
        """What stands after the name; the points open what they are made of."""
        drawing = conditional_escape(self.entry.drawing)
        if not self.points:
            return mark_safe(f'{drawing}<b class="sum"></b></a>')  # noqa: S308
        button = '<button type="button" class="sum" aria-expanded="false">'
        return mark_safe(f"{drawing}</a>{button}{plus(self.points)}</button>")  # noqa: S308


def history(game: Game, played: Sequence[Move]) -> list[PlayedTurn]:
    """Turn by turn, the newest first. What was played never changes, so that it is told once."""
    key = (get_language(), game.engine_slug, tuple([move.pk for move in played]))
    return _told.get(key, lambda: _turns(game, played))


def last_turn(game: Game, played: Sequence[Move]) -> PlayedTurn:
    """Without its parts: those of one turn alone, the presenter's `sum_of` tells."""
    presenter = game.kind.presenter
    return _told_turn(presenter, in_turns(presenter, played)[-1])


def _turns(game: Game, played: Sequence[Move]) -> list[PlayedTurn]:
    presenter = game.kind.presenter
    turns = in_turns(presenter, played)
    with_sums = list(zip(turns, presenter.sums(turns), strict=True))
    return [_told_turn(presenter, turn, parts) for turn, parts in reversed(with_sums)]


def _told_turn(
    presenter: AnyPresenter, turn: Sequence[Move], parts: Sequence[Part] = ()
) -> PlayedTurn:
    return PlayedTurn(
        seat=turn[-1].seat,
        points=sum(move.points for move in turn),
        ply=turn[-1].ply + 1,
        began=turn[0].ply,
        made_at=turn[-1].made_at,
        parts=parts,
        entry=presenter.entry(turn),
    )


def announcement(game: Game, turns: Sequence[PlayedTurn]) -> str:
    """The last turn as a sentence, for those who hear the page."""
    if not turns:
        return ""
    latest = turns[0]
    name, points = player_name(game.players.all()[latest.seat]), latest.points
    if not latest.words:
        words = ngettext(
            "%(name)s scored %(points)s point.", "%(name)s scored %(points)s points.", points
        )
        return words % {"name": name, "points": points}
    made = ngettext("%(points)s point", "%(points)s points", points) % {"points": points}
    return f"{name}: {latest.words}" + (f" ({made})" if points else "")
