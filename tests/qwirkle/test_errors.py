"""Every code that Qwirkle must tell apart, with examples and the tiles or cells it points at."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.engine.errors import GameError, IllegalAction
from games.engine.jsontypes import JsonObject
from games.qwirkle.rules.actions import Place, Trade
from games.qwirkle.rules.state import State
from tests.qwirkle.notation import CHANCE, ENGINE, action, as_json, play, position

CODES = [
    "occupied",
    "not-in-hand",
    "not-one-line",
    "gap",
    "not-connected",
    "line-mixed",
    "line-duplicate",
    "line-too-long",
    "tiles-unlike",
    "opening-too-small",
    "nothing-chosen",
    "trade-exceeds-bag",
    "trade-at-opening",
    "bag-empty",
    "can-place",
    "game-over",
]

BAG = "yo yo yo"
ROW = position("rc rd ro", ["rs rt bs bt gx rs", "go"], BAG)
DIAMONDS = position("rd . . . . bd", ["od yd gd pd rs rs", "go"], BAG)
CORNER = position("rc rd\nbc .", ["bd bc gs rs bd rc", "go"], BAG)
SIX = position("ro rs rd rc rt rx", ["ro bo rs gx", "go"], BAG)
BRIDGE = position("ro rs rd . rc rt", ["rd rx ro bo px", "go"], BAG)
OPENING = position("", ["ro rs rd bs gs px", "go"], BAG, opening=3, ply=0)
EMPTY_BAG = position("rc rd ro", ["rs rt gx", "go"], "")
STUCK_WITH_BAG = position("rc rd ro", ["gx px", "go"], BAG)
OVER = position("rc rd ro", ["rs", "go"], "", ended="blocked")
LEFT_ALONE = position("", ["rs", ""], "px", opening=None, withdrawn=[1], ended="withdrawn")

Example = tuple[str, State, str, JsonObject]

EXAMPLES: list[Example] = [
    ("occupied", ROW, "rs@2,0", {"tiles": [["rs", 2, 0]]}),
    ("occupied", ROW, "rs@2,0 rt@3,0", {"tiles": [["rs", 2, 0]]}),
    ("occupied", ROW, "rs@0,0 rt@1,0", {"tiles": [["rs", 0, 0], ["rt", 1, 0]]}),
    ("occupied", ROW, "rs@3,0 rt@3,0", {"tiles": [["rs", 3, 0], ["rt", 3, 0]]}),
    ("occupied", ROW, "rs@3,0 rs@3,0 rt@4,0", {"tiles": [["rs", 3, 0], ["rs", 3, 0]]}),
    ("not-in-hand", ROW, "gs@3,0", {"tiles": ["gs"]}),
    ("not-in-hand", ROW, "rx@3,0 rs@4,0 yo@5,0", {"tiles": ["rx", "yo"]}),
    ("not-in-hand", ROW, "rt@3,0 rt@4,0", {"tiles": ["rt"]}),
    ("not-in-hand", ROW, "trade rs rs rs", {"tiles": ["rs"]}),
    ("not-in-hand", ROW, "trade px oo oo", {"tiles": ["oo", "oo", "px"]}),
    ("not-in-hand", ROW, "go@0,0", {"tiles": ["go"]}),
    ("not-one-line", ROW, "rs@3,0 rt@4,1", {"tiles": [["rs", 3, 0], ["rt", 4, 1]]}),
    (
        "not-one-line",
        ROW,
        "rs@3,0 rt@3,1 bt@4,1",
        {"tiles": [["rs", 3, 0], ["rt", 3, 1], ["bt", 4, 1]]},
    ),
    ("not-one-line", OPENING, "ro@-5,7 rs@5,-7", {"tiles": [["rs", 5, -7], ["ro", -5, 7]]}),
    ("gap", ROW, "rs@3,0 rt@5,0", {"tiles": [["rs", 3, 0], ["rt", 5, 0]], "cells": [[4, 0]]}),
    (
        "gap",
        ROW,
        "rs@-3,0 rt@5,0",
        {"tiles": [["rs", -3, 0], ["rt", 5, 0]], "cells": [[-2, 0], [-1, 0], [3, 0], [4, 0]]},
    ),
    (
        "gap",
        ROW,
        "rs@3,-1 bs@3,1",
        {"tiles": [["rs", 3, -1], ["bs", 3, 1]], "cells": [[3, 0]]},
    ),
    (
        "gap",
        DIAMONDS,
        "od@1,0 yd@4,0",
        {"tiles": [["od", 1, 0], ["yd", 4, 0]], "cells": [[2, 0], [3, 0]]},
    ),
    (
        "gap",
        OPENING,
        "ro@0,0 rs@0,1 rd@0,3",
        {"tiles": [["ro", 0, 0], ["rs", 0, 1], ["rd", 0, 3]], "cells": [[0, 2]]},
    ),
    ("not-connected", ROW, "rs@3,1", {"tiles": [["rs", 3, 1]]}),
    ("not-connected", ROW, "rs@5,0 rt@6,0", {"tiles": [["rs", 5, 0], ["rt", 6, 0]]}),
    ("not-connected", ROW, "rs@200,-200", {"tiles": [["rs", 200, -200]]}),
    ("not-connected", ROW, "rs@-1,-1 bs@-1,-2", {"tiles": [["bs", -1, -2], ["rs", -1, -1]]}),
    (
        "line-mixed",
        ROW,
        "bs@3,0",
        {
            "tiles": [["bs", 3, 0]],
            "line": [["rc", 0, 0], ["rd", 1, 0], ["ro", 2, 0], ["bs", 3, 0]],
        },
    ),
    (
        "line-mixed",
        CORNER,
        "gs@1,1",
        {"tiles": [["gs", 1, 1]], "line": [["bc", 0, 1], ["gs", 1, 1]]},
    ),
    (
        "line-mixed",
        CORNER,
        "bd@0,2 bc@1,2",
        {"tiles": [["bd", 0, 2]], "line": [["rc", 0, 0], ["bc", 0, 1], ["bd", 0, 2]]},
    ),
    (
        "line-mixed",
        BRIDGE,
        "bo@3,0",
        {
            "tiles": [["bo", 3, 0]],
            "line": [
                *(["ro", 0, 0], ["rs", 1, 0], ["rd", 2, 0]),
                *(["bo", 3, 0], ["rc", 4, 0], ["rt", 5, 0]),
            ],
        },
    ),
    (
        "line-duplicate",
        CORNER,
        "rc@2,0",
        {"tiles": [["rc", 2, 0]], "line": [["rc", 0, 0], ["rd", 1, 0], ["rc", 2, 0]]},
    ),
    (
        "line-duplicate",
        BRIDGE,
        "rd@3,0",
        {
            "tiles": [["rd", 3, 0]],
            "line": [
                *(["ro", 0, 0], ["rs", 1, 0], ["rd", 2, 0]),
                *(["rd", 3, 0], ["rc", 4, 0], ["rt", 5, 0]),
            ],
        },
    ),
    (
        "line-duplicate",
        ROW,
        "rs@-1,0 rs@3,0",
        {
            "tiles": [["rs", -1, 0], ["rs", 3, 0]],
            "line": [["rs", -1, 0], ["rc", 0, 0], ["rd", 1, 0], ["ro", 2, 0], ["rs", 3, 0]],
        },
    ),
    (
        "line-duplicate",
        DIAMONDS,
        "rs@0,1 rs@0,2",
        {"tiles": [["rs", 0, 1], ["rs", 0, 2]], "line": [["rd", 0, 0], ["rs", 0, 1], ["rs", 0, 2]]},
    ),
    (
        "line-too-long",
        SIX,
        "ro@6,0",
        {
            "tiles": [["ro", 6, 0]],
            "line": [
                *(["ro", 0, 0], ["rs", 1, 0], ["rd", 2, 0], ["rc", 3, 0]),
                *(["rt", 4, 0], ["rx", 5, 0], ["ro", 6, 0]),
            ],
        },
    ),
    (
        "line-too-long",
        SIX,
        "gx@-1,0",
        {
            "tiles": [["gx", -1, 0]],
            "line": [
                *(["gx", -1, 0], ["ro", 0, 0], ["rs", 1, 0], ["rd", 2, 0]),
                *(["rc", 3, 0], ["rt", 4, 0], ["rx", 5, 0]),
            ],
        },
    ),
    (
        "line-too-long",
        BRIDGE,
        "rx@3,0 ro@6,0",
        {
            "tiles": [["rx", 3, 0], ["ro", 6, 0]],
            "line": [
                *(["ro", 0, 0], ["rs", 1, 0], ["rd", 2, 0], ["rx", 3, 0]),
                *(["rc", 4, 0], ["rt", 5, 0], ["ro", 6, 0]),
            ],
        },
    ),
    ("tiles-unlike", ROW, "rs@3,0 bt@4,0", {"tiles": [["rs", 3, 0], ["bt", 4, 0]]}),
    (
        "tiles-unlike",
        ROW,
        "rs@3,0 rt@3,1 bt@3,2",
        {"tiles": [["rs", 3, 0], ["rt", 3, 1], ["bt", 3, 2]]},
    ),
    (
        "tiles-unlike",
        OPENING,
        "ro@0,0 rs@1,0 bs@2,0",
        {"tiles": [["ro", 0, 0], ["rs", 1, 0], ["bs", 2, 0]]},
    ),
    ("opening-too-small", OPENING, "ro@0,0", {"tiles": ["ro"], "needed": 3}),
    ("opening-too-small", OPENING, "bs@0,1 gs@0,0", {"tiles": ["gs", "bs"], "needed": 3}),
    ("opening-too-small", OPENING, "px@-90,90", {"tiles": ["px"], "needed": 3}),
    ("nothing-chosen", ROW, "", {}),
    ("nothing-chosen", ROW, "trade", {}),
    ("nothing-chosen", OPENING, "", {}),
    ("nothing-chosen", OPENING, "trade", {}),
    ("nothing-chosen", EMPTY_BAG, "trade", {}),
    ("trade-exceeds-bag", ROW, "trade rs rt bs bt", {"tiles": ["rs", "rt", "bs", "bt"], "bag": 3}),
    (
        "trade-exceeds-bag",
        ROW,
        "trade gx rs rs bt bs rt",
        {"tiles": ["rs", "rs", "rt", "gx", "bs", "bt"], "bag": 3},
    ),
    ("trade-at-opening", OPENING, "trade ro", {"tiles": ["ro"]}),
    ("trade-at-opening", OPENING, "trade px ro", {"tiles": ["ro", "px"]}),
    ("bag-empty", EMPTY_BAG, "trade rs", {"tiles": ["rs"]}),
    ("bag-empty", EMPTY_BAG, "trade gx rt rs", {"tiles": ["rs", "rt", "gx"]}),
    ("can-place", ROW, "pass", {"tiles": ["rs", "rt"], "bag": 3}),
    ("can-place", EMPTY_BAG, "pass", {"tiles": ["rs", "rt"], "bag": 0}),
    ("can-place", STUCK_WITH_BAG, "pass", {"tiles": [], "bag": 3}),
    ("can-place", OPENING, "pass", {"tiles": ["ro", "rs", "rd", "gs", "bs", "px"], "bag": 3}),
    ("game-over", OVER, "rs@3,0", {"reason": "blocked"}),
    ("game-over", OVER, "", {"reason": "blocked"}),
    ("game-over", OVER, "trade rs", {"reason": "blocked"}),
    ("game-over", OVER, "pass", {"reason": "blocked"}),
    ("game-over", OVER, "skip-turn", {"reason": "blocked"}),
    ("game-over", LEFT_ALONE, "rs@0,0", {"reason": "withdrawn"}),
]
WITH_IDS = [
    pytest.param(*example, id=f"{example[0]}: {example[2] or 'nothing'} {number}")
    for number, example in enumerate(EXAMPLES)
]


def refusal(state: State, text: str) -> GameError:
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    return caught.value


@pytest.mark.parametrize(("code", "state", "text", "data"), WITH_IDS)
def test_refuses_with_the_code_and_the_tiles_that_are_wrong(code, state, text, data):
    error = refusal(state, text)
    assert (error.code, error.data) == (code, data)


@pytest.mark.parametrize(
    ("code", "state", "text", "data"),
    [example for example in WITH_IDS if len(example.values[2].split()) > 1],
)
def test_refuses_the_same_way_whatever_the_order_of_the_tiles(code, state, text, data):
    asked = as_json(text)
    for tiles in permutations(asked["tiles"]):
        with pytest.raises(IllegalAction) as caught:
            ENGINE.apply(state, ENGINE.parse({**asked, "tiles": list(tiles)}), CHANCE)
        assert (caught.value.code, caught.value.data) == (code, data)


@pytest.mark.parametrize(("code", "state", "text", "data"), WITH_IDS)
def test_refuses_and_leaves_everything_as_it_was(code, state, text, data):
    before = ENGINE.dump(state)
    refusal(state, text)
    assert ENGINE.dump(state) == before


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_examples(code):
    assert [example for example in EXAMPLES if example[0] == code]


def test_every_example_has_a_code_of_the_contract():
    assert {code for code, *_ in EXAMPLES} == set(CODES)


def test_refuses_to_let_anybody_leave_a_game_that_is_over():
    with pytest.raises(IllegalAction, match="game-over"):
        ENGINE.withdraw(OVER, 0, CHANCE)


@pytest.mark.parametrize("seat", [-1, 2, 8])
def test_refuses_a_view_to_a_seat_that_is_not_there(seat):
    with pytest.raises(IllegalAction, match="not-at-the-table"):
        ENGINE.view(ROW, seat)


def test_an_action_made_by_hand_in_another_order_is_judged_the_same():
    with_gap = Place(tuple(reversed(action("rs@3,0 rt@5,0").laid)))
    with pytest.raises(IllegalAction, match="gap"):
        ENGINE.apply(ROW, with_gap, CHANCE)
    traded = ENGINE.apply(ROW, Trade(tuple(reversed(action("trade rs gx bt").tiles))), CHANCE)
    assert traded == play(ROW, "trade rs gx bt")


def test_an_error_shows_its_code_and_data():
    assert str(IllegalAction("gap", cells=[[1, 2]])) == "gap {'cells': [[1, 2]]}"
    assert str(IllegalAction("nothing-chosen")) == "nothing-chosen"
