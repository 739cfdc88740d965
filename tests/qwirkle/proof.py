"""Qwirkle, for the tests that every game must stand."""

from __future__ import annotations

from hypothesis import strategies as st

from games.qwirkle.kind import QWIRKLE as KIND
from games.qwirkle.rules.board import Grid
from games.qwirkle.rules.state import State
from tests.kinds.proof import Proof
from tests.qwirkle import players, samples
from tests.qwirkle.golden_games import SHELF
from tests.qwirkle.notation import NAMES
from tests.qwirkle.positions import actions_near, all_tiles, positions

VIEW_KEYS = {"ply", "to_act", "scores", "outcome", "board", "hands", "bag", "opening", "past"}
STYLES = (players.greedy, players.any_action, players.fickle, players.quitter, players.blocker)


def _intact(state: State) -> None:
    """108 tiles, three of each; and the gaps that are kept up to date are those of the board."""
    assert all_tiles(state) == sorted(NAMES * 3)
    assert dict(state.grid.gaps) == dict(Grid.of(state.grid.to_json()).gaps)


QWIRKLE = Proof(
    kind=KIND,
    shelf=SHELF,
    positions=positions,
    actions_near=actions_near,
    players=[players.turns_of(style) for style in STYLES],
    fickle=players.turns_of(players.fickle),
    most_plies=players.MOST_PLIES,
    pile="bag",
    view_keys=lambda state: VIEW_KEYS,
    all_pieces=all_tiles,
    intact=_intact,
    unseen=lambda state: dict(state.grid.gaps),
    lists_all=lambda state: state.opening is None,
    ends_by_hidden=True,
    tried=40,
    well_formed=samples.WELL_FORMED,
    malformed=samples.MALFORMED,
    junk=st.one_of(samples.junk, samples.almost_actions),
    actions=samples.actions,
    says_the_same=samples.says_the_same,
    ends={
        *((seats, "out") for seats in range(2, 9)),
        *((seats, "blocked") for seats in (2, 3, 4, 8)),
        *((seats, "withdrawn") for seats in (2, 3, 4, 5, 8)),
    },
    another_deal={"not-in-hand", "not-your-turn", "opening-too-small"},
    another_deal_by=0,
    short=("withdrawn-4-seats",),
)
