"""How many queries pages make, whatever the number of games, moves and messages."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.kinds import KINDS
from games.kit.presenter import Entry
from games.kit.turns import in_turns
from games.models import Act, Game, Move, Notification, Player
from games.moderation.permissions import permission_for
from games.moderation.services import games as moderation
from games.moderation.services import people
from games.moderation.services.role_groups import make_role_groups
from games.play.services import talk
from games.post.moderators_notices import MODERATOR
from games.post.services import delivery, outbox, telling
from games.post.services.mail_server import Carrier
from games.tables.services import invitations, tables
from tests.factories import UserFactory, make_guest
from tests.mail import PostOffice
from tests.playing import good_actions, play_on, start_game, user_to_act


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
        "/lobby/": 9,
        f"/g/{game.code}/": 10,
        f"/g/{game.code}/at/3/": 7,
        "/people/bob/": 11,
        "/settings/": 5,
        "/reports/": 5,
    }.items():
        with django_assert_num_queries(count):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("games", [1, 4])
def test_a_guests_pages_ask_no_more_than_a_members(
    db: None, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, _guest = make_guest("shifting_stones", seats=1)
    for _ in range(games):
        client.post("/play-now/shifting_stones/alone/")
    code = Game.objects.first().code

    for address, count in {"/": 8, f"/g/{code}/": 10, "/settings/": 5}.items():
        with django_assert_num_queries(count):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("games", [1, 30])
def test_beginning_as_a_guest_asks_as_much_however_many_there_are(
    db: None, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games):
        make_guest("shifting_stones", seats=1)

    with django_assert_num_queries(35):
        make_guest("shifting_stones", seats=1)


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

    for address, count in {f"/g/{game.code}/": 10, f"/g/{game.code}/at/{game.ply}/": 7}.items():
        with django_assert_num_queries(count):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("games", [1, 3])
def test_everything_about_a_person_is_collected_with_as_many_queries(
    client: Client,
    alice: User,
    bob: User,
    games: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    fill(alice, bob, games)
    client.force_login(alice)

    with django_assert_num_queries(21):
        answer = client.get("/settings/data/")

    seats = {player.game.code: player for player in Player.objects.filter(user=alice)}
    told = answer.json()["games"]
    assert {game["code"] for game in told} == seats.keys()
    for game in told:
        own = seats[game["code"]].game.moves.filter(seat=seats[game["code"]].seat)
        plies = list(own.values_list("ply", flat=True))
        assert [move["ply"] for move in game["moves"]] == plies
    assert any(game["moves"] for game in told)


@pytest.mark.parametrize(
    ("address", "headers"),
    [("", {}), ("at/{ply}/", {}), ("at/{ply}/", {"hx-request": "true"})],
)
@pytest.mark.parametrize("slug", ["qwirkle", "shifting_stones"])
def test_a_page_tells_each_turn_once_at_most(
    client: Client,
    alice: User,
    bob: User,
    slug: str,
    address: str,
    headers: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = play_on(start_game(alice, bob, engine_slug=slug), 6)
    presenter, told = KINDS[slug].presenter, Counter[int]()
    turns = in_turns(presenter, list(game.moves.all()))
    entry = presenter.entry

    def counted(turn: list[Move]) -> Entry:
        told[turn[0].ply] += 1
        return entry(turn)

    monkeypatch.setattr(presenter, "entry", counted)
    page = client.get(f"/g/{game.code}/{address.format(ply=game.ply)}", headers=headers)
    assert page.status_code == 200

    # A step of the replay tells of its own turn alone.
    whole = Counter(turn[0].ply for turn in turns)
    assert told == (Counter({turns[-1][0].ply: 1}) if headers else whole)


def table_of(seats: int) -> Game:
    return play_on(start_game(*(UserFactory() for _ in range(seats))), 2)


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize(("kind", "count"), [("your_turn", 4), ("reminder", 4), ("missed", 4)])
def test_a_mail_asks_as_much_about_many_players_as_about_two(
    kind: str,
    count: int,
    seats: int,
    db: None,
    post_office: PostOffice,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = table_of(seats)
    Notification.objects.all().delete()
    telling.write(
        [telling.notification_for(user=user_to_act(game), kind=kind, game=game, ply=game.ply)]
    )
    (claims,) = outbox.claim()

    with Carrier() as carrier, django_assert_num_queries(count):
        assert delivery._deliver(claims, delivery._loaded(claims), carrier)
    assert len(post_office.taken) == 1


@pytest.mark.parametrize("seats", [2, 6])
def test_pausing_asks_as_much_at_a_large_table_as_at_a_small_one(
    seats: int, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = table_of(seats)
    make_role_groups()
    owner, mona = UserFactory(is_staff=True, is_superuser=True), UserFactory()
    people.change_role(by=owner, person_id=mona.pk, why="welcome", role=MODERATOR)
    mona = User.objects.get(pk=mona.pk)
    # What she may do is asked once.
    assert mona.has_perm(permission_for(Act.What.PAUSE))

    with django_assert_num_queries(11):
        moderation.pause(by=mona, game_id=game.pk, why="a storm")
    with django_assert_num_queries(11):
        moderation.resume(by=mona, game_id=game.pk, why="it is over")
    assert Notification.objects.filter(kind="notice", game=game).count() == 2 * seats
