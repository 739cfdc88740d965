"""Tiles, seats, and who opens."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.chance import Chance
from games.engine.errors import BadOptions
from games.kinds import KINDS
from games.qwirkle.rules.state import State
from tests.kinds.games import chance_from
from tests.qwirkle.notation import CHANCE, ENGINE, NAMES

SEATS = range(2, 9)


def largest_set(hand: list[str]) -> int:
    different = set(hand)
    return max(
        len([name for name in different if name[place] == letter])
        for place in (0, 1)
        for letter in "roygbposdctx"
    )


def sets_of(state: State) -> list[int]:
    return [largest_set(hand) for hand in ENGINE.dump(state)["hands"]]


def first_tie() -> tuple[Chance, list[int]]:
    """A deal of eight in which several seats share the largest set."""
    for number in range(100):
        chance = chance_from(f"tie {number}")
        sizes = sets_of(ENGINE.start(8, {}, chance))
        tied = [seat for seat, size in enumerate(sizes) if size == max(sizes)]
        if len(tied) >= 3:
            return chance, tied
    raise AssertionError("no tie in a hundred deals")


def test_is_listed_among_the_engines():
    assert KINDS["qwirkle"].engine.slug == "qwirkle"
    assert KINDS["qwirkle"].engine.rules_version == 1


@pytest.mark.parametrize("seats", SEATS)
def test_tiles_are_108_three_of_each_colour_and_shape(seats):
    dumped = ENGINE.dump(ENGINE.start(seats, {}, CHANCE))
    tiles = Counter(dumped["bag"]) + Counter(name for hand in dumped["hands"] for name in hand)
    assert tiles == dict.fromkeys(NAMES, 3)
    assert tiles.total() == 108


@pytest.mark.parametrize("seats", SEATS)
def test_every_hand_has_six_tiles(seats):
    state = ENGINE.start(seats, {}, CHANCE)
    assert [len(hand) for hand in state.hands] == [6] * seats
    assert len(state.bag) == 108 - 6 * seats
    assert ENGINE.scores(state) == (0,) * seats
    assert state.ply == 0


def test_seats_are_two_to_eight():
    assert list(ENGINE.seats) == [2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 108, True, 2.0, "2", None])
def test_refuses_any_other_number_of_seats(seats):
    with pytest.raises(BadOptions) as caught:
        ENGINE.start(seats, {}, CHANCE)
    assert (caught.value.code, caught.value.data) == ("bad-seats", {"fewest": 2, "most": 8})


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("deal", range(5))
def test_who_opens_is_the_seat_with_the_largest_set(seats, deal):
    state = ENGINE.start(seats, {}, chance_from(f"deal {deal}"))
    sizes = sets_of(state)
    assert sizes[ENGINE.to_act(state)] == max(sizes)
    assert ENGINE.view(state, None)["opening"] == max(sizes)


def test_who_opens_in_a_tie_is_the_oldest_player_of_the_tie():
    chance, tied = first_tie()
    youngest_first = [*tied, *sorted(set(range(8)) - set(tied))]
    for oldest in tied:
        others = [seat for seat in youngest_first if seat != oldest]
        options = {"seniority": [oldest, *others]}
        assert ENGINE.to_act(ENGINE.start(8, options, chance)) == oldest


def test_who_opens_in_a_tie_is_never_an_older_player_outside_of_it():
    chance, tied = first_tie()
    outside = [seat for seat in range(8) if seat not in tied]
    state = ENGINE.start(8, {"seniority": [*outside, *reversed(tied)]}, chance)
    assert ENGINE.to_act(state) == tied[-1]


def test_who_opens_in_a_tie_of_unknown_ages_is_who_joined_first():
    chance, tied = first_tie()
    assert ENGINE.to_act(ENGINE.start(8, {}, chance)) == tied[0]


def test_seniority_does_not_change_the_deal():
    chance, _ = first_tie()
    plain = ENGINE.start(8, {}, chance)
    reverse = ENGINE.start(8, {"seniority": list(range(7, -1, -1))}, chance)
    assert (plain.hands, plain.bag) == (reverse.hands, reverse.bag)


BAD_SENIORITY = [
    [],
    [0],
    [0, 0],
    [1, 2],
    [0, 1, 2],
    [-1, 0],
    [False, True],
    [0.0, 1.0],
    ["0", "1"],
    [[0], [1]],
    [None, 0],
    "01",
    "",
    b"\x00\x01",
    {0: 1, 1: 0},
    {0, 1},
    7,
    None,
]


@pytest.mark.parametrize("seniority", BAD_SENIORITY, ids=repr)
def test_refuses_a_seniority_that_does_not_name_every_seat_once(seniority):
    with pytest.raises(BadOptions) as caught:
        ENGINE.start(2, {"seniority": seniority}, CHANCE)
    assert caught.value.code == "bad-seniority"


def test_refuses_options_it_does_not_know():
    with pytest.raises(BadOptions) as caught:
        ENGINE.start(2, {"seniority": [1, 0], "mixed": True, "clock": 3}, CHANCE)
    assert (caught.value.code, caught.value.data) == (
        "unknown-option",
        {"names": ["clock", "mixed"]},
    )
