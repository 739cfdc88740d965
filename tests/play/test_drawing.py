"""Lists that are written in one go say what they should, and escape what people wrote."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from accounts.models import User
from games.models import Game, Message
from games.moderation.services.take_back import take_back
from games.play.drawing import history_lines, talk_lines
from games.play.history import history
from games.play.selectors import game_with_players, moves_of
from games.qwirkle.drawing import board_rows, board_svg, tile_svg
from games.qwirkle.presenter.board import Bounds
from games.qwirkle.presenter.sums import cells_of, sums_of
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game, user_to_act

NASTY = "<script>alert('\"&')</script>"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return play_on(start_game(alice, bob), 4)


def lines_of(game: Game) -> str:
    shown = game_with_players(game.code)
    return history_lines(shown, history(shown, moves_of(shown)))


@pytest.mark.parametrize("slug", ["qwirkle", "shifting_stones"])
def test_names_are_escaped_in_the_history(slug: str, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob, engine_slug=slug), 3)
    User.objects.filter(pk=bob.pk).update(username=NASTY)

    lines = lines_of(game)

    assert "<script" not in lines
    assert "&lt;script&gt;alert(&#x27;&quot;&amp;&#x27;)" in lines


def test_what_is_said_is_escaped_and_so_is_who_says_it(game: Game, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(username=NASTY)
    Message.objects.create(game=game, author=bob, text=NASTY)
    Message.objects.create(game=game, author=alice, text="mine")
    Message.objects.create(game=game, author=bob, text="hidden", hidden=True)
    Message.objects.create(game=game, author=None, text="of nobody")

    lines = talk_lines(game, Message.objects.filter(game=game), alice).split("</li>")

    assert "<script" not in "".join(lines)
    assert lines[0].count("&lt;script&gt;") == 2
    assert ["data-own" in line for line in lines] == [False, True, False, False, False]
    assert ["report" in line for line in lines] == [True, False, False, False, False]
    assert "hidden by the moderators" in lines[2]
    assert "deleted player" in lines[3]


def test_a_visitor_reports_nothing(game: Game, alice: User, bob: User) -> None:
    Message.objects.create(game=game, author=bob, text="hello")
    page = log_in(None).get(f"/g/{game.code}/").content.decode()
    assert ">hello<" in page
    assert 'class="report"' not in page


def test_turns_that_were_told_are_told_in_each_language(game: Game) -> None:
    in_english = lines_of(game)
    with translation.override("fr"):
        in_french = lines_of(game)
    assert in_english != in_french
    assert lines_of(game) == in_english


def test_a_name_that_changes_changes_in_turns_that_were_told(game: Game, bob: User) -> None:
    lines_of(game)
    User.objects.filter(pk=bob.pk).update(username="robert")
    assert "<bdi>robert</bdi>" in lines_of(game)
    assert "<bdi>bob</bdi>" not in lines_of(game)


def test_a_turn_taken_back_is_not_told_any_more(game: Game) -> None:
    before = lines_of(game)
    owner = UserFactory(is_staff=True, is_superuser=True)
    take_back(by=owner, game_id=game.pk, why="a mistake", to_ply=3, expected_ply=4)
    assert lines_of(game).count("<li>") == 3

    game.refresh_from_db()
    mover = user_to_act(game)
    page = log_in(mover)
    page.post(f"/g/{game.code}/resign/")

    after = lines_of(game)
    assert after.count("<li>") == before.count("<li>")
    assert after != before
    assert "left the game" in after


def test_a_turn_that_does_not_add_up_has_no_sum() -> None:
    first = (cells_of([("ro", 0, 0), ("rs", 1, 0)]), 2)
    wrong = (cells_of([("rt", 2, 0)]), 4)
    after = (cells_of([("rd", 3, 0)]), 4)

    sums = [[part.words for part in parts] for parts in sums_of([first, wrong, ((), 0), after])]

    assert sums == [["row (red): 2"], [], [], ["row (red): 4"]]


def test_the_last_tile_is_a_part_of_the_last_sum() -> None:
    (parts,) = sums_of([(cells_of([("ro", 0, 0), ("go", 0, 1)]), 8)])
    assert [part.words for part in parts] == ["column (circles): 2", "last tile: 6"]


def test_a_board_is_written_row_by_row_with_what_is_new() -> None:
    board = [("bt", 1, 0), ("ro", 0, -1), ("rs", 1, -1)]
    drawn = board_rows(board, Bounds.around(board), {(1, 0)})

    assert re.findall(r'aria-label="([^"]+)"', drawn) == [
        "row 1, column 1: red circle",
        "row 1, column 2: red square",
        "row 2, column 2: blue star",
    ]
    assert drawn.count('role="row"') == 2
    assert drawn.count("is-new") == drawn.count('class="mark"') == 1
    assert 'transform="translate(0 -1)"' in drawn


def test_only_tiles_and_numbers_come_onto_a_board() -> None:
    for placed in (('r"', 0, 0), ("<b", 0, 0), ("ro", '"><script>', 0)):
        with pytest.raises((KeyError, ValueError, TypeError)):
            board_rows([placed], Bounds(0, 0, 0, 0), set())  # type: ignore[list-item]
        with pytest.raises((KeyError, ValueError, TypeError)):
            board_svg([placed], label="")  # type: ignore[list-item]
    with pytest.raises(KeyError):
        tile_svg("<b")


def test_the_label_of_a_picture_is_escaped() -> None:
    assert 'aria-label="&lt;b&gt;"' in board_svg([("ro", 0, 0)], label="<b>")


def test_tiles_are_named_in_the_readers_language() -> None:
    names = set()
    for language in ("en", "fr", "he"):
        with translation.override(language):
            found = re.search(r'aria-label="([^"]+)"', tile_svg("ro"))
            assert found
            names.add(found[1])
    assert len(names) == 3
