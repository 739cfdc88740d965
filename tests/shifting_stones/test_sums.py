"""The points of a turn of stones: its cards one by one, and where they matched."""

from __future__ import annotations

import re
from random import Random

from accounts.models import User
from games.models import Game
from games.play import positions
from games.shifting_stones.rules.turn import matching_cells
from tests.factories import log_in
from tests.playing import start_game
from tests.shifting_stones.tables import play_turns, start_stones


def lines_of(game: Game, ply: int, shown: int) -> list[tuple[str, str]]:
    """The words of each line, and what it lights."""
    page = log_in().get(f"/g/{game.code}/at/{ply}/sum/?shown={shown}").content.decode()
    found = re.findall(r'<li>\s*<(?:button[^>]*data-lights="([^"]*)"|span)[^>]*>([^<]*)<', page)
    return [(words, cells) for cells, words in found]


def scores_in(game: Game) -> list[int]:
    return [move.ply for move in game.moves.all() if move.action["kind"] == "score"]


def test_each_card_is_a_line_and_they_add_up(alice: User, bob: User) -> None:
    game = play_turns(start_stones(alice, bob), Random(2))
    plies = scores_in(game)

    assert plies
    for ply in plies:
        lines = lines_of(game, ply + 1, ply + 1)
        points = sum(int(re.match(r"\d+", words)[0]) for words, _cells in lines)
        turn = [move for move in game.moves.all() if move.ply <= ply]
        made = [move.points for move in turn[-len(lines) :]]
        assert points == sum(made)


def test_a_card_lights_the_stones_that_it_matched(alice: User, bob: User) -> None:
    game = play_turns(start_stones(alice, bob), Random(2))
    moves = list(game.moves.all())

    for ply in scores_in(game):
        state = positions.position(game, moves, ply)
        card = moves[ply].action["card"]
        wanted = {cell for place in matching_cells(card, state.stones) for cell in place}
        assert {*map(int, lines_of(game, ply + 1, ply + 1)[-1][1].split())} == wanted != set()


def test_where_the_stones_lie_otherwise_now_nothing_is_lit(alice: User, bob: User) -> None:
    game = play_turns(start_stones(alice, bob), Random(2))
    moves = list(game.moves.all())
    stones = [positions.position(game, moves, ply).stones for ply in range(len(moves) + 1)]

    first = scores_in(game)[0]
    other = next(ply for ply, lie in enumerate(stones) if lie != stones[first + 1])
    assert all(not cells for _words, cells in lines_of(game, first + 1, other))
    same = max(ply for ply, lie in enumerate(stones) if lie == stones[first + 1])
    assert all(cells for _words, cells in lines_of(game, first + 1, same))


def test_of_a_mixed_turn_the_stones_are_those_of_the_score(alice: User) -> None:
    """Alone one may score, and then shift."""
    game = play_turns(start_game(alice, engine_slug="shifting_stones"), Random(3))
    moves = list(game.moves.all())
    after = [
        (ply, later)
        for ply in scores_in(game)
        for later in range(ply + 1, len(moves))
        if moves[later].action["kind"] in ("swap", "flip")
        and all(move.action["kind"] in ("swap", "flip", "score") for move in moves[ply:later])
    ]
    assert after
    for ply, later in after:
        assert len(lines_of(game, later + 1, later + 1)) >= 1
        lit = lines_of(game, later + 1, ply + 1)
        card = moves[ply].action["card"]
        state = positions.position(game, moves, ply)
        wanted = {cell for place in matching_cells(card, state.stones) for cell in place}
        assert wanted in [{*map(int, cells.split())} for _words, cells in lit]


def test_what_is_asked_wrongly_is_answered(alice: User, bob: User) -> None:
    game = play_turns(start_stones(alice, bob), Random(2))
    client = log_in(alice)

    for asked, status in {
        f"0/sum/?shown={'9' * 500}": 200,
        "1/sum/?shown=x": 200,
        "1/sum/?shown=99999": 404,
        "99999/sum/": 404,
    }.items():
        assert client.get(f"/g/{game.code}/at/{asked}").status_code == status, asked
