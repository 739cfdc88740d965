"""Game records: what is true holds, and what was tampered with is found where it was."""

from __future__ import annotations

import json

import pytest

from games.engine.advancing import advance
from games.engine.errors import IllegalAction, MalformedAction
from games.engine.records import verify
from games.kinds import read_record
from tests.engine.recorded import Data, changed, check, data_of, text_of
from tests.qwirkle.notation import CHANCE, ENGINE, as_json, position


@pytest.mark.parametrize("name", ["worked-example"])
def test_a_true_record_holds(name):
    record = read_record(text_of(name))
    scores, bad = verify(record)
    assert bad is None
    assert scores == data_of(name)["scores"]
    assert record.to_json() == data_of(name)


@pytest.mark.parametrize("name", ["worked-example"])
def test_a_record_reads_the_same_from_bytes(name):
    assert read_record(text_of(name).encode()) == read_record(text_of(name))


def test_the_worked_example_makes_the_points_of_the_rulebook():
    record = read_record(text_of("worked-example"))
    assert [turn.points for turn in record.entries] == [3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9]
    assert record.seed is None
    assert verify(record) == ([20, 22, 25, 18], None)


SEEDED = ["out-2-seats", "out-8-four-left", "blocked-3-seats", "worked-example"]


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("ply", [0, 1, 7, 11])
@pytest.mark.parametrize("more", [-1, 1, 6, 10**30])
def test_tampered_points_are_found_at_their_ply(name, ply, more):
    data = data_of(name)
    data["actions"][ply]["points"] += more
    assert check(data) == ("points-differ", ply)


@pytest.mark.parametrize("name", ["out-2-seats", "out-8-four-left", "blocked-3-seats"])
@pytest.mark.parametrize("ply", [0, 1, 7, 40])
def test_a_tampered_seat_is_found_at_its_ply(name, ply):
    data = data_of(name)
    turn = data["actions"][ply]
    turn["seat"] = (turn["seat"] + 1) % len(data["players"])
    code = "not-your-turn" if turn["action"]["kind"] != "withdraw" else check(data)[0]
    assert check(data) == (code, ply)


@pytest.mark.parametrize("name", ["worked-example"])
def test_tampered_scores_are_found_at_the_end(name):
    data = data_of(name)
    data["scores"][-1] += 1
    assert check(data) == ("scores-differ", len(data["actions"]))
    assert check(changed(name, scores=[])) == ("scores-differ", len(data["actions"]))
    too_many = [*data_of(name)["scores"], 0]
    assert check(changed(name, scores=too_many)) == ("scores-differ", len(data["actions"]))


def test_a_turn_after_the_end_is_found():
    for kind in ("pass", "skip-turn", "withdraw"):
        data = data_of("out-2-seats")
        data["actions"].append({"seat": 0, "action": {"kind": kind}, "points": 0})
        assert check(data) == ("game-over", 50)


def test_a_turn_left_out_is_found_where_it_is_missed():
    data = data_of("out-4-seats")
    del data["actions"][5]
    assert check(data) == ("not-your-turn", 5)


def test_a_record_cut_short_is_not_finished():
    data = data_of("out-4-seats")
    del data["actions"][-1]
    assert check(data) == ("finished-differs", 47)


def test_a_tampered_tile_is_found_at_its_ply():
    data = data_of("out-4-seats")
    data["actions"][4]["action"]["tiles"][0][1] += 60
    code, ply = check(data)
    assert code in {"gap", "not-one-line", "not-connected"}
    assert ply == 4


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({}, "unknown-kind"),
        ({"kind": "swap"}, "unknown-kind"),
        ({"kind": []}, "unknown-kind"),
        ({"kind": "withdraw", "extra": 1}, "unknown-kind"),
        ({"kind": "skip-turn", "extra": 1}, "unknown-kind"),
        ({"kind": "place"}, "no-tiles"),
        ({"kind": "place", "tiles": [["zz", 0, 0]]}, "unknown-tile"),
        ({"kind": "place", "tiles": [["ro", 0, 201]]}, "too-far-out"),
        ({"kind": "place", "tiles": [["ro", 0, float("nan")]]}, "not-a-coordinate"),
        ({"kind": "trade", "tiles": ["ro"] * 7}, "too-many-tiles"),
        ({"kind": "pass", "extra": 1}, "unknown-field"),
        ({"kind": "place", "tiles": []}, "nothing-chosen"),
    ],
)
@pytest.mark.parametrize("name", ["out-2-seats", "worked-example"])
def test_a_malformed_action_is_found_at_its_ply(name, action, code):
    data = data_of(name)
    data["actions"][3]["action"] = action
    assert check(data) == (code, 3)


def test_the_first_thing_wrong_is_the_one_told():
    data = data_of("worked-example")
    data["actions"][2]["points"] += 1
    data["actions"][9]["action"] = {"kind": "nonsense"}
    assert check(data) == ("points-differ", 2)


