"""Going back: what a position shows, of whom, and what a link to it shows elsewhere."""

from __future__ import annotations

import re
import struct
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.kit.lasting import Kept
from games.kit.preview import HEIGHT, WIDTH
from games.models import Game
from games.play import previews
from tests.factories import log_in
from tests.playing import play_on, start_game, view_of

HTMX = {"hx-request": "true"}
BOTH = ["qwirkle", "shifting_stones"]


@pytest.fixture(autouse=True)
def _no_picture_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "_kept", Kept(most=64))
    previews._drawn_at.clear()


def page_of(user: User | None, game: Game, ply: int, **headers: str) -> str:
    return log_in(user).get(f"/g/{game.code}/at/{ply}/", headers=headers).content.decode()


def picture_in(page: str) -> str:
    (found,) = re.findall(r'property="og:image" content="https?://[^/]+([^"]+)"', page)
    return found


@pytest.mark.parametrize("slug", BOTH)
def test_a_step_brings_the_position_and_not_the_list_of_moves(
    slug: str, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob, engine_slug=slug), 4)

    whole, part = page_of(alice, game, 2), page_of(alice, game, 2, **HTMX)

    assert 'class="history"' in whole
    assert 'class="history"' not in part
    for told in (whole, part):
        assert f"Position 2 of {game.ply}" in told
        assert 'id="board-area"' in told
    assert "<html" not in part


@pytest.mark.parametrize("slug", BOTH)
def test_all_hands_are_open_once_the_game_is_over(slug: str, alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob, engine_slug=slug), 3)
    during = page_of(alice, game, 2)
    game = play_on(game)

    assert "replay-hand" not in during
    for reader in (alice, bob, None):
        assert page_of(reader, game, 2).count('class="replay-hand"') == 2


def test_hands_stay_hidden_while_the_moderators_could_let_the_game_go_on(
    alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob))
    Game.objects.filter(pk=game.pk).update(seed_opens_at=timezone.now() + timedelta(days=2))

    assert not Game.objects.get(pk=game.pk).is_revealed
    assert "replay-hand" not in page_of(bob, game, 4)


def test_the_hands_are_those_of_the_position(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    dealt = [view_of(game, seat)["hand"] for seat in (0, 1)]
    game = play_on(game)

    shown = page_of(None, game, 0).split('class="replay-hand"')[1:]

    for hand, drawn in zip(dealt, shown, strict=True):
        found = re.findall(r'colour-(\w)".*?#(\w)" width', drawn.split("</li>")[0], re.DOTALL)
        assert sorted(colour + shape for colour, shape in found) == sorted(hand)


@pytest.mark.parametrize("slug", BOTH)
@pytest.mark.parametrize("ply", [0, 3])
def test_a_shared_position_has_a_picture_of_its_own(
    slug: str, ply: int, alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob, engine_slug=slug), 4)
    page = page_of(None, game, ply)

    answer = log_in().get(picture_in(page))

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in answer.headers
    assert struct.unpack(">II", answer.content[16:24]) == (WIDTH, HEIGHT)
    others = [picture_in(page_of(None, game, it)) for it in (1, 2)]
    assert len({answer.content, *(log_in().get(it).content for it in others)}) == 3


def test_the_picture_is_drawn_from_what_everybody_may_see(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    address = picture_in(page_of(alice, game, 4))

    assert address == picture_in(page_of(None, game, 4))
    assert log_in(alice).get(address).content == log_in().get(address).content


def test_a_private_game_has_neither_link_nor_picture(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    address = picture_in(page_of(alice, game, 4))
    Game.objects.filter(pk=game.pk).update(public=False)

    assert "og:image" not in page_of(alice, game, 4)
    assert "Share this position" not in page_of(alice, game, 4)
    for reader in (None, alice):
        assert log_in(reader).get(address).status_code == 404


def test_a_private_game_is_told_to_nobody_else(alice: User, bob: User, charlie: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    Game.objects.filter(pk=game.pk).update(public=False)

    for address in ("at/4/", "at/4/sum/"):
        assert log_in(alice).get(f"/g/{game.code}/{address}").status_code == 200
        assert log_in(charlie).get(f"/g/{game.code}/{address}").status_code == 404
        visitor = log_in().get(f"/g/{game.code}/{address}")
        assert visitor.status_code == 302
        assert "/login/" in visitor.headers["Location"]


def test_after_moves_were_taken_back_the_old_address_leads_to_the_new_picture(
    alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 4)
    address = picture_in(page_of(None, game, 4))
    move = game.moves.get(ply=3)
    move.made_at += timedelta(seconds=5)
    move.save()

    answer = log_in().get(address)

    assert answer.status_code == 302
    assert answer.headers["Location"] == picture_in(page_of(None, game, 4)) != address


@pytest.mark.parametrize("ply", [5, 99, 10**12])
def test_what_was_never_played_has_no_picture(alice: User, bob: User, ply: int) -> None:
    game = play_on(start_game(alice, bob), 4)

    for end in ("", "0.png"):
        assert log_in(alice).get(f"/g/{game.code}/at/{ply}/{end}").status_code == 404


def test_pictures_are_drawn_once_and_only_so_many_in_a_minute(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_on(start_game(alice, bob), 4)
    first, second, third = (picture_in(page_of(None, game, ply)) for ply in (1, 2, 3))
    monkeypatch.setattr(previews, "MOST_A_MINUTE", 2)
    visitor = log_in()

    assert [visitor.get(it).status_code for it in (first, second, third)] == [200, 200, 503]
    assert visitor.get(third).headers["Retry-After"] == "60"
    assert visitor.get(first).status_code == 200
    now = previews.time.monotonic() + previews.MINUTE + 1
    monkeypatch.setattr(previews.time, "monotonic", lambda: now)
    assert visitor.get(third).status_code == 200


def test_only_the_newest_pictures_are_kept(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_on(start_game(alice, bob), 4)
    monkeypatch.setattr(previews, "_kept", Kept(most=2))

    for ply in (1, 2, 3):
        log_in().get(picture_in(page_of(None, game, ply)))

    assert [ply for _game, ply, _stamp in previews._kept._made] == [2, 3]


@pytest.mark.parametrize("turns", [2, 20])
def test_a_picture_asks_for_the_game_its_players_and_its_moves(
    turns: int, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = play_on(start_game(alice, bob), turns)
    address = picture_in(page_of(None, game, 2))
    visitor = log_in()

    with django_assert_num_queries(3):
        assert visitor.get(address).status_code == 200
