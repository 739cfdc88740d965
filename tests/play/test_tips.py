"""Tips in a person's first three games of each kind, and how they are switched off."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from accounts.models import User
from games.kinds import KINDS
from games.models import Game
from games.play.services import drafts
from tests.factories import log_in
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting
from tests.shifting_stones.tables import laid, start_stones


def tip(user: User, game: Game) -> str:
    page = log_in(user).get(f"/g/{game.code}/").content.decode()
    found = re.search(r'id="tip".*?<p>(.*?)</p>', page, re.DOTALL)
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize("slug", list(KINDS))
def test_there_are_tips_in_the_first_three_games_of_each_kind(
    slug: str, alice: User, bob: User
) -> None:
    games = [start_game(alice, bob, engine_slug=slug) for _ in range(4)]
    other = next(it for it in KINDS if it != slug)

    assert [bool(tip(alice, game)) for game in games] == [True, True, True, False]
    assert tip(alice, start_game(alice, bob, engine_slug=other))


def test_only_the_new_one_of_two_gets_tips(alice: User, bob: User, charlie: User) -> None:
    for _ in range(3):
        start_game(alice, bob)
    game = start_game(alice, charlie)

    assert not tip(alice, game)
    assert tip(charlie, game)


def test_who_only_watches_gets_none(alice: User, bob: User, charlie: User) -> None:
    assert not tip(charlie, start_game(alice, bob))


def test_tips_of_qwirkle_go_with_the_turn(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 2)
    mover = user_to_act(game)

    assert tip(mover, game) == "Tap a tile, then a lit square. Or drag it there."
    assert tip(user_waiting(game), game).startswith("Try out your turn")
    drafts.save_draft(game=game, user=mover, actions=good_actions(game))
    assert tip(mover, game).startswith("Every line's points add up.")
    far = [{"kind": "place", "tiles": [[good_actions(game)[0]["tiles"][0][0], 50, 50]]}]
    drafts.save_draft(game=game, user=mover, actions=far)
    assert tip(mover, game) == "To take a tile back, tap it on the board."


def test_tips_of_stones_go_with_the_turn(alice: User, bob: User) -> None:
    game = laid(start_stones(alice, bob))
    mover = user_to_act(game)

    assert tip(mover, game) == "A glowing card matches. Press its + to score it."
    assert tip(user_waiting(game), game).startswith("Try out your turn")
    drafts.save_draft(game=game, user=mover, actions=[{"kind": "score", "card": "p1-15"}])
    assert tip(mover, game) == "Until you end your turn, you can undo every step."
    laid(game, ["p2-08"])
    drafts.save_draft(game=game, user=mover, actions=[])
    assert tip(mover, game).startswith("Pick a card to discard")


def test_one_press_switches_all_tips_off(alice: User, bob: User) -> None:
    game, other = start_game(alice, bob), start_stones(alice, bob)
    client = log_in(alice)

    response = client.post(reverse("tips-off"), headers={"hx-request": "true"})

    assert response.status_code == 200
    assert not response.content
    assert not tip(alice, game)
    assert not tip(alice, other)
    assert tip(bob, game)


def test_without_scripts_one_is_back_at_the_game(alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    response = log_in(alice).post(reverse("tips-off"), {"next": f"/g/{game.code}/"})
    abroad = log_in(alice).post(reverse("tips-off"), {"next": "https://evil.example/"})

    assert response.headers["Location"] == f"/g/{game.code}/"
    assert abroad.headers["Location"] == "/"


def test_the_settings_bring_tips_back(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    client = log_in(alice)
    client.post(reverse("tips-off"))

    client.post("/settings/", {"time_zone": "UTC", "language": "en", "hints": "on", "tips": "on"})

    assert tip(alice, game)


def test_a_visitor_has_no_tips_to_switch_off(db: None) -> None:
    response = log_in().post(reverse("tips-off"))

    assert response.status_code == 302
    assert "/accounts/login/" in response.headers["Location"]
