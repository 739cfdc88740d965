"""A turn: shift, score or skip; what is refused, and what it points at."""

from __future__ import annotations

import pytest

from games.engine.errors import IllegalAction
from games.shifting_stones.rules.rehearsal import rehearse
from games.shifting_stones.rules.state import State
from tests.shifting_stones import naive as naive_stones
from tests.shifting_stones.notation import (
    CHANCE,
    DECK,
    ENGINE,
    PLAIN,
    action,
    as_json,
    listed,
    ones,
    play,
    position,
    step,
    twos,
)

DECKFUL = twos(10)
# p1-26 and p2-16 match the plain stones; p1-27 and p1-14 do not.
TURN = position(hands=["p1-26 p2-16 p1-27 p1-14", "p1-28"], deck=DECKFUL)
MIXED = position(hands=["p1-26 p2-16 p1-27 p1-14", "p1-28"], deck=DECKFUL, mixed=True)


def stones(state: State) -> list[str]:
    return ENGINE.view(state, None)["stones"]


def test_a_swap_discards_a_card_and_changes_two_stones():
    done = step(TURN, "swap p1-27 0,1")
    assert stones(done.state) == naive_stones.swap(PLAIN.split(), 0, 1)
    view = ENGINE.view(done.state, 0)
    assert view["hand"] == ["p1-26", "p2-16", "p1-14"]
    assert view["discards"] == ["p1-27"]
    assert (view["turn"], view["to_act"], done.points) == ("shift", 0, 0)
    assert [(event.kind, event.seat, event.data) for event in done.events] == [
        ("swapped", 0, {"card": "p1-27", "cells": [0, 1], "stones": stones(done.state)})
    ]


def test_a_flip_discards_a_card_and_turns_a_stone_over():
    done = step(TURN, "flip p1-14 4")
    assert stones(done.state) == naive_stones.flip(PLAIN.split(), 4)
    assert ENGINE.view(done.state, 0)["discards"] == ["p1-14"]
    assert [(event.kind, event.seat, event.data) for event in done.events] == [
        ("flipped", 0, {"card": "p1-14", "cell": 4, "stones": stones(done.state)})
    ]


def test_a_score_puts_the_card_down_and_leaves_the_stones():
    done = step(TURN, "score p2-16")
    view = ENGINE.view(done.state, 0)
    assert stones(done.state) == PLAIN.split()
    assert view["hand"] == ["p1-26", "p1-27", "p1-14"]
    assert view["scored"] == [["p2-16"], []]
    assert view["discards"] == []
    assert (view["scores"], done.points, view["turn"]) == ([2, 0], 2, "score")
    assert [(event.kind, event.seat, event.data) for event in done.events] == [
        ("scored", 0, {"card": "p2-16", "points": 2, "cells": [[5, 6]]})
    ]


def test_shifting_goes_on_as_long_as_the_hand_lasts():
    state = play(TURN, "swap p1-26 0,1; flip p2-16 0; swap p1-27 4,7; flip p1-14 8")
    assert ENGINE.view(state, 0)["hand"] == []
    assert ENGINE.view(state, 0)["discards"] == ["p1-26", "p2-16", "p1-27", "p1-14"]
    assert listed(state) == {"end"}


def test_several_cards_are_scored_in_a_turn():
    state = play(TURN, "score p1-26; score p2-16")
    assert ENGINE.scores(state) == (3, 0)
    assert state.scored[0] == ("p1-26", "p2-16")


def test_points_stay_when_the_stones_change():
    state = play(TURN, "score p1-26; end; flip p1-28 7; end")
    assert ENGINE.scores(state) == (1, 0)


def test_a_card_is_scored_once():
    state = play(TURN, "score p1-26")
    with pytest.raises(IllegalAction, match="not-in-hand"):
        step(state, "score p1-26")


def test_stones_side_by_side_are_swapped_never_diagonal_ones():
    for one in range(9):
        for other in range(9):
            text = f"swap p1-27 {one},{other}"
            if naive_stones.touching(one, other):
                assert stones(step(TURN, text).state) == naive_stones.swap(
                    PLAIN.split(), one, other
                )
            else:
                with pytest.raises(IllegalAction) as caught:
                    step(TURN, text)
                assert caught.value.code == "not-adjacent"
                assert caught.value.data == {"cells": sorted([one, other])}


