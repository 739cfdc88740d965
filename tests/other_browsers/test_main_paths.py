"""What everybody does, in the browsers that are not chromium: WebKit is all that an iPhone has."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from selenium.webdriver.common.keys import Keys

from accounts.models import User
from games.kinds import KINDS
from games.models import Game
from tests.factories import PASSWORD
from tests.learning.turns import solution
from tests.other_browsers.pixels import Picture, apart
from tests.other_browsers.visitor import Visitor
from tests.playing import good_actions, play_on, start_game, user_to_act
from tests.shifting_stones.tables import (
    CORNER,
    FISH_ANY_SEED,
    FISH_SEED,
    laid,
    play_turns,
    start_stones,
)

LetIn = Callable[[User], Visitor]


def test_logs_in_and_sees_the_games(visitor: Visitor, alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    visitor.go("/accounts/login/")
    visitor.find("[name=login]").send_keys("alice")
    visitor.find("[name=password]").send_keys(PASSWORD, Keys.ENTER)

    visitor.find(f'.game-card a[href="/g/{game.code}/"]')


def test_a_turn_of_qwirkle_is_played_and_the_answer_seen_at_once(
    let_in: LetIn, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 5)
    (action,) = good_actions(game)
    visitor = let_in(user_to_act(game))
    visitor.go(f"/g/{game.code}/")

    for count, (tile, x, y) in enumerate(action["tiles"], start=1):
        visitor.press(f'.hand-tile[data-tile="{tile}"]:not(.is-used)')
        visitor.tap_square(x, y)
        visitor.until_count("#staged .draft .mark", count)
    visitor.press("#play-button")

    visitor.until_ply(6)
    game.refresh_from_db()
    assert sorted(game.moves.last().action["tiles"]) == sorted(action["tiles"])
    play_on(game, 1)
    visitor.until_ply(7)


def test_a_turn_of_shifting_stones_is_played_on_a_phone(
    let_in: LetIn, alice: User, bob: User
) -> None:
    game = laid(start_stones(alice, bob, options={"mixed": True}))
    visitor = let_in(user_to_act(game))
    visitor.become_a_phone()
    visitor.go(f"/g/{game.code}/")

    visitor.press(f"#score-{FISH_SEED}")
    visitor.until_count(".steps .step", 1)
    visitor.press(f"#card-{FISH_ANY_SEED}")
    visitor.press("#flip-8")
    visitor.until_count(".steps .step", 2)
    visitor.press(f"#card-{CORNER}")
    visitor.press("#stone-0")
    visitor.press("#stone-1")
    visitor.until_count(".steps .step", 3)
    visitor.press("#end-button")

    visitor.until_ply(4)
    kinds = [move.action["kind"] for move in game.moves.all()]
    assert kinds == ["score", "flip", "swap", "end"]
    assert visitor.fits()


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(lambda *people: play_on(start_game(*people), 4), id="qwirkle"),
        pytest.param(lambda *people: play_turns(start_stones(*people), Random(2), 2), id="stones"),
    ],
)
def test_a_replay_is_stepped_through(
    play: Callable[..., Game], let_in: LetIn, alice: User, bob: User
) -> None:
    game = play(alice, bob)
    visitor = let_in(alice)
    visitor.go(f"/g/{game.code}/at/{game.ply}/")

    visitor.key(Keys.ARROW_LEFT)
    visitor.until_text("#replay", f"Position {game.ply - 1} of {game.ply}")
    assert visitor.driver.current_url.endswith(f"/at/{game.ply - 1}/")
    visitor.key(Keys.HOME)
    visitor.until_text("#replay", f"Position 0 of {game.ply}")


def test_says_on_a_phone_which_mails_are_wanted(let_in: LetIn, alice: User) -> None:
    visitor = let_in(alice)
    visitor.become_a_phone()
    visitor.go("/settings/mail/")
    assert visitor.fits()

    kind = visitor.find("[name=kinds]:checked").get_attribute("value")
    visitor.press("[name=kinds]:checked")
    visitor.press("main form.card button")

    visitor.find(".messages")
    alice.refresh_from_db()
    assert alice.mail_off == [kind]
    assert visitor.count(f"[name=kinds][value={kind}]:checked") == 0


def test_tiles_have_bodies_and_their_colours(let_in: LetIn, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 5)
    visitor = let_in(alice)
    visitor.go(f"/g/{game.code}/")

    for place in (".hand-tile svg.tile", "#board .tile:not(.is-new)", ".history svg.tile"):
        tile = visitor.find(place)
        words = visitor.run("return getComputedStyle(arguments[0]).color", tile)
        colour = [int(number) for number in re.findall(r"\d+", words)[:3]]
        picture = Picture(visitor, tile)
        upper, lower = picture.at(0.13, 0.25), picture.at(0.13, 0.75)
        assert apart(picture.at(0.5, 0.5), colour) < 8, place
        assert max(*upper, *lower) < 0x40, place
        assert sum(upper) > sum(lower) + 10, f"{place}: shaded from light to dark"


def test_stones_are_round_as_light_falls_on_them(let_in: LetIn, alice: User, bob: User) -> None:
    game = start_stones(alice, bob)
    visitor = let_in(alice)
    visitor.go(f"/g/{game.code}/at/0/")

    picture = Picture(visitor, visitor.find(".stone-art"))

    assert sum(picture.at(0.25, 0.2)) > sum(picture.at(0.9, 0.65)) + 60


def test_a_stranger_learns_qwirkle_and_finds_the_rules_beside_it(visitor: Visitor) -> None:
    visitor.become_a_phone()
    visitor.go("/learn/qwirkle/")
    kind = KINDS["qwirkle"]
    for number, step in enumerate(kind.tutorial.steps, start=1):
        visitor.until_text("#lesson-title", str(step.title))
        (action,) = solution(kind, step)
        if action["kind"] == "trade":
            visitor.press("#trade-start")
            visitor.press(f'.hand-tile[data-tile="{action["tiles"][0]}"]')
            visitor.press("#trade-button")
        else:
            for count, (tile, x, y) in enumerate(action["tiles"], start=1):
                visitor.until_still()
                visitor.press(f'.hand-tile[data-tile="{tile}"]:not(.is-used)')
                visitor.until_still()
                visitor.tap_square(x, y)
                visitor.until_count("#staged .draft .mark", count)
            visitor.press("#turn:not(.htmx-added) #play-button")
        visitor.until_text("#praise", str(step.praise))
        assert visitor.fits()
        if number == 1:
            visitor.key("?")
            visitor.until_text("#drawer-text", "The goal")
            visitor.key(Keys.ESCAPE)
            visitor.until(lambda: not visitor.find("#rules-drawer").is_displayed())
        visitor.press("#next-step")
    visitor.until_text("h1", "You know Qwirkle")


def test_a_step_of_shifting_stones_is_tried_and_explained_and_solved(visitor: Visitor) -> None:
    visitor.become_a_phone()
    visitor.go("/learn/shifting_stones/5/")
    for card, words in (("p1-11", "You discarded a card that would match."), ("p5-04", "")):
        visitor.press(f"#card-{card}")
        visitor.press("#stone-4")
        visitor.press("#stone-7")
        visitor.until_count(".steps .step", 1)
        visitor.press("#turn:not(.htmx-added) #end-button")
        if words:
            visitor.until_text(".lesson-said", words)
            visitor.until_count(".steps .step", 0)
    visitor.until_text("#praise", "Two cards match")
