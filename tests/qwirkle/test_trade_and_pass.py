"""Trading: how much, in what order; who must trade; and who may pass."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.errors import IllegalAction
from tests.kinds.games import chance_from
from tests.qwirkle.notation import CHANCE, ENGINE, listed, play, position

ROW = "rc rd ro"
HAND = "gs gs bx yt px pt"


@pytest.mark.parametrize("tiles", ["gs", "gs gs", "bx pt", "gs bx yt px pt", "gs gs bx yt px pt"])
def test_trade_is_of_one_to_all_of_the_hand(tiles):
    state = position(ROW, [HAND, "go"], "yo ys yd yc yo yx oo")
    step = play(state, f"trade {tiles}")
    count = len(tiles.split())
    hand = ENGINE.view(step.state, 0)["hand"]
    assert len(hand) == 6
    assert Counter(hand[: 6 - count]) == Counter(HAND.split()) - Counter(tiles.split())
    assert hand[6 - count :] == ["yo", "ys", "yd", "yc", "yo", "yx", "oo"][:count]
    assert step.points == 0


def test_trade_is_of_at_most_as_many_as_the_bag_holds():
    state = position(ROW, [HAND, "go"], "yo ys")
    sizes = {len(text.split()) - 1 for text in listed(state) if text.startswith("trade")}
    assert sizes == {1, 2}
    assert play(state, "trade gs px").points == 0
    with pytest.raises(IllegalAction, match="trade-exceeds-bag"):
        play(state, "trade gs px bx")


@pytest.mark.parametrize("number", range(20))
def test_trade_draws_before_the_old_tiles_go_back(number):
    state = position(ROW, [HAND, "go"], "yo ys")
    after = play(state, "trade gs bx", chance_from(f"trade {number}")).state
    assert ENGINE.view(after, 0)["hand"] == ["gs", "yt", "px", "pt", "yo", "ys"]
    assert sorted(ENGINE.dump(after)["bag"]) == ["bx", "gs"]


def test_trade_mixes_the_bag_with_a_label_of_its_ply():
    bag = ["yo", "ys", "yd", "yc", "yt", "yx", "oo", "os", "od", "oc"]
    state = position(ROW, [HAND, "go"], " ".join(bag), ply=17)
    after = play(state, "trade pt gs").state
    # The rest of the bag, then the tiles traded: colours red to purple, shapes circle to cross.
    expected = CHANCE.shuffled([*bag[2:], "gs", "pt"], "trade:17")
    assert ENGINE.dump(after)["bag"] == list(expected)


def test_trade_does_not_depend_on_the_order_the_tiles_are_named_in():
    state = position(ROW, [HAND, "go"], "yo ys yd yc yt yx oo")
    assert play(state, "trade pt gs bx") == play(state, "trade bx pt gs")


def test_trade_is_listed_once_for_each_choice_however_often_a_tile_is_held():
    state = position(ROW, ["gs gs gs bx", "go"], "yo yo yo yo")
    trades = [text for text in map(str, sorted(listed(state))) if text.startswith("trade")]
    assert trades == [
        "trade bx",
        "trade gs",
        "trade gs bx",
        "trade gs gs",
        "trade gs gs bx",
        "trade gs gs gs",
        "trade gs gs gs bx",
    ]
    assert len(list(ENGINE.legal_actions(state))) == len(listed(state))


def test_must_trade_when_no_tile_can_be_laid_and_the_bag_has_tiles():
    state = position(ROW, ["gs px", "go"], "yo")
    assert listed(state) == {"trade gs", "trade px"}
    with pytest.raises(IllegalAction) as caught:
        play(state, "pass")
    assert (caught.value.code, caught.value.data) == ("can-place", {"tiles": [], "bag": 1})


def test_pass_is_the_only_action_with_an_empty_bag_and_no_tile_that_can_be_laid():
    state = position(ROW, ["gs px", "go"], "")
    assert listed(state) == {"pass"}
    step = play(state, "pass")
    assert step.points == 0
    assert ENGINE.to_act(step.state) == 1
    assert step.state.hands == state.hands


def test_pass_is_refused_while_a_tile_can_be_laid():
    state = position(ROW, ["gs go", "go"], "")
    assert "pass" not in listed(state)
    with pytest.raises(IllegalAction, match="can-place"):
        play(state, "pass")
