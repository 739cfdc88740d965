"""Shifting Stones, for the tests that every game must stand."""

from __future__ import annotations

from hypothesis import strategies as st

from games.shifting_stones.kind import SHIFTING_STONES as KIND
from games.shifting_stones.rules.state import State
from tests.kinds.proof import Proof
from tests.shifting_stones import players, samples
from tests.shifting_stones.golden_games import SHELF
from tests.shifting_stones.notation import NAMES
from tests.shifting_stones.positions import actions_near, all_cards, positions

VIEW_KEYS = {
    *("ply", "to_act", "scores", "outcome"),
    *("stones", "hands", "deck", "discards", "scored", "strikes", "turn"),
    *("mixed", "goal", "last_round", "may_skip", "skipped", "first", "left"),
}


def _intact(state: State) -> None:
    """All 72 cards; alone, 16 of them."""
    cards = all_cards(state)
    assert len(set(cards)) == len(cards)
    assert (len(cards) == 16 and set(cards) < set(NAMES)) if state.alone else cards == NAMES


SHIFTING_STONES = Proof(
    kind=KIND,
    shelf=SHELF,
    positions=positions,
    actions_near=actions_near,
    players=[players.any_action, players.keen, players.lazy, players.fickle, players.quitter],
    fickle=players.fickle,
    most_plies=players.MOST_PLIES,
    pile="deck",
    view_keys=lambda state: VIEW_KEYS | ({"young"} if state.young else set()),
    all_pieces=all_cards,
    intact=_intact,
    well_formed=samples.WELL_FORMED,
    malformed=samples.MALFORMED,
    junk=st.one_of(samples.junk, samples.almost_actions),
    actions=samples.actions,
    says_the_same=samples.says_the_same,
    ends={
        *((seats, "cards") for seats in range(2, 6)),
        *((seats, "withdrawn") for seats in range(1, 6)),
        (1, "won"),
        (1, "lost"),
    },
    another_deal={"not-in-hand", "not-your-turn", "no-match"},
    another_deal_by=3,
    short=("withdrawn-2-stones", "lost-alone-not-mixed"),
)
