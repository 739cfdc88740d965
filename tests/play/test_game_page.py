"""The game page and its buttons: the wrong person, the wrong turn, the wrong ply, garbage."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import Block, User
from games.models import Game, Message
from tests.factories import log_in
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting, view_of

HTMX = {"hx-request": "true"}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return start_game(alice, bob)


def post(user: User | None, game: Game, act: str, **data: Any):
    return log_in(user).post(f"/g/{game.code}/{act}/", data, headers=HTMX)


def submit(user: User, game: Game, actions: object, ply: object = None):
    ply = game.ply if ply is None else ply
    return post(user, game, "play", actions=json.dumps(actions), ply=ply)


def words(response: Any) -> str:
    return response.content.decode()


def test_playing_answers_with_the_game_as_it_is_now(game: Game) -> None:
    mover = user_to_act(game)

    response = submit(mover, game, good_actions(game))

    assert response.status_code == 200
    assert 'id="game"' in words(response)
    assert 'data-ply="1"' in words(response)


def test_without_scripts_playing_leads_back_to_the_game(game: Game) -> None:
    form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}

    response = log_in(user_to_act(game)).post(f"/g/{game.code}/play/", form)

    assert response.status_code == 302
    assert response.headers["Location"] == f"/g/{game.code}/"


def test_an_illegal_move_is_422_and_explained(game: Game) -> None:
    hand = view_of(game, game.to_act)["hand"]

    response = submit(user_to_act(game), game, [{"kind": "trade", "tiles": hand[:1]}])

    assert response.status_code == 422
    assert "You can&#x27;t trade on the first turn." in words(response)


def test_a_stale_move_is_409_and_keeps_the_draft(game: Game) -> None:
    mover = user_to_act(game)
    submit(mover, game, good_actions(game))
    tile = view_of(Game.objects.get(pk=game.pk), game.to_act)["hand"][0]
    draft = [{"kind": "place", "tiles": [[tile, 3, 3]]}]
    post(mover, game, "draft", actions=json.dumps(draft))

    response = submit(mover, game, draft)

    assert response.status_code == 409
    assert "Someone has moved." in words(response)
    assert game.players.get(user=mover).draft == draft


def test_out_of_turn_is_409(game: Game) -> None:
    response = submit(user_waiting(game), game, [{"kind": "pass"}])

    assert response.status_code == 409
    assert "It&#x27;s not your turn." in words(response)


@pytest.mark.parametrize("act", ["play", "draft", "order", "resign", "talk"])
def test_a_spectator_changes_nothing(game: Game, charlie: User, act: str) -> None:
    before = Game.objects.values().get(pk=game.pk)
    data = {"actions": "[]", "ply": 0, "pieces": "[]", "text": "hello"}
    if act == "play":
        data["actions"] = json.dumps(good_actions(game))

    response = post(charlie, game, act, **data)

    assert response.status_code == 403
    assert "You&#x27;re not at this table." in words(response)
    assert Game.objects.values().get(pk=game.pk) == before
    assert not Message.objects.exists()


@pytest.mark.parametrize("act", ["play", "draft", "order", "resign", "talk", "join", "rematch"])
def test_a_visitor_is_asked_to_log_in(game: Game, act: str) -> None:
    response = log_in(None).post(f"/g/{game.code}/{act}/")

    assert response.status_code == 302
    assert response.headers["Location"].startswith("/accounts/login/?next=")


PRIVATE = ["", "play/", "draft/", "order/", "resign/", "talk/", "at/0/", "record/"]


@pytest.mark.parametrize("act", [*PRIVATE, "check/", "join/", "leave/", "start/", "rematch/"])
def test_a_private_game_does_not_exist_for_others(
    alice: User, bob: User, charlie: User, act: str
) -> None:
    game = start_game(alice, bob, public=False)
    client = log_in(charlie)
    address = f"/g/{game.code}/{act}"
    by_get = act in ("", "at/0/", "record/", "check/")

    response = client.get(address) if by_get else client.post(address)

    assert response.status_code == 404


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"actions": "", "ply": 0},
        {"actions": "null", "ply": 0},
        {"actions": "{}", "ply": 0},
        {"actions": "[" * 5000, "ply": 0},
        {"actions": "[null]", "ply": 0},
        {"actions": '[{"kind": "fly"}]', "ply": 0},
        {"actions": '[{"kind": "place", "tiles": [["zz", 0, 0]]}]', "ply": 0},
        {"actions": '[{"kind": "place", "tiles": [["ro", 1e9, 0]]}]', "ply": 0},
        {"actions": json.dumps([{"kind": "place", "tiles": [["ro", 0, 0]] * 1_000}]), "ply": 0},
        {"actions": "[]", "ply": 0},
        {"actions": '[{"kind": "pass"}]', "ply": "soon"},
        {"actions": '[{"kind": "pass"}]', "ply": "-1"},
        {"actions": '[{"kind": "pass"}]', "ply": "9" * 500},
        {"kind": "trade"},
        {"kind": "lay", "where": "ro@,"},
        {"kind": "lay", "where": "\x00@1,2", "ply": 0},
    ],
    ids=range(17),
)
def test_garbage_is_answered_in_words_and_changes_nothing(
    game: Game, data: dict[str, object]
) -> None:
    before = Game.objects.values().get(pk=game.pk)
    for act in ("play", "draft"):
        response = post(user_to_act(game), game, act, **data)

        assert response.status_code in (200, 409, 422)
        assert Game.objects.values().get(pk=game.pk) == before


def test_a_million_tiles_are_refused(game: Game) -> None:
    tiles = json.dumps([{"kind": "place", "tiles": [["ro", 0, 0]] * 1_000_000}])

    assert post(user_to_act(game), game, "play", actions=tiles, ply=0).status_code in (
        400,
        413,
        422,
    )


@pytest.mark.parametrize(
    "pieces", ["", "7", "[1]", '["' + "x" * 99 + '"]', json.dumps(["ro"] * 99)]
)
def test_a_hand_cannot_be_put_into_a_senseless_order(game: Game, pieces: str) -> None:
    assert post(user_to_act(game), game, "order", pieces=pieces).status_code == 422


def test_the_order_of_the_hand_is_kept(game: Game) -> None:
    mover = user_to_act(game)
    hand = view_of(game, game.to_act)["hand"]

    assert post(mover, game, "order", pieces=json.dumps(hand[::-1])).status_code == 204

    page = words(log_in(mover).get(f"/g/{game.code}/"))
    shown = [part.split('"')[0] for part in page.split('data-tile="')[1:]]
    assert shown == hand[::-1]


def test_the_draft_says_what_it_is_worth_and_survives_a_reload(game: Game) -> None:
    mover, actions = user_to_act(game), good_actions(game)
    points = len(actions[0]["tiles"])

    answer = words(post(mover, game, "draft", actions=json.dumps(actions)))
    page = words(log_in(mover).get(f"/g/{game.code}/"))

    for text in (answer, page):
        assert f"Play for {points} point" in text
        assert text.count('class="draft"') == points


def one_tile(game: Game) -> list[Any]:
    """A tile that the one to act can lay alone, and where."""
    for action in game.engine.legal_actions(game.engine.load(game.state)):
        tiles = action.to_json()["tiles"]
        if action.to_json()["kind"] == "place" and len(tiles) == 1:
            return tiles[0]
    raise AssertionError("no tile fits alone")


def test_the_draft_can_be_made_while_others_think_and_what_broke_it_is_said(
    alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob), 4)
    waiting = user_waiting(game)
    seat = game.players.get(user=waiting).seat
    taken = one_tile(game)
    tile = view_of(game, seat)["hand"][0]
    draft = [{"kind": "place", "tiles": [[tile, taken[1], taken[2]]]}]
    post(waiting, game, "draft", actions=json.dumps(draft))

    submit(user_to_act(game), game, [{"kind": "place", "tiles": [taken]}])

    page = words(log_in(waiting).get(f"/g/{game.code}/"))
    assert "That square is taken." in page
    assert 'class="draft is-wrong"' in page


def test_resigning_ends_a_game_of_two(game: Game) -> None:
    response = post(user_waiting(game), game, "resign")

    assert "The game is over" in words(response)
    assert post(user_waiting(game), game, "resign").status_code == 409


def test_what_is_said_is_escaped_and_no_link(game: Game, alice: User, bob: User) -> None:
    said = '<script>alert(1)</script> <a href="https://evil.example">x</a> https://evil.example'

    answer = words(post(alice, game, "talk", text=said))
    page = words(log_in(bob).get(f"/g/{game.code}/"))

    for text in (answer, page):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
        assert "<script>alert" not in text
        assert 'href="https://evil.example"' not in text


@pytest.mark.parametrize(
    ("text", "status"), [("", 422), ("   ", 422), ("x" * 1001, 422), ("hi", 200)]
)
def test_talk_has_something_to_say(game: Game, alice: User, text: str, status: int) -> None:
    assert post(alice, game, "talk", text=text).status_code == status


@pytest.mark.usefixtures("still")
def test_talk_is_not_a_flood(game: Game, alice: User) -> None:
    answers = [post(alice, game, "talk", text=f"{n}").status_code for n in range(12)]

    assert answers == [200] * 10 + [429] * 2


def test_what_a_blocked_person_says_is_hidden(game: Game, alice: User, bob: User) -> None:
    post(bob, game, "talk", text="you cannot hear this")
    Block.objects.create(blocker=alice, blocked=bob)

    assert "you cannot hear this" not in words(log_in(alice).get(f"/g/{game.code}/"))
    assert "you cannot hear this" in words(log_in(bob).get(f"/g/{game.code}/"))


@pytest.mark.parametrize("act", ["play", "draft", "order", "resign", "talk", "join", "start"])
def test_nothing_changes_without_the_secret_of_the_form(game: Game, alice: User, act: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    response = client.post(f"/g/{game.code}/{act}/", {"text": "hello"})

    assert response.status_code == 403
    assert "This page was open for too long" in response.content.decode()


@pytest.mark.parametrize("act", ["play", "draft", "order", "resign", "talk", "join", "leave"])
def test_nothing_changes_by_looking(game: Game, alice: User, act: str) -> None:
    assert log_in(alice).get(f"/g/{game.code}/{act}/").status_code == 405


def test_each_position_has_its_own_address(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 6)

    for ply in range(7):
        page = log_in(bob).get(f"/g/{game.code}/at/{ply}/")
        assert page.status_code == 200
        assert f"Position {ply} of 6" in words(page)
    assert log_in(bob).get(f"/g/{game.code}/at/7/").status_code == 404


def test_a_finished_game_shows_result_record_and_seed(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob))
    client = log_in(alice)

    page = words(client.get(f"/g/{game.code}/"))
    record = client.get(f"/g/{game.code}/record/")
    check = words(client.get(f"/g/{game.code}/check/"))

    assert "The game is over" in page
    assert "polyline" in page
    assert "Rematch" in page
    assert json.loads(record.content)["seed"] == bytes(game.seed).hex()
    assert bytes(game.seed).hex() in check
    assert game.commitment in check
    assert "draws and points match the seed" in check


def test_the_seal_is_shown_from_the_start_and_the_seed_is_not(game: Game, alice: User) -> None:
    client = log_in(alice)

    assert game.commitment in words(client.get(f"/g/{game.code}/"))
    for address in ("record", "check"):
        assert client.get(f"/g/{game.code}/{address}/").status_code == 404
