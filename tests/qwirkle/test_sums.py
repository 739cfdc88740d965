"""Points line by line: named so that they can be followed, with their cells to light."""

from __future__ import annotations

import json
import re

from accounts.models import User
from games.models import Game
from games.qwirkle.presenter.board import Bounds
from games.qwirkle.presenter.sums import cells_of, sum_of
from games.qwirkle.rules.board import Grid
from tests.factories import log_in
from tests.playing import good_actions, play_on, start_game, user_to_act, view_of

# A red row of two, and a blue star below its end.
BOARD = [("ro", 0, 0), ("rs", 1, 0), ("bt", 2, 1)]


def parts(laid: list[tuple[str, int, int]], points: int) -> list[tuple[str, str]]:
    found = sum_of(Grid.of(BOARD), cells_of(laid), points)
    return [(part.words, part.cells) for part in found]


def test_a_line_is_named_by_what_it_shares() -> None:
    assert parts([("rt", 2, 0)], 5) == [
        ("row (red): 3", "0,0 1,0 2,0"),
        ("column (stars): 2", "2,0 2,1"),
    ]


def test_the_last_tile_is_a_part_without_a_line() -> None:
    assert parts([("rt", 2, 0)], 11)[-1] == ("last tile: 6", "")


def test_a_qwirkle_is_named_as_one() -> None:
    laid = [("rt", 2, 0), ("rc", 3, 0), ("rd", 4, 0), ("rx", 5, 0)]
    assert parts(laid, 14)[0][0] == "Qwirkle, row (red): 12"


def test_no_place_has_a_number_that_nobody_could_count() -> None:
    bounds = Bounds.around(BOARD)
    assert bounds.where(1, 0) == "row 1, column 2"
    assert bounds.where(-1, 2) == "1 below the board, 1 left of the board"
    assert bounds.where(4, -2) == "2 above the board, 2 right of the board"


def test_every_turn_of_a_game_adds_up(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob))
    client = log_in(alice)

    page = client.get(f"/g/{game.code}/").content.decode()
    scored = re.findall(
        r'/at/(\d+)/">(?:(?!/at/).)*class="sum"[^>]*>[^+]*\+(\d+)<', page, re.DOTALL
    )

    assert len(scored) > 10
    for ply, points in scored:
        lines = client.get(f"/g/{game.code}/at/{ply}/sum/").content.decode()
        assert sum(map(int, re.findall(r": (\d+)<", lines))) == int(points)
        assert lines.count("data-lights") >= lines.count("<li>") - ("last tile" in lines)


def test_nothing_is_lit_on_a_board_from_before_the_turn(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 6)
    address = f"/g/{game.code}/at/6/sum/"

    assert "data-lights" in log_in(alice).get(address, {"shown": "6"}).content.decode()
    earlier = log_in(alice).get(address, {"shown": "5"}).content.decode()
    assert "data-lights" not in earlier
    assert earlier.count("<li>") > 0


def test_previews_and_replay_name_their_lines(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    mover = user_to_act(game)
    (action,) = good_actions(game)
    form = {"actions": json.dumps([action])}
    client = log_in(mover)

    answer = client.post(f"/g/{game.code}/draft/", form, headers={"hx-request": "true"})
    replay = client.get(f"/g/{game.code}/at/4/")

    for page in (answer, replay):
        assert re.search(r'data-lights="-?\d+,-?\d+ [^"]+">(row|column) \(', page.content.decode())


def test_every_position_of_a_replay_adds_up(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob))
    client, told = log_in(alice), 0

    for move in game.moves.order_by("ply"):
        answer = client.get(f"/g/{game.code}/at/{move.ply + 1}/")
        assert answer.status_code == 200
        found = re.search(r'<span class="parts">(.*?)</p>', answer.content.decode(), re.DOTALL)
        if found:
            told += 1
            assert sum(map(int, re.findall(r": (\d+)", found[1]))) == move.points
    assert told > 10


def test_without_scripts_only_legal_places_are_offered(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 6)
    client = log_in(user_to_act(game))
    page = client.get(f"/g/{game.code}/").content.decode()
    choices = re.findall(r'<option value="(\w\w)@(-?\d+),(-?\d+)">', page)

    assert choices
    for tile, x, y in choices:
        client.post(f"/g/{game.code}/draft/", {"kind": "lay", "where": f"{tile}@{x},{y}"})
        assert 'id="play-button" class="button primary" type="submit" aria-keyshortcuts="p" >' in (
            client.get(f"/g/{game.code}/").content.decode()
        )
        client.post(f"/g/{game.code}/draft/", {"actions": "[]"})
    assert Game.objects.get(pk=game.pk).ply == 6
    assert view_of(game, game.to_act)["hand"]
