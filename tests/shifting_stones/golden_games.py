"""The golden records of Shifting Stones: which games they are, and where they stand."""

from __future__ import annotations

from pathlib import Path

from tests.kinds.shelves import Game, Shelf
from tests.shifting_stones import players
from tests.shifting_stones.notation import ENGINE

MIXED, STRICT = {"mixed": True}, {"mixed": False}
GAMES = {
    **{f"cards-{seats}-seats": Game(seats, "keen 0", players.keen) for seats in range(2, 6)},
    **{f"cards-{seats}-mixed": Game(seats, "keen 0", players.keen, MIXED) for seats in range(2, 6)},
    "cards-2-late": Game(2, "fickle 0", players.fickle, STRICT),
    "cards-3-one-left": Game(3, "fickle 0", players.fickle, STRICT),
    "cards-3-left-in-mid-turn": Game(3, "fickle 5", players.fickle, MIXED),
    "cards-4-two-left": Game(4, "quitter 3", players.quitter),
    "cards-5-bonus-to-two": Game(5, "keen 1", players.keen),
    "won-alone": Game(1, "clever 0", players.clever),
    "lost-alone": Game(1, "keen 0", players.keen),
    "lost-alone-not-mixed": Game(1, "lazy 0", players.lazy, STRICT),
    "withdrawn-alone": Game(1, "quitter 0", players.quitter),
    "withdrawn-2-stones": Game(2, "quitter 2", players.quitter),
    "withdrawn-3-stones": Game(3, "quitter 0", players.quitter),
    "withdrawn-4-mixed": Game(4, "quitter 2", players.quitter, MIXED),
    "withdrawn-5-stones": Game(5, "quitter 3", players.quitter),
}

SHELF = Shelf(
    engine=ENGINE,
    folder=Path(__file__).with_name("golden"),
    fields=[
        *("stones", "hands", "deck", "discards", "scored", "first", "turn", "mixed", "skipped"),
        *("so_far", "strikes", "withdrawn", "ended", "ply"),
    ],
    games=GAMES,
    moments=players.moments,
)
