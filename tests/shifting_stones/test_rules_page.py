"""What the rules page of Shifting Stones says is what the rules do."""

from __future__ import annotations

import re

import pytest

from games.engine.errors import BadOptions, IllegalAction
from games.shifting_stones.rules.stones import flipped, names, stones_named, swapped
from games.shifting_stones.rules_page import CASES, FLIPPED, LYING, SHORT_CARD, SWAPPED, TWICE, Case
from tests.learning.reading import page_of, section_of, words_of
from tests.shifting_stones.notation import CHANCE, DECK, ENGINE, ones, play, position, step, twos

pytestmark = pytest.mark.django_db

MATCHING = "p1-26"
NONE_MATCHES = "p1-14 p2-01 p2-02 p2-03 p2-06 p2-07"


@pytest.fixture
def page() -> str:
    return page_of("shifting-stones")


@pytest.fixture
def words(page: str) -> str:
    return words_of(page)


def table_of(page: str, section: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", section_of(page, section), re.DOTALL)
    return [re.findall(r"<td>(.*?)</td>", row) for row in rows]


def hand_after(held: int, turn: str) -> int:
    """How many cards the first seat holds after it began a turn with so many and did this."""
    hand = " ".join(NONE_MATCHES.split()[:held])
    state = position(hands=[hand, "p1-27"], deck=twos(10, start=10))
    return len(play(state, turn).hands[0])


def test_says_how_many_can_play(words: str) -> None:
    fewest, most = ENGINE.seats[0], ENGINE.seats[-1]

    assert f"{fewest} to {most} players can play." in words
    with pytest.raises(BadOptions):
        ENGINE.start(most + 1, {}, CHANCE)


def test_says_which_stones_there_are(page: str, words: str) -> None:
    assert "There are 9 stones with two sides each" in words
    assert re.findall(r"<b>× (\d)</b>", page) == ["1", "2", "3", "3"]
    lying = ENGINE.view(ENGINE.start(2, {}, CHANCE), None)["stones"]
    assert len(lying) == 9
    assert sum(side in ("horse", "boat") for side in lying) == 3


def test_says_what_cards_there_are(page: str, words: str) -> None:
    points = [card["points"] for card in DECK.values()]
    values = sorted(set(points))

    assert f"The deck has {len(DECK)} cards." in words
    assert table_of(page, "cards") == [
        [str(value) for value in values],
        [str(points.count(value)) for value in values],
    ]
    assert "These aren't the cards of the printed game" in words


def test_says_who_goes_first_and_where_a_round_ends(words: str) -> None:
    starts = {ENGINE.start(3, {}, type(CHANCE)(bytes([n] * 32))).turn for n in range(40)}

    assert "Chance decides who goes first." in words
    assert starts == {0, 1, 2}
    assert "ends just before the first player's next turn" in words
    for first in range(2):
        state = position(
            hands=[f"{MATCHING} p1-27", "p5-01"],
            scored=[twos(9), ""],
            deck=twos(8, start=15),
            first=first,
        )
        state = play(state, f"score {MATCHING}; end")
        # Seat 1 has a turn still if seat 0 began; if seat 1 began, the round is over.
        assert (ENGINE.outcome(state) is None) == (first == 0)


def test_says_what_hands_are_drawn_up_to(words: str) -> None:
    full = hand_after(2, "end")

    assert f"You start with {full} cards" in words
    assert {len(hand) for hand in ENGINE.start(2, {}, CHANCE).hands} == {full}
    assert f"Then you draw back up to {full} cards." in words
    assert f"If you hold more than {full}, you keep them all and draw none." in words
    assert hand_after(5, "end") == 5
    assert hand_after(0, "end") == full


def test_says_what_a_skip_brings(words: str) -> None:
    drawn, most = hand_after(2, "skip") - 2, hand_after(5, "skip")

    assert f"you do nothing else and draw {drawn} cards, up to {most} in your hand" in words
    assert hand_after(4, "skip") == most
    assert "You can't skip two of your turns in a row." in words
    with pytest.raises(IllegalAction, match="skipped-before"):
        play(position(skipped=[0]), "skip")


def test_says_that_shifting_and_scoring_do_not_go_together(words: str) -> None:
    mixed = "swap p1-14 3,4; score p1-26"

    assert "Normally you can't shift and score in the same turn" in words
    with pytest.raises(IllegalAction, match="one-kind"):
        play(position(), mixed)
    assert "A table can allow shifting and scoring in the same turn, in any order." in words
    assert play(position(mixed=True), mixed).scores == (1, 0)
    assert "Here you can shift and score in the same turn when you play alone." in words
    assert ENGINE.start(1, {}, CHANCE).mixed
    assert not ENGINE.start(1, {"mixed": False}, CHANCE).mixed
    assert not ENGINE.start(2, {}, CHANCE).mixed


def test_says_that_a_useless_shift_gets_rid_of_a_card(words: str) -> None:
    before = position()
    after = play(before, "swap p1-14 3,4")

    assert "A shift that doesn't help you is still a way to get rid of a card" in words
    assert after.stones == before.stones
    assert after.discards == ("p1-14",)


def test_says_what_ends_the_game(page: str, words: str) -> None:
    goals = {n: ENGINE.view(ENGINE.start(n, {}, CHANCE), None)["goal"] for n in range(2, 6)}

    assert table_of(page, "end") == [
        [str(n) for n in goals],
        [str(goal) for goal in goals.values()],
    ]
    assert "everyone can go on scoring, even past the goal" in words
    state = position(hands=["p1-26 p1-25", "p5-01"], scored=[twos(9), ""], stones=TWO_MATCH)
    state = play(state, "score p1-26; score p1-25")
    assert len(state.scored[0]) == goals[2] + 1


TWO_MATCH = "horse sun fish horse fish horse seed seed seed"


def test_says_what_the_bonus_is(words: str) -> None:
    scored = {"scored": [ones(3), ones(3, start=5), ""], "hands": ["", "", ""]}
    bonus = position(**scored, ended="cards").scores[0] - position(**scored).scores[0]

    assert f"the most 1-point cards gets {bonus} extra points (if tied, each does)" in words
    assert position(**scored, ended="cards").scores == (3 + bonus, 3 + bonus, 0)


def test_says_that_ties_share_the_win(words: str) -> None:
    tied = position(scored=[ones(3), ones(3, start=5)], hands=["", ""], ended="cards")
    outcome = ENGINE.outcome(tied)

    assert "Players who tie share the win." in words
    assert outcome
    assert outcome.winners == (0, 1)


def test_says_how_one_plays_alone(page: str, words: str) -> None:
    state = ENGINE.start(1, {}, CHANCE)
    cards = [*state.hands[0], *state.deck]
    points = [DECK[card]["points"] for card in cards]
    values = sorted(set(points))

    assert f"You play with {len(cards)} cards" in words
    assert table_of(page, "alone") == [
        [str(value) for value in values],
        [str(points.count(value)) for value in values],
    ]
    assert "A turn without points is a strike, and so is a skip." in words
    strikes = 0
    while ENGINE.outcome(state) is None:
        state = play(state, "end" if strikes % 2 else "skip")
        strikes += 1
    assert f"Strike number {strikes} loses the game." in words


def test_says_what_leaving_does(words: str) -> None:
    state = position(
        hands=["p1-26", "p1-27", "p1-25"], deck="p5-01", scored=[ones(3), ones(2, start=5), ""]
    )
    left = ENGINE.withdraw(state, 0, CHANCE).state

    assert "The cards in the hand of a player who leaves go back into the deck." in words
    assert set(left.deck) == {"p5-01", "p1-26"}
    assert "The number of cards that ends the game stays the same" in words
    assert left.goal == state.goal
    outcome = ENGINE.outcome(ENGINE.withdraw(left, 1, CHANCE).state)
    assert "If only one player is left, that player wins, whatever the points." in words
    assert outcome
    assert outcome.winners == (2,)


def test_says_what_a_missed_turn_is(words: str) -> None:
    missed = step(position(hands=["p1-26", "p1-27"], deck=twos(8)), "skip-turn").state

    assert f"it ends with nothing done and you draw back up to {len(missed.hands[0])}" in words
    assert "It doesn't count as a skip, but alone it's a strike." in words
    assert missed.skipped == (False, False)
    assert step(position(hands=["p1-26"], deck=twos(8)), "skip-turn").state.strikes == 1


def test_every_card_is_judged_as_it_is_explained(page: str) -> None:
    assert [case.matches for case in CASES] == [True, True, True, False, False]
    assert [case.matches for case in SHORT_CARD] == [False, True]
    shown = re.findall(r'<b class="(yes|no)">', section_of(page, "matching"))
    assert shown == ["yes", "yes", "yes", "no", "no", "no", "yes"]


def pattern(case: Case) -> list[list[str | None]]:
    return DECK[case.card]["pattern"]


def test_the_turned_card_would_match_if_cards_were_turned() -> None:
    (upper,), (lower,) = pattern(CASES[3])
    lying = LYING.split()

    assert (lying[1], lying[2]) == (lower, upper)


def test_the_mirrored_card_would_match_if_cards_were_mirrored() -> None:
    ((left, right),) = pattern(CASES[4])
    lying = LYING.split()

    assert (lying[7], lying[8]) == (right, left)


def test_the_short_card_ends_with_a_dotted_square_that_decides() -> None:
    wrong, right = SHORT_CARD

    assert pattern(wrong) == pattern(right) == [["tree"], ["seed"], [None]]
    # One above the other they lie on both boards.
    lying = wrong.stones.split()
    assert (lying[4], lying[7]) == ("tree", "seed")


def test_the_pattern_that_lies_twice_scores_once(words: str) -> None:
    state = position(TWICE.stones, hands=[f"{TWICE.card} p2-02", "p1-27"])
    after = play(state, f"score {TWICE.card}")

    assert len(TWICE.spots) == 2
    assert "The pattern is there twice, but the card scores once." in words
    assert after.scores[0] == DECK[TWICE.card]["points"]
    with pytest.raises(IllegalAction, match="not-in-hand"):
        play(after, f"score {TWICE.card}")


def test_all_boards_are_of_the_nine_stones() -> None:
    pairs = ({"sun", "moon"}, {"fish", "bird"}, {"horse", "boat"}, {"seed", "tree"})
    for case in (*CASES, *SHORT_CARD, TWICE):
        lying = case.stones.split()
        assert [sum(side in pair for side in lying) for pair in pairs] == [1, 2, 3, 3]


def test_the_pictures_of_shifts_are_one_shift_each() -> None:
    before = stones_named(LYING.split())

    assert names(swapped(before, (1, 2))) == SWAPPED[1].split()
    assert names(flipped(before, 4)) == FLIPPED[1].split()
    assert (SWAPPED[0], SWAPPED[2], FLIPPED[0], FLIPPED[2]) == (LYING, "1 2", LYING, "4")
