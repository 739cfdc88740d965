"""Records of Shifting Stones: the bonus holds, and what was tampered with is found."""

from __future__ import annotations

import pytest

from tests.engine.recorded import Data, changed, check, data_of
from tests.shifting_stones.golden_games import SHELF
from tests.shifting_stones.notation import DECK, NAMES, as_json, ones, twos

BONUS = [name for name in SHELF.names if name.startswith("cards")]


@pytest.mark.parametrize("name", BONUS)
def test_scores_without_the_bonus_are_not_those_of_a_game_that_is_over(name):
    data = data_of(name)
    scores = [0] * len(data["players"])
    for turn in data["actions"]:
        scores[turn["seat"]] += turn["points"]
    assert scores != data["scores"]
    assert check(data | {"scores": scores}) == ("scores-differ", len(data["actions"]))


@pytest.mark.parametrize("options", [{"mixed": 1}, {"mixed": None}, {"seniority": [0, 1]}, {"": 0}])
def test_options_that_the_game_does_not_have_are_found(options):
    code, ply = check(changed("cards-2-seats", options=options))
    assert code in {"bad-mixed", "unknown-option"}
    assert ply == 0


def test_a_game_played_mixed_does_not_hold_as_strict():
    code, _ = check(changed("cards-2-mixed", options={"mixed": False}))
    assert code == "one-kind"


def transcript(*turns: str, seats: int = 2, finished: bool = False, bonus: object = ()) -> Data:
    """A table game; each entry is its seat, its points and its action, `0 1 score p1-01`."""
    actions, scores = [], [0] * seats
    for text in turns:
        seat, points, *words = text.split()
        scores[int(seat)] += int(points)
        action = as_json(" ".join(words))
        actions.append({"seat": int(seat), "action": action, "points": int(points)})
    for seat in bonus:
        scores[seat] += 3
    return {
        "format": 1,
        "game": "shifting_stones",
        "rules": 1,
        "players": [f"Player {seat}" for seat in range(seats)],
        "options": {},
        "seed": None,
        "actions": actions,
        "scores": scores,
        "finished": finished,
    }


TRANSCRIPTS = {
    "nothing at all": ([], None),
    "cards scored and discarded": (
        ["0 0 swap p1-01 0,1", "0 0 end", "1 2 score p2-01", "1 0 end", "0 0 flip p1-01 8"],
        None,
    ),
    "a skip and a missed turn": (["0 0 skip", "1 0 skip-turn"], None),
    "a card scored twice": (["0 1 score p1-01", "0 0 end", "1 1 score p1-01"], ("card-scored", 2)),
    "a scored card discarded": (
        ["0 1 score p1-01", "0 0 end", "1 0 flip p1-01 0"],
        ("card-scored", 2),
    ),
    "wrong points for a card": (["0 2 score p1-01"], ("points-differ", 0)),
    "points for a shift": (["0 1 flip p1-01 0"], ("points-differ", 0)),
    "points for an end": (["0 1 end"], ("points-differ", 0)),
    "points for leaving": (["0 1 withdraw"], ("points-differ", 0)),
    "a diagonal swap": (["0 0 swap p1-01 0,4"], ("not-adjacent", 0)),
    "a card that nobody has": (["0 1 score p9-01"], ("unknown-card", 0)),
}


@pytest.mark.parametrize(("turns", "wrong"), TRANSCRIPTS.values(), ids=TRANSCRIPTS)
def test_a_transcript_is_checked_by_what_lies_open(turns, wrong):
    assert check(transcript(*turns)) == wrong


def scoring(seat: int, cards: str) -> list[str]:
    return [f"{seat} {DECK[card]['points']} score {card}" for card in cards.split()]


def test_a_finished_transcript_holds_the_bonus_in_its_scores():
    turns = [*scoring(0, ones(6)), *scoring(1, twos(10))]
    assert check(transcript(*turns, finished=True, bonus=[0])) is None
    assert check(transcript(*turns, finished=True)) == ("scores-differ", 16)
    assert check(transcript(*turns, finished=True, bonus=[1])) == ("scores-differ", 16)
    assert check(transcript(*turns, finished=False)) is None
    assert check(transcript(*turns, finished=False, bonus=[0])) == ("scores-differ", 16)


def test_a_finished_transcript_gives_the_bonus_to_each_who_ties_and_to_nobody_with_none():
    tie = [*scoring(0, ones(2)), *scoring(1, ones(2, start=3)), *scoring(2, twos(9))]
    assert check(transcript(*tie, seats=3, finished=True, bonus=[0, 1])) is None
    none = [*scoring(0, twos(10)), *scoring(1, "p3-01")]
    assert check(transcript(*none, finished=True)) is None


def test_a_transcript_in_which_nobody_reached_the_goal_is_not_finished():
    turns = [*scoring(0, twos(9)), *scoring(1, ones(9))]
    assert check(transcript(*turns, finished=True, bonus=[1])) == ("goal-not-reached", 18)
    assert check(transcript(*turns)) is None


def test_a_finished_transcript_gives_no_bonus_to_who_left_or_is_alone():
    turns = [*scoring(0, ones(3)), *scoring(1, "p1-09"), *scoring(2, twos(9)), "0 0 withdraw"]
    assert check(transcript(*turns, seats=3, finished=True, bonus=[1])) is None
    assert check(transcript(*turns, "2 0 withdraw", seats=3, finished=True)) is None
    assert check(transcript(*scoring(0, ones(3)), seats=1, finished=True)) is None


def test_every_card_of_the_deck_may_be_in_a_transcript():
    turns = [line for card in NAMES for line in scoring(0, card)]
    assert check(transcript(*turns)) is None
