"""The golden records of Qwirkle: which games they are, and where they stand."""

from __future__ import annotations

from pathlib import Path

from tests.kinds.shelves import Game, Shelf
from tests.qwirkle import players
from tests.qwirkle.notation import ENGINE

GAMES = {
    **{
        f"out-{seats}-seats": Game(seats, f"golden {seats}", players.greedy)
        for seats in range(2, 9)
    },
    "out-2-late": Game(2, "fickle 3", players.fickle),
    "out-3-one-left": Game(3, "fickle 0", players.fickle),
    "out-4-two-left": Game(4, "fickle 10", players.fickle),
    "out-8-four-left": Game(8, "fickle 11", players.fickle),
    "out-5-by-age": Game(5, "aged", players.any_action, {"seniority": [4, 2, 0, 1, 3]}),
    "blocked-2-seats": Game(2, "60", players.blocker),
    "blocked-3-seats": Game(3, "233", players.blocker),
    "blocked-4-seats": Game(4, "249", players.blocker),
    "withdrawn-2-seats": Game(2, "quitter 3", players.quitter),
    "withdrawn-2-by-the-opener": Game(2, "quitter 2", players.quitter),
    "withdrawn-3-during-the-opening": Game(3, "quitter 2", players.quitter),
    "withdrawn-5-opened-by-the-next-best": Game(5, "quitter 17", players.quitter),
    "withdrawn-4-seats": Game(4, "quitter 4", players.quitter),
    "withdrawn-8-seats": Game(8, "quitter 4", players.quitter),
    "blocked-8-tiles-in-the-bag": Game(8, "159", players.greedy),
}

SHELF = Shelf(
    engine=ENGINE,
    folder=Path(__file__).with_name("golden"),
    fields=["board", "hands", "bag", "scores", "turn", "opening", "withdrawn", "ended", "ply"],
    games=GAMES,
    moments=players.moments,
)