def test_two_orders_of_cells_are_the_same_swap():
    assert action("swap p1-27 1,0") == action("swap p1-27 0,1")
    assert hash(action("swap p1-27 1,0")) == hash(action("swap p1-27 0,1"))
    assert action("swap p1-27 1,0").to_json()["cells"] == [0, 1]


def test_equal_stones_may_be_swapped_to_get_rid_of_a_card():
    state = step(TURN, "swap p1-27 7,8").state
    assert stones(state) == PLAIN.split()
    assert state.discards == ("p1-27",)


def test_a_card_that_matches_may_be_discarded():
    assert step(TURN, "flip p1-26 0").state.discards == ("p1-26",)


def test_strict_after_a_shift_the_turn_is_a_shift():
    state = step(TURN, "flip p1-27 0").state
    assert not any(text.startswith(("score", "skip")) for text in listed(state))
    with pytest.raises(IllegalAction) as caught:
        step(state, "score p1-26")
    assert (caught.value.code, caught.value.data) == ("one-kind", {"turn": "shift"})


@pytest.mark.parametrize("shift", ["flip p1-27 0", "swap p1-27 0,1"])
def test_strict_after_a_score_the_turn_is_a_score(shift):
    state = step(TURN, "score p1-26").state
    assert listed(state) == {"score p2-16", "end"}
    with pytest.raises(IllegalAction) as caught:
        step(state, shift)
    assert (caught.value.code, caught.value.data) == ("one-kind", {"turn": "score"})


def test_mixed_shifts_and_scores_in_any_order():
    state = play(MIXED, "score p1-26; flip p1-14 4")
    assert ENGINE.view(state, 0)["turn"] == "mixed"
    state = play(state, "flip p1-27 4")
    assert ENGINE.view(state, 0)["turn"] == "mixed"
    state = play(state, "score p2-16")
    assert ENGINE.view(state, 0)["turn"] == "mixed"
    assert ENGINE.scores(state) == (3, 0)


def test_mixed_turn_is_named_by_what_it_was():
    assert step(MIXED, "flip p1-27 0").state.so_far == "shift"
    assert step(MIXED, "score p1-26").state.so_far == "score"
    assert play(MIXED, "flip p1-27 0; score p1-26").so_far == "mixed"
    assert play(MIXED, "flip p1-27 0; flip p1-26 0").so_far == "shift"
    assert play(MIXED, "flip p1-27 0; score p1-26; end").so_far is None


def test_a_turn_begins_as_nothing_yet():
    state = play(TURN, "flip p1-27 0; end")
    assert ENGINE.view(state, None)["turn"] is None
    assert ENGINE.to_act(state) == 1


EXAMPLES = [
    ("not-in-hand", TURN, "score p1-28", {"card": "p1-28"}),
    ("not-in-hand", TURN, "swap p5-01 0,1", {"card": "p5-01"}),
    ("not-in-hand", TURN, "flip p2-01 0", {"card": "p2-01"}),
    ("not-in-hand", TURN, "swap p5-01 0,8", {"card": "p5-01"}),
    ("not-adjacent", TURN, "swap p1-27 2,3", {"cells": [2, 3]}),
    ("not-adjacent", TURN, "swap p1-27 8,0", {"cells": [0, 8]}),
    ("not-adjacent", TURN, "swap p1-27 4,4", {"cells": [4, 4]}),
    ("no-match", TURN, "score p1-27", {"card": "p1-27"}),
    ("no-match", MIXED, "flip p1-27 7; score p1-26", {"card": "p1-26"}),
    ("one-kind", TURN, "flip p1-27 7; score p1-26", {"turn": "shift"}),
    ("one-kind", TURN, "score p1-26; swap p1-27 0,8", {"turn": "score"}),
    ("turn-begun", TURN, "flip p1-27 7; skip", {"turn": "shift"}),
    ("turn-begun", TURN, "score p1-26; skip", {"turn": "score"}),
    ("turn-begun", MIXED, "score p1-26; flip p1-27 0; skip", {"turn": "mixed"}),
    ("skipped-before", TURN, "skip; end; skip", {}),
    ("game-over", position(ended="cards"), "end", {"reason": "cards"}),
    ("game-over", position(ended="withdrawn"), "skip", {"reason": "withdrawn"}),
    ("game-over", position(ended="lost", hands=["p1-26"]), "score p1-26", {"reason": "lost"}),
]


