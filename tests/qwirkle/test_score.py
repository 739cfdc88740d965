"""Points: each line made or lengthened counts its length, and a line of six counts six more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine.chance import Chance
from tests.qwirkle.notation import ENGINE, play, position

WORKED_EXAMPLE = Path(__file__).with_name("worked-example.json")

# board, placing, points
SCORES = {
    "a line of two": ("ro", "rs@1,0", 2),
    "a line lengthened by one": ("ro rs", "rd@2,0", 3),
    "a line lengthened by two, old tiles counted again": ("ro rs", "rd@2,0 rc@3,0", 4),
    "a line of five": ("ro rs rd rc", "rt@4,0", 5),
    "a line of six counts twelve": ("ro rs rd rc rt", "rx@5,0", 12),
    "a line of six laid almost whole": ("ro", "rs@1,0 rd@2,0 rc@3,0 rt@4,0 rx@5,0", 12),
    "a bridge counts the whole line": ("ro rs . rc rt", "rd@2,0", 5),
    "a bridge that completes six": ("ro rs . rc rt rx", "rd@2,0", 12),
    "a tile in two lines counts in both": ("ro rd\nbo .", "bd@1,1", 4),
    "a row beside a row": ("ro rd", "bo@0,1 bd@1,1", 2 + 2 + 2),
    "a column from a row": ("rc rd ro", "rs@3,0 bs@3,1 ps@3,2", 4 + 3),
    "a line of one is no line": ("ro rs", "rd@2,0", 3),
    "two lines of six at once": (
        """
        ro rs rd rc rt .
        .  .  .  .  .  ox
        .  .  .  .  .  yx
        .  .  .  .  .  gx
        .  .  .  .  .  bx
        .  .  .  .  .  px
        """,
        "rx@5,0",
        24,
    ),
    "a line of six and crossing lines": (
        """
        .  .  bd .
        ro rs .  .
        .  .  gd .
        """,
        "rd@2,1 rc@3,1 rt@4,1 rx@5,1",
        12 + 3,
    ),
}


@pytest.mark.parametrize(("board", "placing", "points"), SCORES.values(), ids=SCORES)
def test_score_of(board, placing, points):
    hand = " ".join(word.partition("@")[0] for word in placing.split())
    state = position(board, [hand + " ps", "px"], "yo yo yo", scores=[10, 20])
    step = play(state, placing)
    assert step.points == points
    assert ENGINE.scores(step.state) == (10 + points, 20)


@pytest.mark.parametrize(("size", "points"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 12)])
def test_score_of_an_opening(size, points):
    tiles = ["ro", "rs", "rd", "rc", "rt", "rx"][:size]
    placing = " ".join(f"{name}@{n},0" for n, name in enumerate(tiles))
    state = position("", [" ".join(tiles), "px"], "yo yo yo yo yo yo", opening=size, ply=0)
    assert play(state, placing).points == points


def test_score_of_a_lone_first_tile_is_one():
    state = position("", ["ro ro ro gs gs gs", "px"], "yo", opening=1, ply=0)
    assert play(state, "gs@0,0").points == 1


def test_the_worked_example_scores_as_the_rulebooks_say():
    record = json.loads(WORKED_EXAMPLE.read_text())
    state = position("", ["", "", "", ""])
    made = []
    for entry in record["actions"]:
        tiles = [name for name, _, _ in entry["action"]["tiles"]]
        dumped = ENGINE.dump(state) | {"bag": ["px"] * 20, "turn": entry["seat"]}
        # Whoever plays holds what is laid; what else the hand held is not known.
        dumped["hands"] = [["px"] * (6 - len(tiles)) + tiles for _ in record["players"]]
        step = ENGINE.apply(
            ENGINE.load(dumped), ENGINE.parse(entry["action"]), Chance(b"the rulebook's table")
        )
        made.append(step.points)
        state = step.state
    assert made == [3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9]
    assert ENGINE.scores(state) == tuple(record["scores"]) == (20, 22, 25, 18)
