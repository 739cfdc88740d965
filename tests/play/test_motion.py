"""What the page is told to show in motion: what everybody saw, and the reader's own drawing."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from games.play.services import moves
from tests.factories import log_in
from tests.kinds.games import game_of
from tests.kinds.proof import Proof
from tests.playing import play_on, start_game, user_to_act, user_waiting, view_of
from tests.qwirkle.proof import QWIRKLE
from tests.shifting_stones.proof import SHIFTING_STONES
from tests.shifting_stones.tables import (
    CORNER,
    FISH_ANY_SEED,
    FISH_SEED,
    laid,
    start_stones,
    submit,
)


def told(user: User | None, game: Game, name: str) -> Any:
    page = log_in(user).get(f"/g/{game.code}/").content.decode()
    found = re.search(rf'id="game"[^>]* data-{name}="([^"]*)"', page)
    assert found
    return json.loads(unescape(found[1]))


def test_a_turn_is_told_tile_by_tile_with_what_its_lines_made(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 7)
    while game.moves.last().action["kind"] != "place":
        game = play_on(game, 1)
    last = game.moves.last()

    for reader in (user_to_act(game), None):
        (turn,) = told(reader, game, "turns")

        assert (turn["ply"], turn["seat"], turn["points"]) == (game.ply, last.seat, last.points)
        assert turn["steps"] == [{"kind": "place", "tiles": last.action["tiles"]}]
        assert sum(part["points"] for part in turn["parts"]) == last.points
        laid_cells = {f"{x},{y}" for _tile, x, y in last.action["tiles"]}
        assert laid_cells <= {cell for part in turn["parts"] for cell in part["cells"].split()}


def test_all_that_others_did_since_ones_own_turn_is_told(
    alice: User, bob: User, charlie: User
) -> None:
    game = play_on(start_game(alice, bob, charlie), 6)
    ahead = user_to_act(game)

    assert [turn["ply"] for turn in told(ahead, game, "turns")] == [5, 6]
    assert [turn["ply"] for turn in told(None, game, "turns")] == [6]


def test_a_qwirkle_is_great(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    hands = [["ro", "rs", "rd", "rc", "rt", "rx"]] * 2
    game.state = {**game.state, "hands": hands, "opening": 6}
    game.save()
    tiles = [[name, x, 0] for x, name in enumerate(hands[0])]
    action = {"kind": "place", "tiles": tiles}
    moves.play(game_id=game.pk, user=user_to_act(game), actions=[action], expected_ply=0)

    (turn,) = told(None, Game.objects.get(), "turns")

    assert turn["parts"] == [
        {"cells": "0,0 1,0 2,0 3,0 4,0 5,0", "points": 12, "great": True},
    ]


def test_which_tiles_were_traded_is_told_nobody(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 3)
    hand = view_of(game, game.to_act)["hand"]
    trade = {"kind": "trade", "tiles": hand[:2]}
    mover = user_to_act(game)
    moves.play(game_id=game.pk, user=mover, actions=[trade], expected_ply=game.ply)
    game = Game.objects.get()

    for reader in (alice, bob, None):
        (turn,) = told(reader, game, "turns")
        assert turn["steps"] == [{"kind": "trade", "tiles": []}]
    assert (
        told(mover, game, "drawn") == view_of(game, game.players.get(user=mover).seat)["hand"][4:]
    )
    assert told(None, game, "drawn") == []


def test_stones_are_shifted_and_cards_scored_in_their_order(alice: User, bob: User) -> None:
    game = laid(start_stones(alice, bob, options={"mixed": True}))
    submit(
        game,
        [
            {"kind": "score", "card": FISH_SEED},
            {"kind": "flip", "card": FISH_ANY_SEED, "cell": 8},
            {"kind": "swap", "card": CORNER, "cells": [0, 1]},
            {"kind": "end"},
        ],
    )
    game = Game.objects.get()

    (turn,) = told(user_to_act(game), game, "turns")

    assert turn["steps"] == [
        {"kind": "score", "points": 1},
        {"kind": "flip", "cell": 8},
        {"kind": "swap", "cells": [0, 1]},
        {"kind": "end"},
    ]
    mover = user_waiting(game)
    seat = game.players.get(user=mover).seat
    assert told(mover, game, "drawn") == view_of(game, seat)["hand"][1:]


@pytest.mark.parametrize("proof", [QWIRKLE, SHIFTING_STONES], ids=str)
@pytest.mark.parametrize("style", [0, 1])
@pytest.mark.parametrize("seed", ["one", "two"])
def test_what_is_drawn_lies_after_what_was_kept(proof: Proof, style: int, seed: str) -> None:
    """Told by a player's own actions alone, turn by turn, to the end of whole games."""
    engine, presenter = proof.engine, proof.kind.presenter
    player, most = proof.players[style], proof.most_plies
    done: dict[int, list[Any]] = {}
    kept: dict[int, list[str]] = {}
    checked = 0
    for moment in game_of(engine, player, seats=3, seed=seed, most_plies=most):
        seat, action = moment.seat, dict(moment.action)
        kept.setdefault(seat, engine.view(moment.before, seat)["hand"])
        for piece in pieces_in(action):
            kept[seat].remove(piece)
        done.setdefault(seat, []).append(action)
        after = engine.view(moment.step.state, seat)
        if not presenter.ends_turn(action):
            continue
        count = len(kept[seat])
        assert after["hand"][:count] == kept[seat]
        assert presenter.drawn(after, done[seat]) == after["hand"][count:]
        kept[seat] = after["hand"]
        checked += 1
    assert checked > 10


def pieces_in(action: dict[str, Any]) -> list[str]:
    tiles = [item if isinstance(item, str) else item[0] for item in action.get("tiles", ())]
    return [*tiles, action["card"]] if "card" in action else tiles
