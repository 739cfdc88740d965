"""Stones, deck, seats, options, and who plays first."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.chance import Chance
from games.engine.errors import BadOptions
from games.kinds import KINDS
from tests.kinds.games import chance_from
from tests.shifting_stones.naive import OTHER_SIDE
from tests.shifting_stones.notation import CHANCE, DECK, ENGINE, NAMES

SEATS = range(1, 6)
FRONTS = {"sun": 1, "fish": 2, "horse": 3, "seed": 3}


def stones_of(number: int) -> list[str]:
    return ENGINE.view(ENGINE.start(2, {}, chance_from(f"stones {number}")), None)["stones"]


def test_is_listed_among_the_engines():
    assert KINDS["shifting_stones"].engine.slug == "shifting_stones"
    assert KINDS["shifting_stones"].engine.rules_version == 1
    assert KINDS["shifting_stones"].engine.wants_seniority is False


@pytest.mark.parametrize("number", range(50))
def test_stones_are_nine_one_sun_two_fish_three_horses_three_seeds_either_side_up(number):
    fronts = [name if name in FRONTS else OTHER_SIDE[name] for name in stones_of(number)]
    assert Counter(fronts) == FRONTS


def test_stones_lie_anywhere_with_any_side_up():
    seen = {(cell, name) for n in range(300) for cell, name in enumerate(stones_of(n))}
    assert len(seen) == 9 * 8
    moons = sum("moon" in stones_of(n) for n in range(300))
    assert 120 < moons < 180


@pytest.mark.parametrize("seats", range(2, 6))
def test_deck_is_all_72_cards_and_every_hand_has_four(seats):
    dumped = ENGINE.dump(ENGINE.start(seats, {}, CHANCE))
    dealt = [card for hand in dumped["hands"] for card in hand]
    assert sorted(dealt + dumped["deck"]) == NAMES
    assert [len(hand) for hand in dumped["hands"]] == [4] * seats
    assert dumped["discards"] == []
    assert dumped["scored"] == [[]] * seats


@pytest.mark.parametrize("number", range(20))
def test_alone_the_deck_is_16_cards_8_of_one_point_4_of_two_3_of_three_1_of_five(number):
    dumped = ENGINE.dump(ENGINE.start(1, {}, chance_from(f"alone {number}")))
    cards = dumped["hands"][0] + dumped["deck"]
    assert len(set(cards)) == len(cards) == 16
    assert Counter(DECK[card]["points"] for card in cards) == {1: 8, 2: 4, 3: 3, 5: 1}
    assert len(dumped["hands"][0]) == 4


def test_alone_the_cards_are_any_of_the_deck():
    games = [ENGINE.dump(ENGINE.start(1, {}, chance_from(f"any {n}"))) for n in range(150)]
    assert {card for game in games for card in game["hands"][0] + game["deck"]} == set(NAMES)
    assert {len({DECK[card]["points"] for card in game["hands"][0]}) for game in games} >= {1, 2, 3}


def test_seats_are_one_to_five():
    assert list(ENGINE.seats) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seats", [-1, 0, 6, 72, True, 2.0, "2", None])
def test_refuses_any_other_number_of_seats(seats):
    with pytest.raises(BadOptions) as caught:
        ENGINE.start(seats, {}, CHANCE)
    assert (caught.value.code, caught.value.data) == ("bad-seats", {"fewest": 1, "most": 5})


@pytest.mark.parametrize("seats", SEATS)
def test_mixed_is_off_by_default_and_on_by_default_alone(seats):
    assert ENGINE.view(ENGINE.start(seats, {}, CHANCE), None)["mixed"] is (seats == 1)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mixed", [True, False])
def test_mixed_can_be_chosen_and_changes_nothing_of_the_deal(seats, mixed):
    state = ENGINE.start(seats, {"mixed": mixed}, CHANCE)
    assert state.mixed is mixed
    plain = ENGINE.dump(ENGINE.start(seats, {}, CHANCE))
    assert ENGINE.dump(state) == plain | {"mixed": mixed}


@pytest.mark.parametrize("mixed", [None, 0, 1, "yes", "", [], [True], {}, 1.0])
def test_refuses_a_mixed_that_is_neither_yes_nor_no(mixed):
    with pytest.raises(BadOptions, match="bad-mixed"):
        ENGINE.start(2, {"mixed": mixed}, CHANCE)


@pytest.mark.parametrize("seats", SEATS)
def test_young_seats_can_be_named_and_change_nothing_of_the_deal(seats):
    young = list(range(0, seats, 2))
    state = ENGINE.start(seats, {"young": young[::-1]}, CHANCE)
    plain = ENGINE.dump(ENGINE.start(seats, {}, CHANCE))
    assert ENGINE.dump(state) == plain | {"young": young}
    assert ENGINE.view(state, None)["young"] == young


@pytest.mark.parametrize("young", [None, 0, True, "0", (0,), {}, [True], [2], [-1], [0, 0], [[0]]])
def test_refuses_young_that_are_no_seats(young):
    with pytest.raises(BadOptions, match="bad-young"):
        ENGINE.start(2, {"young": young}, CHANCE)


def test_a_game_begun_before_there_were_young_players_goes_on():
    state = ENGINE.start(2, {}, CHANCE)
    old = {name: value for name, value in ENGINE.dump(state).items() if name != "young"}
    assert ENGINE.load(old) == state


def test_refuses_options_it_does_not_know():
    with pytest.raises(BadOptions) as caught:
        ENGINE.start(2, {"mixed": True, "seniority": [0, 1], "clock": 3}, CHANCE)
    assert (caught.value.code, caught.value.data) == (
        "unknown-option",
        {"names": ["clock", "seniority"]},
    )


@pytest.mark.parametrize("seats", SEATS)
def test_first_to_play_is_drawn_by_chance(seats):
    games = [ENGINE.start(seats, {}, chance_from(f"first {n}")) for n in range(100 * seats)]
    first = Counter(ENGINE.to_act(state) for state in games)
    assert set(first) == set(range(seats))
    assert min(first.values()) > 60
    assert all(ENGINE.view(state, None)["first"] == state.turn for state in games)


def test_a_fresh_game_has_no_points_strikes_or_plies():
    for seats in SEATS:
        view = ENGINE.view(ENGINE.start(seats, {}, CHANCE), 0)
        assert view["scores"] == [0] * seats
        assert view["strikes"] == (0 if seats == 1 else None)
        assert (view["ply"], view["turn"], view["outcome"]) == (0, None, None)
        assert view["may_skip"]


def test_the_deal_asks_chance_for_each_shuffle_once():
    class Listening(Chance):
        labels: list[str] = []  # noqa: RUF012

        def shuffled(self, items, label):
            self.labels.append(label)
            return super().shuffled(items, label)

    ENGINE.start(1, {}, Listening(bytes(32)))
    assert len(set(Listening.labels)) == len(Listening.labels) == 4 + 1 + 1 + 1 + 9
