"""The ways into a tutorial, and what becomes of what was learned before there was an account."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from games.kinds import KINDS
from games.models import Learned
from games.people.services import guests
from tests.factories import log_in, make_guest
from tests.learning.test_tutorials import said, solve, try_out
from tests.learning.turns import wrong_turn
from tests.playing import start_game

pytestmark = pytest.mark.django_db
QWIRKLE, STONES = KINDS["qwirkle"], KINDS["shifting_stones"]


def home(client: Client) -> str:
    return client.get("/").content.decode()


@pytest.mark.parametrize("slug", list(KINDS))
def test_the_front_page_leads_to_each_tutorial(slug: str) -> None:
    assert f'href="/learn/{slug}/"' in home(Client())


def test_an_empty_home_begins_with_the_tutorials(alice: User) -> None:
    page = home(log_in(alice))

    assert page.index("Learn by doing") < page.index("Play the computer")
    assert page.index('href="/learn/qwirkle/"') < page.index('href="/learn/shifting_stones/"')
    assert "Join a table where someone is waiting." not in page


def test_a_tutorial_that_is_begun_comes_first_and_says_how_far_one_is(alice: User) -> None:
    client = log_in(alice)
    solve(client, STONES, range(1, 4))

    page = home(client)

    assert page.index("Finish the tutorial") < page.index("Play the computer")
    assert page.index('href="/learn/shifting_stones/"') < page.index('href="/learn/qwirkle/"')
    assert ">3/7</bdi>" in page


def test_who_has_learned_all_is_led_to_people_instead(alice: User) -> None:
    client = log_in(alice)
    for kind in KINDS.values():
        solve(client, kind)

    page = home(client)

    assert "Learn by doing" not in page
    assert "Finish the tutorial" not in page
    assert "Join a table where someone is waiting." in page


def test_only_an_empty_home_asks_how_far_one_is(alice: User, bob: User) -> None:
    def asked(user: User) -> int:
        client = log_in(user)
        client.get("/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        return sum("games_learned" in query["sql"] for query in queries)

    assert asked(alice) == 1
    start_game(alice, bob)
    assert asked(alice) == 0


@pytest.mark.parametrize("slug", list(KINDS))
def test_who_finishes_as_a_stranger_plays_the_easiest_computer_as_a_guest(slug: str) -> None:
    client = Client()
    solve(client, KINDS[slug])
    page = client.get(f"/learn/{slug}/done/").content.decode()
    assert f'action="/play-now/{slug}/"' in page

    answer = client.post(f"/play-now/{slug}/", {"level": "easiest"})

    guest = User.objects.get()
    assert guest.is_guest
    assert guest.learned.get().steps == list(KINDS[slug].tutorial.names)
    seat = guest.seats_taken.get()
    assert seat.is_new_here
    assert [it.bot for it in seat.game.players.all() if it.bot] == [KINDS[slug].easiest_bot]
    assert 'id="tip"' in client.get(answer.headers["Location"]).content.decode()


def test_who_played_without_learning_has_no_progress_kept() -> None:
    make_guest()

    assert not Learned.objects.exists()


def test_a_guest_keeps_progress_and_can_switch_tips_off() -> None:
    client, guest = make_guest()
    game = guest.seats_taken.get().game

    solve(client, QWIRKLE, range(1, 3))
    client.post("/settings/tips/off/")

    assert guest.learned.get().steps == ["fits", "several"]
    assert 'id="tip"' not in client.get(f"/g/{game.code}/").content.decode()


def test_what_a_guest_learned_comes_along_into_the_account(alice: User) -> None:
    solve(log_in(alice), QWIRKLE, range(1, 2))
    client, guest = make_guest()
    solve(client, QWIRKLE, range(2, 4))
    solve(client, STONES, range(1, 2))

    guests.take_along(user=alice, guest_id=guest.pk)

    learned = dict(alice.learned.values_list("engine_slug", "steps"))
    assert learned == {"qwirkle": ["fits", "several", "two-lines"], "shifting_stones": ["score"]}
    assert Learned.objects.count() == 2


@pytest.mark.parametrize("language", ["fr", "he"])
def test_a_wrong_try_is_explained_in_the_readers_language(language: str) -> None:
    client = Client(headers={"accept-language": language})
    step = QWIRKLE.tutorial.steps[2]
    wrong = wrong_turn(QWIRKLE, step)
    english = said(try_out(Client(), QWIRKLE, 3, wrong))

    translated = said(try_out(client, QWIRKLE, 3, wrong))

    with translation.override(language):
        assert translated == gettext(english)
    assert translated != english
