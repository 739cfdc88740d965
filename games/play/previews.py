"""What other sites show beside the link to a position: the table as everybody may see it.

To draw one takes as long as several pages, and anybody may ask for any position of any public
game. So the newest are kept, and each process draws so many in a minute and no more.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from threading import Lock

from games.kit.lasting import Kept
from games.machinery.errors import busy
from games.models import Game, Move
from games.pages.addresses import picture_stamp
from games.play import positions

MOST_A_MINUTE, MINUTE = 30, 60.0
_drawn_at: deque[float] = deque()
_kept: Kept[bytes] = Kept(most=64)
_lock = Lock()


def stamp_of(game: Game, played: Sequence[Move], ply: int) -> int:
    """Tells a position from another at the same ply, where moves were taken back in between."""
    return picture_stamp(played[ply - 1].made_at if ply else game.started_at)


def preview(game: Game, played: Sequence[Move], ply: int) -> bytes:
    """The position after so many actions, for those who watch. No query."""
    key = (game.pk, ply, stamp_of(game, played, ply))
    return _kept.get(key, lambda: _draw(game, played, ply))


def _draw(game: Game, played: Sequence[Move], ply: int) -> bytes:
    _take_turn()
    view = game.engine.view(positions.position(game, played, ply), None)
    return game.kind.presenter.preview(view, [move.action for move in played[ply - 1 : ply]])


def _take_turn() -> None:
    now = time.monotonic()
    with _lock:
        while _drawn_at and now - _drawn_at[0] > MINUTE:
            _drawn_at.popleft()
        if len(_drawn_at) >= MOST_A_MINUTE:
            raise busy()
        _drawn_at.append(now)
