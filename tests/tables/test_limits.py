"""What one person may do so often, and no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Block, User
from games.machinery import pace
from games.machinery.errors import ServiceError
from games.models import Game, Message
from games.play.services import moves, talk
from games.tables import limits, selectors
from games.tables.services import rematches, tables
from tests.factories import UserFactory, log_in
from tests.playing import start_game

TABLE = {"seats": "3", "bots": "0", "turn_time": "86400", "bank": "0", "leaver": "bot"}


def open_table(opener: User, seats: int = 3, **choices: object) -> Game:
    return tables.open_table(opener=opener, engine_slug="qwirkle", seats=seats, **choices)


def refused(act: object, *args: object, **values: object) -> str:
    with pytest.raises(ServiceError) as error:
        act(*args, **values)
    assert error.value.status == 429
    return error.value.code


def test_so_many_tables_of_one_person_wait(alice: User) -> None:
    public = [open_table(alice) for _ in range(5)]
    assert refused(open_table, alice) == "public-tables"
    for _ in range(5):
        open_table(alice, public=False)
    assert refused(open_table, alice, public=False) == "open-tables"

    tables.cancel(game_id=public[0].pk, user=alice)

    assert open_table(alice).is_open


def test_a_game_that_starts_at_once_is_no_table_that_waits(alice: User) -> None:
    for _ in range(5):
        open_table(alice)

    assert open_table(alice, seats=2, bots=1).is_active


def test_the_form_says_what_to_do(alice: User) -> None:
    for _ in range(5):
        open_table(alice)

    response = log_in(alice).post("/tables/new/", TABLE | {"public": "1"})

    assert response.status_code == 422
    assert "You have enough public tables." in response.content.decode()


def test_tables_opened_and_closed_count_in_the_hour_and_the_day(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_TABLES_AN_HOUR", 3)
    monkeypatch.setattr(limits, "MOST_TABLES_A_DAY", 5)

    def open_and_close() -> None:
        tables.cancel(game_id=open_table(alice).pk, user=alice)

    now = timezone.now()
    for _ in range(3):
        open_and_close()
    assert refused(open_and_close) == "tables-this-hour"
    with time_machine.travel(now + timedelta(minutes=61)):
        open_and_close()
        open_and_close()
        assert refused(open_and_close) == "tables-today"
    with time_machine.travel(now + timedelta(hours=26)):
        open_and_close()


def test_buttons_say_what_to_do(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = start_game(alice, bob)
    moves.resign(game_id=finished.pk, user=alice)
    theirs = open_table(charlie, seats=2)
    start_game(alice, bob)
    monkeypatch.setattr(limits, "MOST_SEATS", 1)
    client = log_in(alice)

    for address in (
        "/play-now/qwirkle/",
        f"/g/{finished.code}/rematch/",
        f"/g/{theirs.code}/join/",
    ):
        page = client.post(address, follow=True).content.decode()
        assert "You&#x27;re in as many games as one person can play." in page, address
    assert Game.objects.count() == 3


def test_so_many_games_without_other_people(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ALONE", 2)
    tables.play_now(user=alice, engine_slug="shifting_stones", seats=1)
    first = tables.play_now(user=alice, engine_slug="qwirkle")
    waiting = open_table(alice, seats=2)

    assert refused(tables.play_now, user=alice, engine_slug="qwirkle") == "many-alone"
    assert refused(tables.add_bot, game_id=waiting.pk, user=alice) == "many-alone"
    moves.resign(game_id=first.pk, user=alice)
    tables.add_bot(game_id=waiting.pk, user=alice)


def test_a_rematch_against_the_computer_counts_too(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    moves.resign(game_id=game.pk, user=alice)
    monkeypatch.setattr(limits, "MOST_ALONE", 0)

    assert refused(rematches.rematch, game_id=game.pk, user=alice) == "many-alone"


def test_a_game_with_people_is_none_alone(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ALONE", 1)
    start_game(alice, bob)

    assert tables.play_now(user=alice, engine_slug="qwirkle").is_active


def test_the_lobby_shows_a_few_tables_of_each(alice: User, bob: User) -> None:
    theirs = open_table(bob)
    own = [open_table(alice) for _ in range(5)]

    listed = selectors.open_tables(alice).items

    assert listed == [game.pk for game in (*own[:1:-1], theirs)]


def test_the_lobby_shows_a_few_games_of_each_to_watch(alice: User, bob: User) -> None:
    other = start_game(bob, alice)
    for _ in range(5):
        open_table(alice, seats=2, bots=1)

    listed = selectors.games_to_watch().items

    assert len(listed) == 4
    assert other.pk in listed


def test_so_many_messages_in_a_day(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST_A_DAY", 3)
    game = start_game(alice, bob)
    for _ in range(3):
        talk.say(game_id=game.pk, user=alice, text="x")

    assert refused(talk.say, game_id=game.pk, user=alice, text="x") == "said-enough"
    assert talk.say(game_id=game.pk, user=bob, text="x")
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        talk.say(game_id=game.pk, user=alice, text="x")
    assert Message.objects.count() == 5


def test_so_many_people_are_blocked(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MOST_BLOCKED", 2)
    for _ in range(2):
        accounts.block(blocker=alice, blocked=UserFactory())

    page = log_in(alice).post("/people/bob/block/", follow=True).content.decode()

    assert "Unblock someone first." in page
    assert Block.objects.count() == 2


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(
    ("method", "address", "most"),
    [
        ("get", "/settings/data/", 6),
        ("post", "/settings/calendar/reset/", 20),
        ("post", "/settings/vacation/end/", 10),
    ],
)
def test_what_costs_something_has_its_pace(
    alice: User, method: str, address: str, most: int
) -> None:
    client, words = log_in(alice), "You&#x27;ve done that a lot just now."
    answers = [
        words in getattr(client, method)(address, follow=True).content.decode()
        for _ in range(most + 2)
    ]

    assert answers == [False] * most + [True] * 2


@pytest.mark.usefixtures("still")
def test_sitting_down_and_getting_up_has_its_pace(alice: User, bob: User) -> None:
    game = open_table(alice)
    client, words = log_in(bob), "You&#x27;ve done that a lot just now."
    for _ in range(60):
        pace.check_pace(bob, "join", most=60)

    assert words in client.post(f"/g/{game.code}/join/", follow=True).content.decode()
    assert game.players.count() == 1
