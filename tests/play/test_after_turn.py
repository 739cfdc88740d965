"""Where a person is led after their turn, and whether the page asks before it is played."""

from __future__ import annotations

import json

import pytest
from django.http import HttpResponse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Game
from games.play.services import moves
from games.tables.services import tables
from tests.factories import log_in
from tests.playing import good_actions, play_on, start_game, user_to_act
from tests.shifting_stones.tables import start_stones

HTMX = {"hx-request": "true"}


def wants(user: User, **choices: str) -> User:
    User.objects.filter(pk=user.pk).update(**choices)
    user.refresh_from_db()
    return user


def to_act_is(user: User, game: Game) -> Game:
    return game if user_to_act(game) == user else play_on(game, 1)


def play(user: User, game: Game, headers: dict[str, str] | None = None) -> HttpResponse:
    form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}
    return log_in(user).post(f"/g/{game.code}/play/", form, headers=headers)


@pytest.mark.parametrize(("choice", "there"), [("home", "/"), ("next", "/next/?from={code}")])
def test_after_the_turn_one_is_where_one_wants_to_be(
    alice: User, bob: User, choice: str, there: str
) -> None:
    game, _other, third = (to_act_is(alice, start_game(alice, bob)) for _ in range(3))
    wants(alice, after_turn=choice)

    assert play(alice, game, HTMX).headers["HX-Redirect"] == there.format(code=game.code)
    assert play(alice, third).headers["Location"] == there.format(code=third.code)


def test_who_wants_nothing_stays(alice: User, bob: User) -> None:
    game, _other = (to_act_is(alice, start_game(alice, bob)) for _ in range(2))

    answer = play(alice, game, HTMX)

    assert answer.status_code == 200
    assert "HX-Redirect" not in answer.headers


def test_where_no_other_game_waits_one_stays(alice: User, bob: User) -> None:
    wants(alice, after_turn="next")

    assert play(alice, to_act_is(alice, start_game(alice, bob)), HTMX).status_code == 200


@pytest.mark.parametrize("choice", ["next", "home"])
def test_who_is_to_act_again_stays(alice: User, bob: User, choice: str) -> None:
    """Alone one goes on in the same game."""
    to_act_is(alice, start_game(alice, bob))
    wants(alice, after_turn=choice)

    assert "HX-Redirect" not in play(alice, start_stones(alice), HTMX).headers


@pytest.mark.parametrize("choice", ["next", "home"])
def test_the_end_of_a_game_is_seen(alice: User, bob: User, choice: str) -> None:
    to_act_is(alice, start_game(alice, bob))
    game = start_game(alice, bob)
    while True:
        actions = good_actions(game)
        before, mover = game.ply, user_to_act(game)
        played = moves.play(game_id=game.pk, user=mover, actions=actions, expected_ply=before)
        game = Game.objects.get(pk=game.pk)
        if not played.game.is_active:
            break
    wants(mover, after_turn=choice)
    # The same again gets the result of the first.
    form = {"actions": json.dumps(actions), "ply": before}
    answer = log_in(mover).post(f"/g/{game.code}/play/", form, headers=HTMX)

    assert "The game is over" in answer.content.decode()


def test_what_is_refused_leads_nowhere(alice: User, bob: User) -> None:
    game, _other = (to_act_is(alice, start_game(alice, bob)) for _ in range(2))
    wants(alice, after_turn="next")
    form = {"actions": "[]", "ply": game.ply}

    answer = log_in(alice).post(f"/g/{game.code}/play/", form, headers=HTMX)

    assert answer.status_code == 422
    assert "HX-Redirect" not in answer.headers


@pytest.mark.parametrize(
    ("choice", "with_bob", "alone_with_the_computer"),
    [("", False, False), ("people", True, False), ("always", True, True)],
)
def test_the_page_asks_where_its_reader_wants_it(
    alice: User, bob: User, choice: str, with_bob: bool, alone_with_the_computer: bool
) -> None:
    wants(alice, confirm_turn=choice)
    against_computer = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    tables.add_bot(game_id=against_computer.pk, user=alice)

    def asks(user: User | None, game: Game) -> bool:
        page = log_in(user).get(f"/g/{game.code}/").content.decode()
        return 'data-ask="' in page

    game = start_game(alice, bob)
    assert asks(alice, game) is with_bob
    assert asks(alice, Game.objects.get(pk=against_computer.pk)) is alone_with_the_computer
    assert not asks(bob, game)
    assert not asks(None, game)


def test_to_be_asked_costs_no_query(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    wants(alice, confirm_turn="people", after_turn="next")
    game = start_game(alice, bob)
    client = log_in(alice)
    client.get(f"/g/{game.code}/")

    with django_assert_num_queries(10):
        client.get(f"/g/{game.code}/")
