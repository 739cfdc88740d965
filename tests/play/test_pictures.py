"""Small pictures of tables: kept for ever by who may see them, and never of what is hidden."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse

from accounts.models import User
from games.models import Game
from games.moderation.services import take_back
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game, view_of


def picture_on(user: User | None, page: str, code: str) -> str:
    """The address that a page gives for the picture of a game."""
    text = log_in(user).get(page).content.decode()
    found = re.search(rf'src="(/g/{code}/picture/[^"]+)"', text)
    assert found, page
    return found[1]


def fetch(user: User | None, address: str) -> HttpResponse:
    return log_in(user).get(address)


@pytest.mark.parametrize("slug", ["qwirkle", "shifting_stones"])
def test_a_public_game_has_a_picture_that_everybody_keeps(
    alice: User, bob: User, charlie: User, slug: str
) -> None:
    game = play_on(start_game(alice, bob, engine_slug=slug), 4)
    address = picture_on(alice, "/", game.code)
    assert address == picture_on(charlie, "/lobby/", game.code)
    assert f"/picture/{game.ply}-" in address

    for reader in (None, alice, charlie):
        picture = fetch(reader, address)
        assert picture.status_code == 200
        assert picture.headers["Content-Type"] == "image/svg+xml"
        assert picture.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert picture.headers["Vary"] == "Accept-Encoding"
        assert not picture.cookies
        assert picture.content == fetch(alice, address).content


def test_it_shows_what_lies_on_the_board_and_nothing_else(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 6)
    address = picture_on(alice, "/", game.code)
    board = view_of(game, None)["board"]

    drawn = fetch(alice, address).content.decode()
    assert sorted(re.findall(r'<use href="#(\w\w)" x="(-?\d+)" y="(-?\d+)"', drawn)) == sorted(
        (name, str(x), str(y)) for name, x, y in board
    )
    state = game.state
    state["hands"][0], state["bag"][:6] = state["bag"][:6], state["hands"][0]
    Game.objects.filter(pk=game.pk).update(state=state)
    assert fetch(alice, address).content.decode() == drawn


def test_a_private_game_has_one_for_those_who_may_watch(
    alice: User, bob: User, charlie: User
) -> None:
    game = play_on(start_game(alice, bob, public=False), 4)
    address = picture_on(bob, "/", game.code)

    kept = fetch(alice, address).headers
    assert kept["Cache-Control"] == "private, max-age=31536000, immutable"
    assert "Cookie" in kept["Vary"]
    for reader in (None, charlie):
        assert fetch(reader, address).status_code == 404


def test_an_address_from_before_a_move_leads_to_the_picture_of_now(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    before = picture_on(alice, "/", game.code)
    play_on(game, 1)
    now = picture_on(alice, "/", game.code)

    answer = fetch(alice, before)

    assert now != before
    assert (answer.status_code, answer.headers["Location"]) == (302, now)
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_ply_that_comes_again_has_another_picture(alice: User, bob: User) -> None:
    owner = UserFactory(is_staff=True, is_superuser=True)
    game = play_on(start_game(alice, bob), 4)
    first = picture_on(alice, "/", game.code)
    take_back.take_back(by=owner, game_id=game.pk, why="so", to_ply=2, expected_ply=4)
    again = play_on(Game.objects.get(pk=game.pk), 2)

    assert again.ply == game.ply
    assert picture_on(alice, "/", game.code) != first


@pytest.mark.parametrize("end", ["4-0.svg", "999-1.svg", "4.svg", "4-x.svg", f"{'9' * 5000}-1.svg"])
def test_no_nonsense_is_kept(alice: User, bob: User, end: str) -> None:
    game = play_on(start_game(alice, bob), 4)

    answer = fetch(alice, f"/g/{game.code}/picture/{end}")

    assert answer.status_code in (302, 404)
    assert "immutable" not in answer.headers["Cache-Control"]


def test_a_table_that_waits_and_a_game_that_cannot_be_read_have_none(
    alice: User, bob: User
) -> None:
    waiting = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    broken = play_on(start_game(alice, bob), 4)
    address = picture_on(alice, "/", broken.code)
    Game.objects.filter(pk=broken.pk).update(state={"board": "gone"})

    assert fetch(alice, address).status_code == 404
    assert fetch(alice, f"/g/{waiting.code}/picture/0-0.svg").status_code == 404
    assert fetch(alice, "/g/nowhere2/picture/0-0.svg").status_code == 404


def test_fetching_one_is_no_visit(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    address = picture_on(bob, "/", game.code)
    User.objects.filter(pk=alice.pk).update(last_seen_at=None)

    assert fetch(alice, address).status_code == 200

    assert User.objects.get(pk=alice.pk).last_seen_at is None