@pytest.mark.parametrize(("code", "state", "text", "data"), EXAMPLES)
def test_refuses_with_the_code_that_helps_and_what_it_points_at(code, state, text, data):
    *before, last = text.split("; ")
    for part in before:
        state = step(state, part).state
    dumped = ENGINE.dump(state)
    with pytest.raises(IllegalAction) as caught:
        step(state, last)
    assert (caught.value.code, caught.value.data) == (code, data)
    assert ENGINE.dump(state) == dumped


@pytest.mark.parametrize("what", ["skip", "withdraw"])
def test_refuses_a_missed_turn_and_a_leaving_once_the_game_is_over(what):
    state = position(ended="cards")
    with pytest.raises(IllegalAction, match="game-over"):
        ENGINE.skip(state, CHANCE) if what == "skip" else ENGINE.withdraw(state, 0, CHANCE)


def test_all_actions_of_a_turn_are_listed():
    shifts = {
        f"{kind} {card} {cells}"
        for card in TURN.hands[0]
        for kind, cells in [
            *(("flip", cell) for cell in range(9)),
            *(
                ("swap", f"{a},{b}")
                for a in range(9)
                for b in range(a, 9)
                if naive_stones.touching(a, b)
            ),
        ]
    }
    assert len(shifts) == 4 * 21
    assert listed(TURN) == shifts | {"score p1-26", "score p2-16", "end", "skip"}


def test_ending_a_turn_is_always_allowed_even_with_nothing_done():
    state = step(TURN, "end").state
    assert ENGINE.to_act(state) == 1
    assert state.hands == TURN.hands
    assert "end" in listed(position(hands=["", "p1-01"]))


@pytest.mark.parametrize(
    ("held", "drawn"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (5, 0), (6, 0)]
)
def test_ending_a_turn_draws_up_to_four_and_none_with_more(held, drawn):
    state = position(hands=[ones(held), "p1-28"], deck=twos(10))
    done = step(state, "end")
    assert done.state.hands[0] == (*ones(held).split(), *twos(drawn).split())
    assert len(done.state.deck) == 10 - drawn
    assert [(event.kind, event.data) for event in done.events] == [("turn-ended", {"drew": drawn})]


@pytest.mark.parametrize(("held", "drawn"), [(0, 2), (2, 2), (3, 2), (4, 2), (5, 1), (6, 0)])
def test_a_skip_draws_two_to_six_at_most(held, drawn):
    state = position(hands=[ones(held), "p1-28"], deck=twos(10))
    done = step(state, "skip")
    assert len(done.state.hands[0]) == held + drawn
    assert ENGINE.to_act(done.state) == 1
    assert [(event.kind, event.data) for event in done.events] == [
        ("skipped-to-draw", {"drew": drawn})
    ]


def test_a_hand_of_six_is_kept_when_a_turn_ends():
    state = play(position(hands=[ones(4), "p1-28"], deck=twos(10)), "skip; end; end")
    assert len(state.hands[0]) == 6


def test_a_skip_is_not_allowed_on_two_turns_of_ones_own_in_a_row():
    state = play(TURN, "skip; end")
    assert "skip" not in listed(state)
    assert ENGINE.view(state, None)["may_skip"] is False
    state = play(state, "end; end")
    assert "skip" in listed(state)
    assert ENGINE.view(state, None)["may_skip"] is True


@pytest.mark.parametrize("between", ["end", "flip p1-27 0; end", "score p1-26; end", "skip-turn"])
def test_a_skip_is_allowed_again_after_any_turn_that_was_none(between):
    state = play(TURN, "skip; end")
    state = play(state, f"{between}; end")
    assert "skip" in listed(state)


def test_others_may_skip_after_a_skip():
    assert "skip" in listed(play(TURN, "skip"))


