"""What was once drawn wrongly in a browser that is not chromium, or in all of them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from accounts.models import User
from tests.other_browsers.test_main_paths import LetIn
from tests.other_browsers.visitor import Visitor
from tests.playing import play_on, start_game
from tests.shifting_stones.tables import play_turns, start_stones

EDGE = "return document.querySelector(arguments[0]).getBoundingClientRect().right"


def test_the_board_on_the_front_page_ends_where_the_cards_end(visitor: Visitor) -> None:
    visitor.go("/")

    assert abs(visitor.run(EDGE, ".hero-board") - visitor.run(EDGE, ".cards")) < 1


def test_the_points_of_moves_lie_beside_the_scrollbar(
    let_in: LetIn, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 14)
    visitor = let_in(alice)
    visitor.go(f"/g/{game.code}/")

    assert visitor.run(EDGE, ".history") - visitor.run(EDGE, ".history button.sum") >= 8


def test_lines_that_light_up_are_underlined(let_in: LetIn, alice: User, bob: User) -> None:
    visitor = let_in(alice)
    visitor.go(f"/g/{start_game(alice, bob).code}/")

    drawn = visitor.run("""
      const part = document.createElement("button");
      part.className = "part";
      document.body.append(part);
      const style = getComputedStyle(part);
      return [style.textDecorationLine, style.textDecorationStyle];
    """)
    assert drawn == ["underline", "dotted"]


def test_rows_of_unseen_tiles_are_equally_high(let_in: LetIn, alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    visitor = let_in(alice)
    visitor.go(f"/g/{game.code}/")

    tops = visitor.run(
        "return [...document.querySelectorAll('.tracker li:nth-child(6n + 1)')]"
        ".map((row) => row.getBoundingClientRect().top)"
    )
    steps = [below - above for above, below in pairwise(tops)]
    assert all(abs(step - 30) < 0.01 for step in steps), steps


def test_nothing_is_below_the_last_panel(let_in: LetIn, alice: User, bob: User) -> None:
    game = play_turns(start_stones(alice, bob), Random(2), 40)
    visitor = let_in(alice)
    visitor.go(f"/g/{game.code}/")

    below = visitor.run("""
      const side = document.querySelector(".side");
      side.scrollTop = side.scrollHeight;
      return side.getBoundingClientRect().bottom
        - side.lastElementChild.getBoundingClientRect().bottom;
    """)
    assert below <= 32
