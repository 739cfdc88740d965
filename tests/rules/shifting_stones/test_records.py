"""Records of Shifting Stones: the bonus holds, and what was tampered with is found."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records import read, verify
from tests.data.shelves import states_of
from tests.rules.recorded import STONES_NAMES, Data, changed, check, data_of
from tests.rules.shifting_stones.notation import DECK, NAMES, as_json, ones, twos
from tests.rules.test_records_malformed import junk, paths

LONG = [name for name in STONES_NAMES if not name.startswith("withdrawn")]
BONUS = [name for name in STONES_NAMES if name.startswith("cards")]


@pytest.mark.parametrize("name", STONES_NAMES)
def test_tampered_scores_are_found_at_the_end(name):
    data = data_of(name)
    data["scores"][-1] += 1
    assert check(data) == ("scores-differ", len(data["actions"]))


@pytest.mark.parametrize("name", BONUS)
def test_scores_without_the_bonus_are_not_those_of_a_game_that_is_over(name):
    data = data_of(name)
    scores = [0] * len(data["players"])
    for turn in data["actions"]:
        scores[turn["seat"]] += turn["points"]
    assert scores != data["scores"]
    assert check(data | {"scores": scores}) == ("scores-differ", len(data["actions"]))


@pytest.mark.parametrize("name", STONES_NAMES)
def test_a_tampered_finished_flag_is_found_at_the_end(name):
    data = data_of(name)
    assert check(data | {"finished": False}) == ("finished-differs", len(data["actions"]))
    del data["actions"][-1]
    assert check(data) == ("finished-differs", len(data["actions"]))


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("ply", [0, 1, 5])
def test_tampered_points_are_found_at_their_ply(name, ply):
    data = data_of(name)
    data["actions"][ply]["points"] += 1
    assert check(data) == ("points-differ", ply)


@pytest.mark.parametrize("name", [name for name in LONG if "alone" not in name])
def test_a_tampered_seat_is_found_at_its_ply(name):
    data = data_of(name)
    data["actions"][4]["seat"] = (data["actions"][4]["seat"] + 1) % len(data["players"])
    assert check(data) == ("not-your-turn", 4)


@pytest.mark.parametrize("name", LONG)
def test_another_seed_does_not_replay(name):
    code, ply = check(changed(name, seed="00" * 32))
    assert code in {"not-in-hand", "not-your-turn", "no-match"}
    assert ply < 4


@pytest.mark.parametrize("options", [{"mixed": 1}, {"mixed": None}, {"seniority": [0, 1]}, {"": 0}])
def test_options_that_the_game_does_not_have_are_found(options):
    code, ply = check(changed("cards-2-seats", options=options))
    assert code in {"bad-mixed", "unknown-option"}
    assert ply == 0


def test_a_game_played_mixed_does_not_hold_as_strict():
    code, _ = check(changed("cards-2-mixed", options={"mixed": False}))
    assert code == "one-kind"


@pytest.mark.parametrize("kind", ["end", "skip-turn", "withdraw"])
def test_a_turn_after_the_end_is_found(kind):
    data = data_of("won-alone")
    data["actions"].append({"seat": 0, "action": {"kind": kind}, "points": 0})
    assert check(data) == ("game-over", len(data["actions"]) - 1)


SMALL = {name: paths(data_of(name)) for name in ("withdrawn-2-stones", "lost-alone-not-mixed")}


@given(st.sampled_from(sorted(SMALL)), st.data())
@settings(max_examples=150)
def test_whatever_is_tampered_with_nothing_but_a_bad_record_comes_of_it(name, data):
    record = data_of(name)
    *way, last = data.draw(st.sampled_from(SMALL[name]))
    holder = record
    for key in way:
        holder = holder[key]
    holder[last] = data.draw(junk)
    record["seed"] = data.draw(st.sampled_from([record["seed"], None]))
    check(record)


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


@pytest.mark.parametrize("name", STONES_NAMES)
def test_a_true_record_holds_as_a_transcript_too(name):
    """What can be told of a table game agrees with what the whole game was."""
    assert check(changed(name, seed=None)) is None


@pytest.mark.parametrize("name", BONUS)
def test_the_scores_told_are_those_up_to_what_is_wrong(name):
    data = data_of(name)
    record = read(json.dumps(data))
    states = states_of(record)
    data["actions"][20]["points"] += 1
    scores, bad = verify(read(json.dumps(data)))
    assert bad.ply == 20
    assert scores == list(record.engine.scores(states[20]))


def test_every_card_of_the_deck_may_be_in_a_transcript():
    turns = [line for card in NAMES for line in scoring(0, card)]
    assert check(transcript(*turns)) is None