def test_a_turn_that_the_clock_ended_was_no_skip():
    done = step(TURN, "skip-turn")
    assert [(event.kind, event.seat, event.data) for event in done.events] == [
        ("skipped", 0, {"drew": 0})
    ]
    assert "skip" in listed(play(done.state, "end"))


def test_the_clock_ends_a_turn_with_nothing_more_done_and_it_draws():
    state = play(TURN, "flip p1-27 0; flip p1-14 1")
    done = step(state, "skip-turn")
    assert done.state.stones == state.stones
    assert len(done.state.hands[0]) == 4
    assert (done.points, done.state.so_far, ENGINE.to_act(done.state)) == (0, None, 1)


def test_deck_runs_out_and_the_discards_are_mixed_into_a_new_one():
    discards = ones(12, start=10)
    state = position(hands=["p1-01", "p1-02"], deck="p2-01", discards=discards, ply=33)
    done = step(state, "end")
    mixed = CHANCE.shuffled(discards.split(), "deck:33")
    assert done.state.hands[0] == ("p1-01", "p2-01", *mixed[:2])
    assert done.state.deck == mixed[2:]
    assert done.state.discards == ()
    assert [(event.kind, event.data) for event in done.events] == [
        ("turn-ended", {"drew": 3}),
        ("reshuffled", {"count": 12}),
    ]


def test_deck_is_not_mixed_before_a_card_is_missing():
    state = position(hands=["p1-01 p1-02 p1-03", "p1-04"], deck="p2-01", discards=ones(5, start=9))
    after = step(state, "end").state
    assert after.deck == ()
    assert after.discards == state.discards
    full = position(hands=[ones(4), "p1-04"], deck="", discards=ones(5, start=9))
    assert step(full, "end").state.discards == full.discards


def test_deck_runs_out_on_a_skip_too():
    state = position(hands=[ones(4), "p1-28"], deck="p2-01", discards="p2-02 p2-03")
    after = step(state, "skip").state
    assert len(after.hands[0]) == 6
    assert len(after.deck) == 1
    assert after.discards == ()


def test_what_is_discarded_in_a_turn_may_be_drawn_at_its_end():
    state = play(position(hands=["p1-01 p1-02", "p1-04"], deck=""), "flip p1-01 0; end")
    assert state.hands[0] == ("p1-02", "p1-01")


def test_with_deck_and_discards_empty_one_draws_what_there_is():
    state = position(hands=["p1-01", "p1-02"], deck="p2-01", discards="p2-02")
    done = step(state, "end")
    assert done.state.hands[0] == ("p1-01", "p2-01", "p2-02")
    assert step(done.state, "end").state.hands[1] == ("p1-02",)
    assert step(done.state, "skip").state.hands[1] == ("p1-02",)


def test_views_show_what_lies_open():
    state = play(TURN, "score p1-26; end; flip p1-28 0")
    view = ENGINE.view(state, None)
    assert view["scored"] == [["p1-26"], []]
    assert view["discards"] == ["p1-28"]
    assert view["hands"] == [4, 0]
    assert view["deck"] == len(state.deck)
    assert "hand" not in view
    assert all(card in DECK for card in view["discards"])


@pytest.mark.parametrize("seat", [2, -1, 99])
def test_refuses_a_view_of_a_seat_that_is_not_there(seat):
    with pytest.raises(IllegalAction, match="not-at-the-table"):
        ENGINE.view(TURN, seat)


@pytest.mark.parametrize(("turn", "kinds"), [(0, {"swap", "flip"}), (1, {"swap", "flip", "score"})])
def test_a_young_player_goes_on_to_score_where_others_may_not(turn, kinds):
    """Both have shifted a stone, and hold a card that matches."""
    state = position(hands=["p1-26 p1-14"] * 2, turn=turn, so_far="shift", young=[1])
    legal = {legal.to_json()["kind"] for legal in ENGINE.legal_actions(state)}
    assert legal - {"end"} == kinds
    view = ENGINE.view(state, turn)
    assert naive_kinds(view) == kinds
    assert rehearse(view, [as_json("score p1-26")]).failed_at == (None if turn else 0)


def naive_kinds(view):
    return {key[0] for key in naive_stones.actions(view, DECK)} - {"end"}
