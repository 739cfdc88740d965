"""Many at once, each in a thread and a connection of its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Game, Move, Player
from games.moderation.services import shutting_out
from games.play.services import bots, moves
from games.tables.services import rematches, tables
from tests.factories import UserFactory
from tests.playing import good_actions, start_game, user_to_act, view_of

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(work: list[Callable[[], Any]]) -> list[Any]:
    """Do all of it in as many threads, which start together."""
    barrier = Barrier(len(work))

    def one(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait(20)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(one, work))


def test_fifty_submissions_of_a_move_from_two_sessions_make_one_move(
    alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(user_to_act(game))
    form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}
    cookies = [client.cookies for client in clients]

    def submit(number: int) -> int:
        client = Client()
        client.cookies = cookies[number % 2]
        response = client.post(f"/g/{game.code}/play/", form, headers={"hx-request": "true"})
        return response.status_code

    answers = at_once([lambda number=number: submit(number) for number in range(50)])

    assert Move.objects.count() == 1
    assert Counter(answers) == {200: 50}
    game.refresh_from_db()
    assert game.ply == 1


def test_different_moves_at_once_make_one_move_and_the_others_are_told(
    alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    user = user_to_act(game)
    state = game.engine.load(game.state)
    choices = [action.to_json() for action in game.engine.legal_actions(state)][:8]

    def play(action: Any) -> str:
        try:
            moves.play(game_id=game.pk, user=user, actions=[action], expected_ply=0)
        except ServiceError as error:
            return error.code
        return "played"

    answers = Counter(at_once([lambda action=action: play(action) for action in choices]))

    assert Move.objects.count() == 1
    assert answers == {"played": 1, "moved-on": len(choices) - 1}


def test_the_last_seat_is_taken_once(alice: User) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    guests = [UserFactory() for _ in range(8)]

    def join(guest: User) -> str:
        try:
            tables.join(game_id=game.pk, user=guest)
        except ServiceError as error:
            return error.code
        return "joined"

    answers = Counter(at_once([lambda guest=guest: join(guest) for guest in guests]))

    assert answers == {"joined": 1, "not-open": 7}
    assert Player.objects.count() == 2
    assert Game.objects.get().is_active


def test_a_bot_woken_by_ten_workers_plays_once(alice: User) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
        game.refresh_from_db()
    before = game.ply

    at_once([lambda: bots.take_turn(game_id=game.pk)] * 10)

    game.refresh_from_db()
    assert game.ply == before + 1


def test_two_people_who_want_a_rematch_at_once_get_one_table(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    moves.resign(game_id=game.pk, user=alice)

    again = at_once(
        [
            lambda user=user: rematches.rematch(game_id=game.pk, user=user).pk
            for user in (alice, bob)
        ]
    )

    assert len(set(again)) == 1
    assert Game.objects.get(pk=again[0]).is_active


def test_a_player_who_resigns_while_moving_does_one_after_the_other(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    user = user_to_act(game)
    actions = good_actions(game)
    assert view_of(game, game.to_act)["hand"]

    def play() -> str:
        try:
            moves.play(game_id=game.pk, user=user, actions=actions, expected_ply=0)
        except ServiceError as error:
            return error.code
        return "played"

    at_once([play, lambda: moves.resign(game_id=game.pk, user=user)])

    game.refresh_from_db()
    assert game.end_reason == "withdrawn"
    assert list(game.moves.values_list("ply", flat=True)) == list(range(game.ply))


def test_a_ban_and_moves_of_the_same_people_do_not_lock_each_other(alice: User, bob: User) -> None:
    """Who bans holds the person and wants their games; who moves holds a game and tells them."""
    owner = UserFactory(username="owner", is_staff=True, is_superuser=True)
    games = [start_game(alice, bob) for _ in range(6)]

    def ban() -> None:
        shutting_out.ban(by=owner, person_id=alice.pk, why="so", games="bot")

    def play(game: Game) -> None:
        with suppress(ServiceError):
            for _ in range(4):
                now = Game.objects.get(pk=game.pk)
                moves.play(
                    game_id=game.pk,
                    user=user_to_act(now),
                    actions=good_actions(now),
                    expected_ply=now.ply,
                )

    at_once([ban, *(partial(play, game) for game in games)])

    assert User.objects.get(pk=alice.pk).banned_at is not None
    for game in games:
        assert game.players.get(user=alice).bot