@pytest.mark.parametrize("name", ["out-2-seats", "worked-example"])
def test_the_scores_told_are_those_up_to_what_is_wrong(name):
    data = data_of(name)
    data["actions"][2]["points"] += 1
    scores, bad = verify(read_record(json.dumps(data)))
    assert bad.ply == 2
    expected = [0] * len(data["players"])
    for turn in data["actions"][:2]:
        expected[turn["seat"]] += turn["points"]
    assert scores == expected


@pytest.mark.parametrize(
    "options",
    [{"mixed": True}, {"seniority": [0]}, {"seniority": None}, {"seniority": [[0, 1]]}, {"": {}}],
)
def test_options_that_the_game_does_not_have_are_found(options):
    code, ply = check(changed("out-2-seats", options=options))
    assert code in {"unknown-option", "bad-seniority"}
    assert ply == 0


@pytest.mark.parametrize("seats", [0, 1, 9, 500])
def test_a_number_of_seats_that_the_game_does_not_have_is_found(seats):
    for name in ("out-2-seats", "worked-example"):
        data = changed(name, players=["?"] * seats, actions=[], scores=[0] * seats)
        assert check(data) == ("bad-seats", 0)


def transcript(*turns: str, finished: bool = False) -> Data:
    """A table game of two; each turn is its points and its tiles, `3 rc@0,0 rd@1,0 ro@2,0`."""
    actions, scores = [], [0, 0]
    for number, text in enumerate(turns):
        points, *words = text.split()
        seat = number % 2
        scores[seat] += int(points)
        action = as_json(" ".join(words))
        actions.append({"seat": seat, "action": action, "points": int(points)})
    return {
        "format": 1,
        "game": "qwirkle",
        "rules": 1,
        "players": ["Ann", "Ben"],
        "options": {},
        "seed": None,
        "actions": actions,
        "scores": scores,
        "finished": finished,
    }


TRANSCRIPTS = {
    "a tile used three times": (
        ["2 ro@0,0 rs@1,0", "2 ro@1,1", "3 rd@2,0", "2 ro@2,-1", "4 rc@3,0"],
        None,
    ),
    "a tile used four times": (
        ["2 ro@0,0 rs@1,0", "2 ro@1,1", "3 rd@2,0", "2 ro@2,-1", "4 rc@3,0", "2 ro@3,1"],
        ("tile-used-up", 5),
    ),
    "nothing at all": ([], None),
    "only passes": (["0 pass", "0 skip-turn", "0 withdraw"], None),
    "points for a trade": (["2 ro@0,0 rs@1,0", "1 trade gx"], ("points-differ", 1)),
    "points for a missed turn": (["2 ro@0,0 rs@1,0", "1 skip-turn"], ("points-differ", 1)),
    "points for leaving": (["2 ro@0,0 rs@1,0", "-1 withdraw"], ("points-differ", 1)),
    "a lone first tile": (["1 ro@0,0"], None),
    "a wrong line": (["2 ro@0,0 rs@1,0", "3 gd@2,0"], ("line-mixed", 1)),
    "a tile on another": (["2 ro@0,0 rs@1,0", "2 rd@0,0"], ("occupied", 1)),
    "a gap in the opening": (["2 ro@0,0 rs@2,0"], ("gap", 0)),
}


@pytest.mark.parametrize(("turns", "wrong"), TRANSCRIPTS.values(), ids=TRANSCRIPTS)
def test_a_transcript_is_checked_by_what_lies_on_the_table(turns, wrong):
    assert check(transcript(*turns)) == wrong


def test_a_finished_transcript_may_hold_the_bonus_in_its_last_turn():
    turns = ["2 ro@0,0 rs@1,0", "3 rd@2,0"]
    assert check(transcript(*turns, finished=True)) is None
    with_bonus = ["2 ro@0,0 rs@1,0", "9 rd@2,0"]
    assert check(transcript(*with_bonus, finished=True)) is None
    assert check(transcript(*with_bonus, finished=False)) == ("points-differ", 1)
    too_early = ["8 ro@0,0 rs@1,0", "3 rd@2,0"]
    assert check(transcript(*too_early, finished=True)) == ("points-differ", 0)


def test_a_transcript_without_a_seed_says_so_on_purpose():
    data = data_of("worked-example")
    del data["seed"]
    assert check(data) == ("not-a-record", None)


def test_advance_plays_a_turn_of_the_seat_to_act_only():
    state = position("rc rd ro", ["rs", "go", "gx"], "yo yo")
    for action in ({"kind": "pass"}, {"kind": "skip-turn"}, {"kind": "trade", "tiles": ["go"]}):
        with pytest.raises(IllegalAction) as caught:
            advance(ENGINE, state, 1, action, CHANCE)
        assert (caught.value.code, caught.value.data) == ("not-your-turn", {"seat": 1})
    assert advance(ENGINE, state, 0, {"kind": "skip-turn"}, CHANCE).state.turn == 1
    assert advance(ENGINE, state, 1, {"kind": "withdraw"}, CHANCE).state.withdrawn == (1,)


def test_advance_refuses_what_is_malformed():
    state = position("rc rd ro", ["rs", "go"], "yo yo")
    with pytest.raises(MalformedAction):
        advance(ENGINE, state, 0, {"kind": "withdraw", "why": "bored"}, CHANCE)
