"""The 72 cards, and where a card matches."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.patterns import fits, pattern_of, spots_of, where
from games.shifting_stones.rules.stones import (
    CELLS,
    PAIRS,
    SIDES,
    STONES,
    flipped,
    laid,
    names,
    stones_named,
    swapped,
)
from games.shifting_stones.rules.turn import matches, matching_cells
from tests.shifting_stones import naive as naive_stones
from tests.shifting_stones.notation import DECK, NAMES, PLAIN

ONE_OF_EACH = {"sun": 1, "fish": 2, "horse": 3, "seed": 3}


@cache
def arrangements(count: int) -> list[list[str]]:
    """So many ways the stones may lie."""
    rng = Random("arrangements")
    return [
        [SIDES[side ^ rng.getrandbits(1)] for side in rng.sample(STONES, 9)] for _ in range(count)
    ]


def front(name: str) -> str:
    return name if name in ONE_OF_EACH else naive_stones.OTHER_SIDE[name]


def test_the_deck_is_the_one_of_the_design():
    assert list(CARDS) == list(DECK)
    for name, card in CARDS.items():
        pattern = [[None if side is None else SIDES[side] for side in row] for row in card.pattern]
        assert (card.name, card.points, pattern) == (
            name,
            DECK[name]["points"],
            DECK[name]["pattern"],
        )


def test_the_deck_has_28_cards_of_one_point_26_of_two_13_of_three_5_of_five():
    assert Counter(card.points for card in CARDS.values()) == {1: 28, 2: 26, 3: 13, 5: 5}


def test_no_two_cards_show_the_same():
    assert len({card.pattern for card in CARDS.values()}) == 72


@pytest.mark.parametrize("name", NAMES)
def test_every_card_can_be_made_with_the_nine_stones(name):
    shown = Counter(front(side) for row in DECK[name]["pattern"] for side in row if side)
    assert shown
    assert all(shown[side] <= ONE_OF_EACH[side] for side in shown)


def test_both_sides_of_a_stone_are_shown_about_as_often():
    shown = Counter(
        side for card in DECK.values() for row in card["pattern"] for side in row if side
    )
    assert set(shown) == set(SIDES)
    for side in ONE_OF_EACH:
        assert abs(shown[side] - shown[naive_stones.OTHER_SIDE[side]]) <= 4


def test_grids_are_rectangles_of_at_most_three_by_three():
    for card in CARDS.values():
        assert len(card.pattern) in (1, 2, 3)
        assert {len(row) for row in card.pattern} in ({1}, {2}, {3})


@pytest.mark.parametrize(
    ("drawing", "spots"),
    [
        ("seed horse", 6),
        ("seed / horse", 6),
        ("seed . horse", 3),
        ("seed / . / horse", 3),
        ("seed . / . horse", 4),
        ("seed . . / . . horse", 2),
        ("seed . / . . / . horse", 2),
        ("seed . . / . . . / . . .", 1),
        (". seed .", 3),
    ],
)
def test_a_card_slides_as_far_as_its_whole_grid_fits_empty_places_included(drawing, spots):
    assert len(list(spots_of(pattern_of(drawing)))) == spots


def test_one_by_two_floats():
    spots = tuple(spots_of(pattern_of("sun fish")))
    rest = ["bird", "horse", "horse", "horse", "seed", "seed", "seed"]
    for left in (0, 1, 3, 4, 6, 7):
        stones = stones_named([*rest[:left], "sun", "fish", *rest[left:]])
        assert where(spots, stones) == [(left, left + 1)]
    over_the_edge = stones_named([*rest[:2], "sun", "fish", *rest[2:]])
    assert where(spots, over_the_edge) == []


def test_one_by_three_fixes_the_columns():
    spots = tuple(spots_of(pattern_of("fish sun .")))
    assert fits(spots, stones_named(["fish", "sun", "fish", *["seed"] * 6]))
    assert not fits(spots, stones_named(["seed", "fish", "sun", *["seed"] * 6]))


def test_three_by_three_fixes_all():
    spots = tuple(spots_of(pattern_of(". . . / . sun . / . . .")))
    for cell in CELLS:
        stones = [4] * 9
        stones[cell] = 0
        assert fits(spots, laid(stones)) is (cell == 4)


def test_a_card_is_never_turned_or_mirrored():
    spots = tuple(spots_of(pattern_of("sun fish")))
    for drawing in ("fish sun bird", "sun horse bird fish", "fish horse bird sun"):
        stones = [*drawing.split(), *["seed"] * 9][:9]
        assert not fits(spots, stones_named(stones))


def test_the_other_side_of_a_stone_does_not_match():
    spots = tuple(spots_of(pattern_of("sun fish")))
    assert fits(spots, stones_named(["sun", "fish", *["seed"] * 7]))
    assert not fits(spots, stones_named(["moon", "fish", *["seed"] * 7]))
    assert not fits(spots, stones_named(["sun", "bird", *["seed"] * 7]))


def test_a_card_may_match_in_several_places():
    stones = stones_named(PLAIN.split())
    assert matching_cells("p1-26", stones) == [(6, 7), (7, 8)]
    assert matching_cells("p1-08", stones) == [(4, 6), (5, 7)]
    assert matching_cells("p1-27", stones) == []


@pytest.mark.parametrize("name", NAMES)
def test_matching_agrees_with_the_naive_one(name):
    for stones in arrangements(2000):
        expected = naive_stones.spots(DECK[name], stones)
        cells = matching_cells(name, stones_named(stones))
        assert {frozenset(place) for place in cells} == expected
        assert len(cells) == len(expected)
        assert matches(name, stones_named(stones)) == bool(expected)


def test_every_card_matches_once_it_is_laid_out():
    """Put each card's stones into each of its spots, the rest anywhere."""
    for card in CARDS.values():
        for spot in card.spots:
            rest = list(STONES)
            sides = {cell: spot.stones >> 3 * cell & 7 for cell in spot.cells}
            for side in sides.values():
                rest.remove(side & ~1)
            stones = laid(sides[cell] if cell in sides else rest.pop() for cell in CELLS)
            assert spot.cells in matching_cells(card.name, stones)


def test_stones_are_swapped_and_flipped_as_by_hand():
    for stones in arrangements(200):
        number = stones_named(stones)
        assert names(number) == stones
        for pair in PAIRS:
            assert names(swapped(number, pair)) == naive_stones.swap(stones, *pair)
        for cell in CELLS:
            assert names(flipped(number, cell)) == naive_stones.flip(stones, cell)


def test_pairs_are_the_twelve_that_lie_side_by_side():
    touching = {(a, b) for a, b in product(CELLS, CELLS) if a < b and naive_stones.touching(a, b)}
    assert set(PAIRS) == touching
    assert len(PAIRS) == 12


def test_any_arrangement_has_its_own_number():
    orders = set(permutations((0, 2, 2, 4)))
    assert len({laid([*order, 4, 4, 6, 6, 6]) for order in orders}) == len(orders)
