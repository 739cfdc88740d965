"""The places of a tile as a list: those that the rules allow, with what they are worth."""

from __future__ import annotations

import json
import re

import pytest

from accounts.models import User
from games.models import Game
from games.qwirkle.presenter.table import QwirklePresenter
from games.qwirkle.words import tile_name
from tests.factories import log_in
from tests.playing import play_on, start_game, user_to_act, user_waiting, view_of

HTMX = {"hx-request": "true"}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return play_on(start_game(alice, bob), 6)


def ask(user: User | None, game: Game, piece: str):
    return log_in(user).get(f"/g/{game.code}/places/", {"piece": piece}, headers=HTMX)


def offered(page: str) -> list[tuple[int, int, str]]:
    found = re.findall(r'data-x="(-?\d+)" data-y="(-?\d+)">([^<]+)<', page)
    return [(int(x), int(y), words) for x, y, words in found]


def test_every_place_can_be_played_for_what_it_says(game: Game) -> None:
    mover, hand = user_to_act(game), view_of(game, game.to_act)["hand"]
    client, tried = log_in(mover), 0

    for tile in dict.fromkeys(hand):
        for x, y, words in offered(ask(mover, game, tile).content.decode()):
            draft = [{"kind": "place", "tiles": [[tile, x, y]]}]
            form = {"actions": json.dumps(draft)}
            answer = client.post(f"/g/{game.code}/draft/", form, headers=HTMX).content.decode()
            points = int(re.search(r": (\d+) points?$", words)[1])
            assert re.search(rf"Play for {points} points?\b", answer)
            client.post(f"/g/{game.code}/draft/", {"actions": "[]"}, headers=HTMX)
            tried += 1
    assert tried > 3


def test_the_list_goes_on_from_what_is_prepared(game: Game) -> None:
    mover, view = user_to_act(game), view_of(game, game.to_act)
    presenter = QwirklePresenter()
    first = next(
        [tile, place.x, place.y]
        for tile in view["hand"]
        for place in presenter.places(view, draft=[], piece=tile, my_turn=True)
    )
    form = {"actions": json.dumps([{"kind": "place", "tiles": [first]}])}
    log_in(mover).post(f"/g/{game.code}/draft/", form, headers=HTMX)

    for tile in set(view["hand"]) - {first[0]}:
        for x, y, _words in offered(ask(mover, game, tile).content.decode()):
            assert (x, y) != (first[1], first[2])
            assert first[1] == x or first[2] == y


def test_an_opening_is_laid_tile_by_tile_from_the_list(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    mover, view = user_to_act(game), view_of(game, game.to_act)
    places = [ask(mover, game, tile).content.decode() for tile in view["hand"]]

    assert any("It fits in 1 place." in page for page in places)
    waiting = user_waiting(game)
    seat = game.players.get(user=waiting).seat
    for tile in view_of(game, seat)["hand"]:
        assert "fit anywhere now." in ask(waiting, game, tile).content.decode()


def test_places_are_told_in_the_readers_language(game: Game) -> None:
    mover = user_to_act(game)
    User.objects.filter(pk=mover.pk).update(language="fr")
    pages = "".join(
        ask(mover, game, tile).content.decode() for tile in view_of(game, game.to_act)["hand"]
    )

    assert "rangée" in pages or "ligne" in pages
    assert "point" in pages
    assert "It " not in pages


@pytest.mark.parametrize("piece", ["", "zz", "ro,bt", "x" * 3000])
def test_what_is_no_tile_is_refused_in_words(game: Game, piece: str) -> None:
    assert ask(user_to_act(game), game, piece).status_code == 422


def test_only_who_sits_there_is_told(game: Game, charlie: User) -> None:
    tile = view_of(game, game.to_act)["hand"][0]

    assert ask(charlie, game, tile).status_code == 403
    assert ask(None, game, tile).status_code in (200, 302)
    assert not offered(ask(None, game, tile).content.decode())
    assert tile_name(tile)
