"""How many queries pages make, whatever the number of games, moves and messages."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Game
from games.services import invitations, tables, talk
from tests.factories import UserFactory
from tests.tables import good_actions, play_on, start_game, user_to_act


def fill(alice: User, bob: User, games: int) -> Game:
    """Games in every state, with talk, for alice."""
    for number in range(games):
        play_on(start_game(alice, bob), number + 2)
        play_on(start_game(bob, alice))
        host = UserFactory()
        table = tables.open_table(opener=host, engine_slug="qwirkle", seats=3)
        invitations.invite(game_id=table.pk, user=host, who="alice")
        tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    game = play_on(start_game(alice, bob), 10 * games)
    for number in range(5 * games):
        talk.say(game_id=game.pk, user=alice if number % 2 else bob, text=f"{number}")
    return game


@pytest.mark.parametrize("games", [1, 3])
def test_pages_make_as_many_queries_with_much_as_with_little(
    client: Client,
    alice: User,
    bob: User,
    games: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = fill(alice, bob, games)
    client.force_login(alice)
    client.get(f"/g/{game.code}/")  # the first look marks the talk as read

    for address, count in {
        "/": 8,
        "/lobby/": 8,
        f"/g/{game.code}/": 9,
        f"/g/{game.code}/at/3/": 7,
        "/people/bob/": 15,
        "/settings/": 5,
        "/reports/": 5,
    }.items():
        with django_assert_num_queries(count):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("games", [1, 3])
def test_a_move_makes_at_most_fourteen_queries(
    client: Client,
    alice: User,
    bob: User,
    games: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game = fill(alice, bob, games)
    client.force_login(user_to_act(game))
    client.get(f"/g/{game.code}/")
    form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}

    # In a test, a transaction within the test's own is two queries more.
    with django_assert_max_num_queries(14 + 2):
        response = client.post(f"/g/{game.code}/play/", form, headers={"hx-request": "true"})

    assert response.status_code == 200


@pytest.mark.parametrize("turns", [2, 14])
def test_a_game_of_stones_asks_no_more_than_one_of_tiles(
    client: Client,
    alice: User,
    bob: User,
    turns: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = play_on(start_game(alice, bob, engine_slug="shifting_stones"), turns)
    client.force_login(user_to_act(game))
    client.get(f"/g/{game.code}/")

    for address, count in {f"/g/{game.code}/": 9, f"/g/{game.code}/at/{game.ply}/": 7}.items():
        with django_assert_num_queries(count):
            assert client.get(address).status_code == 200
