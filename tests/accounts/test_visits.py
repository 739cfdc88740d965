"""What counts as coming back, and what as having read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.services import calendar_token, update_settings
from games.models import Game, Player
from games.play import live
from games.play.services import talk
from games.post.services import delivery
from tests.factories import log_in
from tests.mail import PostOffice
from tests.playing import play_on, start_game, user_to_act, user_waiting

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
ITSELF = {"by-itself": "seen", "hx-request": "true"}


def seen(user: User) -> datetime | None:
    return User.objects.get(pk=user.pk).last_seen_at


def visit(client: Client, method: str, address: str, headers: dict[str, str]) -> None:
    with time_machine.travel(NOON, tick=False):
        client.generic(method, address, headers=headers)


@pytest.mark.parametrize(
    ("method", "address", "headers", "counts"),
    [
        ("GET", "/", {}, True),
        ("GET", "/", {"hx-request": "true"}, True),
        ("POST", "/warning/read/", {}, True),
        ("GET", "/nowhere/", {}, True),
        ("GET", "/", ITSELF, False),
        ("GET", "/", ITSELF | {"by-itself": "hidden"}, False),
        ("HEAD", "/", {}, False),
        ("OPTIONS", "/", {}, False),
        ("GET", "/", {"sec-purpose": "prefetch;prerender"}, False),
        ("GET", "/", {"purpose": "prefetch"}, False),
        ("GET", "/calendar/{token}.ics", {}, False),
    ],
    ids=str,
)
def test_a_visit_is_what_a_person_does(
    alice: User, method: str, address: str, headers: dict[str, str], counts: bool
) -> None:
    token = calendar_token(user=alice)

    visit(log_in(alice), method, address.format(token=token), headers)

    assert (seen(alice) == NOON) == counts


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/events/", "/g/{code}/events/"])
def test_a_stream_is_no_visit(alice: User, bob: User, address: str) -> None:
    game = start_game(alice, bob)

    response = log_in(alice).get(address.format(code=game.code))

    assert response.status_code == live.MAY_LISTEN
    assert seen(alice) is None


@pytest.mark.parametrize(
    ("cadence", "noted"), [(User.Cadence.UNTIL_BACK, True), (User.Cadence.AT_ONCE, False)]
)
def test_a_visit_is_noted_exactly_where_it_decides_on_the_next_mail(
    alice: User, cadence: str, noted: bool
) -> None:
    update_settings(user=alice, cadence=cadence)
    client = log_in(alice)
    with time_machine.travel(NOON, tick=False) as clock:
        client.get("/")
        clock.shift(timedelta(seconds=20))
        client.get("/")

    assert (seen(alice) == NOON + timedelta(seconds=20)) == noted


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Each has moved, and nothing waits to be sent."""
    with time_machine.travel(NOON - timedelta(hours=1), tick=False):
        game = play_on(start_game(alice, bob), 4)
        game.notifications.all().delete()
    return game


@pytest.mark.parametrize(("headers", "mails"), [({}, 2), (ITSELF, 1)], ids=["back", "tab open"])
def test_who_came_back_hears_of_the_next_turn(
    game: Game, post_office: PostOffice, headers: dict[str, str], mails: int
) -> None:
    """A mail at 12:00, back at 12:01; the next turn is told, though the last visit was 11:59."""
    reader, other = user_waiting(game), user_to_act(game)
    update_settings(user=reader, cadence=User.Cadence.UNTIL_BACK)
    client = log_in(reader)
    with time_machine.travel(NOON - timedelta(minutes=3), tick=False) as clock:
        play_on(game, 1)
        clock.move_to(NOON - timedelta(minutes=1))
        client.get(f"/g/{game.code}/")
        clock.move_to(NOON)
        delivery.deliver()
        clock.shift(timedelta(minutes=1))
        client.get(f"/g/{game.code}/", headers=headers)
        play_on(Game.objects.get(pk=game.pk), 2)
        clock.shift(timedelta(minutes=2, seconds=1))
        delivery.deliver()

    assert other.email != reader.email
    assert len([mail for mail in post_office.taken if mail["To"] == reader.email]) == mails


@pytest.mark.parametrize(
    ("headers", "is_read"),
    [
        ({}, True),
        (ITSELF, True),
        (ITSELF | {"by-itself": "hidden"}, False),
        ({"sec-purpose": "prefetch"}, False),
    ],
    ids=["asked for", "open", "hidden", "fetched ahead"],
)
def test_talk_is_read_when_it_is_before_somebodys_eyes(
    game: Game, alice: User, bob: User, headers: dict[str, str], is_read: bool
) -> None:
    message = talk.say(game_id=game.pk, user=bob, text="hello")

    log_in(alice).get(f"/g/{game.code}/", headers=headers)

    assert (Player.objects.get(game=game, user=alice).talk_read == message.pk) == is_read


def test_a_time_zone_that_no_longer_exists_breaks_no_page(alice: User) -> None:
    User.objects.update(time_zone="Atlantis/Capital")

    assert log_in(alice).get("/").status_code == 200
