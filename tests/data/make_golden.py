"""Makes the golden records: whole games, one at least for each seat count and end reason.

They pin down what a rules version does, to the last draw. So this is run only when a version is
added (`python -m tests.data.make_golden`), and it leaves every record that exists as it is. A
change to the code that a record does not survive is a change of the rules, not of the record.
"""

from __future__ import annotations

from pathlib import Path

from games.rules import ENGINES
from tests.data.shelves import Game, Shelf
from tests.rules import players
from tests.rules.shifting_stones import players as stones_players

DATA = Path(__file__).parent

QWIRKLE_GAMES = {
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

MIXED, STRICT = {"mixed": True}, {"mixed": False}
STONES_GAMES = {
    **{f"cards-{seats}-seats": Game(seats, "keen 0", stones_players.keen) for seats in range(2, 6)},
    **{
        f"cards-{seats}-mixed": Game(seats, "keen 0", stones_players.keen, MIXED)
        for seats in range(2, 6)
    },
    "cards-2-late": Game(2, "fickle 0", stones_players.fickle, STRICT),
    "cards-3-one-left": Game(3, "fickle 0", stones_players.fickle, STRICT),
    "cards-3-left-in-mid-turn": Game(3, "fickle 5", stones_players.fickle, MIXED),
    "cards-4-two-left": Game(4, "quitter 3", stones_players.quitter),
    "cards-5-bonus-to-two": Game(5, "keen 1", stones_players.keen),
    "won-alone": Game(1, "clever 0", stones_players.clever),
    "lost-alone": Game(1, "keen 0", stones_players.keen),
    "lost-alone-not-mixed": Game(1, "lazy 0", stones_players.lazy, STRICT),
    "withdrawn-alone": Game(1, "quitter 0", stones_players.quitter),
    "withdrawn-2-stones": Game(2, "quitter 2", stones_players.quitter),
    "withdrawn-3-stones": Game(3, "quitter 0", stones_players.quitter),
    "withdrawn-4-mixed": Game(4, "quitter 2", stones_players.quitter, MIXED),
    "withdrawn-5-stones": Game(5, "quitter 3", stones_players.quitter),
}

QWIRKLE = Shelf(
    engine=ENGINES["qwirkle"],
    folder=DATA / "golden",
    fields=["board", "hands", "bag", "scores", "turn", "opening", "withdrawn", "ended", "ply"],
    games=QWIRKLE_GAMES,
    moments=players.moments,
)
STONES = Shelf(
    engine=ENGINES["shifting_stones"],
    folder=DATA / "golden_stones",
    fields=[
        *("stones", "hands", "deck", "discards", "scored", "first", "turn", "mixed", "skipped"),
        *("so_far", "strikes", "withdrawn", "ended", "ply"),
    ],
    games=STONES_GAMES,
    moments=stones_players.moments,
)

if __name__ == "__main__":
    for shelf in (QWIRKLE, STONES):
        shelf.fill()
