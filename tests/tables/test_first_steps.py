"""A home without games says what to do next."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Block, User
from games.models import Game
from games.tables.first_steps import first_steps
from games.tables.services import tables
from tests.factories import UserFactory, log_in, make_guest
from tests.playing import play_on, start_game


def table_of(opener: User, seats: int = 2, **more: object) -> Game:
    return tables.open_table(opener=opener, engine_slug="qwirkle", seats=seats, **more)


def test_an_empty_home_offers_the_computer_a_friend_a_table_and_a_game_to_watch(
    alice: User, bob: User, charlie: User
) -> None:
    table = table_of(bob)
    live = play_on(start_game(bob, charlie), 2)

    page = log_in(alice).get("/").content.decode()

    assert "What next?" in page
    assert "/play-now/qwirkle/" in page
    assert "/play-now/shifting_stones/alone/" in page
    assert "/tables/new/?with=friends" in page
    assert f"/g/{table.code}/join/" in page
    assert f'href="/g/{live.code}/"' in page


def test_a_home_with_games_is_not_talked_at(alice: User, bob: User) -> None:
    start_game(alice, bob)

    page = log_in(alice).get("/").content.decode()

    assert "What next?" not in page
    assert "Qwirkle</span> against the computer" in page


def test_a_table_for_a_friend_is_by_invitation(alice: User) -> None:
    browser = log_in(alice)

    page = browser.get("/tables/new/?with=friends&game=shifting_stones").content.decode()

    assert '<option value="0" selected>Invited players only</option>' in page
    assert "?game=qwirkle&amp;with=friends" in page


def test_only_tables_that_would_start_at_once_and_are_for_this_person(
    alice: User, bob: User, charlie: User
) -> None:
    good = table_of(bob)
    table_of(bob, seats=3)
    table_of(bob, public=False)
    table_of(alice)
    table_of(charlie)
    Block.objects.create(blocker=charlie, blocked=alice)
    closed = table_of(bob)
    tables.cancel(game_id=closed.pk, user=bob)

    assert first_steps(alice).tables == [good]


def test_a_game_to_watch_is_public_alive_and_of_nobody_blocked(
    alice: User, bob: User, charlie: User
) -> None:
    start_game(bob, charlie, public=False)
    sleepy = start_game(bob, charlie)
    Game.objects.filter(pk=sleepy.pk).update(moved_at=timezone.now() - timedelta(days=3))
    assert first_steps(alice).live == []
    good = start_game(bob, charlie)
    assert [card.code for card in first_steps(alice).live] == [good.code]

    Block.objects.create(blocker=alice, blocked=charlie)

    assert first_steps(alice).live == []


@pytest.mark.parametrize("count", [1, 5])
def test_it_asks_the_database_six_times_however_much_there_is(
    alice: User, bob: User, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(count):
        table_of(UserFactory())
        start_game(bob, UserFactory())

    with django_assert_num_queries(6):
        steps = first_steps(alice)
        assert [len(table.players.all()) for table in steps.tables] == [1] * min(count, 3)
        assert [len(card.seats) for card in steps.live] == [2]


def test_a_guest_with_no_game_left_is_shown_how_to_play_with_people(alice: User) -> None:
    client, _guest = make_guest("shifting_stones", seats=1)
    client.post(f"/g/{Game.objects.get().code}/resign/")
    table = table_of(alice)

    page = client.get("/").content.decode()

    assert "Play with people" in page
    assert f"/g/{table.code}/join/" not in page


def test_a_visitor_sees_the_games_to_play_at_once(db: None) -> None:
    page = Client().get("/").content.decode()

    assert "Play Qwirkle" in page
    assert "Play Shifting Stones" in page
    assert "/play-now/shifting_stones/alone/" in page
    assert "No account needed" in page
