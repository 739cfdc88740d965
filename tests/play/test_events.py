"""The stream of events, from a real server over a real connection."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.services import moves, talk
from tests.patience import PATIENCE
from tests.playing import good_actions, start_game, user_to_act

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def stream(site: str, game: Game, user: User | None) -> Iterator[http.client.HTTPResponse]:
    client = Client()
    if user is not None:
        client.force_login(user)
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=PATIENCE)
    connection.request("GET", f"/g/{game.code}/events/", headers={"Cookie": cookie})
    try:
        yield connection.getresponse()
    finally:
        connection.close()


def next_event(response: http.client.HTTPResponse) -> dict[str, str]:
    """The fields of the next event, heartbeats left out."""
    event: dict[str, str] = {}
    while True:
        line = response.readline().decode().rstrip("\n")
        if not line and event:
            return event
        name, _, value = line.partition(":")
        if name:
            event[name] = value.strip()


def play(game: Game) -> None:
    moves.play(
        game_id=game.pk, user=user_to_act(game), actions=good_actions(game), expected_ply=game.ply
    )


def test_everybody_at_a_public_game_hears_that_it_changed_and_no_more(
    site: str, alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)

    for reader in (alice, bob, charlie, None):
        game.refresh_from_db()
        with stream(site, game, reader) as events:
            assert events.status == 200
            assert events.headers["Content-Type"] == "text/event-stream"
            assert events.headers["Cache-Control"] == "no-store"
            hello = next_event(events)
            assert hello == {"retry": "3000", "event": "hello", "data": str(game.ply)}
            play(game)
            assert next_event(events) == {"event": "game", "data": "game"}
            talk.say(game_id=game.pk, user=alice, text="a secret")
            assert next_event(events) == {"event": "game", "data": "game"}


def test_a_player_hears_of_their_other_games_and_a_visitor_does_not(
    site: str, alice: User, bob: User, charlie: User
) -> None:
    here, there = start_game(alice, charlie), start_game(alice, bob)

    with stream(site, here, alice) as mine, stream(site, here, None) as visitor:
        next_event(mine)
        next_event(visitor)
        play(there)
        assert next_event(mine) == {"event": "yours", "data": "yours"}
        play(here)
        assert next_event(visitor) == {"event": "game", "data": "game"}


def test_a_private_game_has_no_stream_for_others(site: str, alice: User, bob: User) -> None:
    game = start_game(alice, bob, public=False)

    with stream(site, game, None) as events:
        assert events.status == 404
