"""Playing without an account: what a guest gets, what they do not, and what a script cannot do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as site
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import translation

from accounts import names
from accounts import services as accounts
from accounts.models import User
from games.kinds import KINDS
from games.machinery import guests as machinery
from games.machinery.errors import ServiceError
from games.models import Game, Invitation, Message, Notification, Report
from games.moderation.services import reports
from games.play import live
from games.play.services import bots, talk
from games.tables import limits
from games.tables.services import guests, invitations, rematches, tables
from tests.factories import log_in, make_guest
from tests.playing import good_actions, play_on, start_game, user_to_act

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


def game_of(guest: User) -> Game:
    return Game.objects.get(players__user=guest)


def play_to_end(game: Game) -> Game:
    while (game := Game.objects.get(pk=game.pk)).is_active:
        if not bots.take_turn(game_id=game.pk):
            play_on(game, 1)
    return game


@pytest.mark.parametrize("slug", list(KINDS))
def test_one_click_makes_a_guest_and_a_game_against_the_easiest_computer(slug: str) -> None:
    client, guest = make_guest(slug)

    game = game_of(guest)
    assert game.is_active
    assert not game.public
    assert game.turn_time is None
    assert {player.bot for player in game.players.exclude(user=guest)} == {KINDS[slug].easiest_bot}
    page = client.get(f"/g/{game.code}/").content.decode()
    assert "Keep this game" in page


def test_alone_is_one_click_too() -> None:
    _client, guest = make_guest("shifting_stones", seats=1)

    assert game_of(guest).seats == 1


def test_a_level_can_be_asked_for_and_a_member_gets_the_last_one(alice: User) -> None:
    hard = Client()
    hard.post("/play-now/shifting_stones/", {"level": "clever"})
    log_in(alice).post("/play-now/shifting_stones/", {"level": "clever"})
    log_in(alice).post("/play-now/shifting_stones/")
    log_in(alice).post("/play-now/shifting_stones/", {"level": "easiest"})
    Client().post("/play-now/shifting_stones/", {"level": "no such"})

    levels = [game.players.get(user=None).bot for game in Game.objects.order_by("pk")]
    assert levels == ["clever", "clever", "clever", "easy"]
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_guest_has_no_address_no_password_and_a_name_by_the_rules() -> None:
    _client, guest = make_guest()

    assert guest.email == ""
    assert not guest.has_usable_password()
    assert names.is_good(guest.username)
    assert names.is_reserved(guest.username)


@pytest.mark.parametrize("language", [code for code, _name in site.LANGUAGES])
def test_the_name_is_good_in_every_language_and_nobody_can_choose_it(language: str) -> None:
    with translation.override(language):
        name = names.for_guest(7)
        guest = accounts.make_guest(language=language)

    assert names.is_good(name)
    assert names.is_reserved(name)
    assert guest.username.split("-")[0] == name.split("-")[0]


def test_a_name_that_is_taken_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = iter([5, 5, 5, 6])
    monkeypatch.setattr("accounts.services.secrets.randbelow", lambda _most: next(dice))

    given = [accounts.make_guest(language="en").username for _ in range(2)]

    assert given == ["Guest-000005", "Guest-000006"]


def test_who_comes_back_in_the_same_browser_finds_the_game() -> None:
    client, guest = make_guest()

    page = client.get("/").content.decode()

    assert f"/g/{game_of(guest).code}/" in page
    assert "Keep my games" in page
    assert client.cookies["sessionid"]["httponly"]
    assert client.cookies["sessionid"]["samesite"] == "Lax"
    assert client.cookies["sessionid"]["max-age"] == site.SESSION_COOKIE_AGE


def test_a_second_click_is_a_second_game_of_the_same_guest() -> None:
    client, guest = make_guest()

    client.post("/play-now/shifting_stones/")

    assert Game.objects.filter(players__user=guest).count() == 2
    assert User.objects.count() == 1


def test_nothing_but_a_click_makes_a_guest() -> None:
    """No robot that reads, and no browser that fetches ahead."""
    strict = Client(enforce_csrf_checks=True)
    for client in (Client(), strict):
        for method in (client.get, client.head, client.options):
            assert method("/play-now/qwirkle/").status_code == 405
    strict.get("/")

    assert strict.post("/play-now/qwirkle/").status_code == 403
    assert not User.objects.exists()


def test_the_whole_game_is_played_by_the_page_and_played_again() -> None:
    client, guest = make_guest("shifting_stones", seats=1)
    game = game_of(guest)
    form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}

    assert client.post(f"/g/{game.code}/draft/", {"actions": "[]"}).status_code == 302
    assert client.post(f"/g/{game.code}/play/", form, headers=HTMX).status_code == 200
    assert client.get(f"/g/{game.code}/at/1/").status_code == 200
    assert client.get("/next/").status_code == 302
    client.post(f"/g/{game.code}/resign/")
    again = client.post(f"/g/{game.code}/rematch/")

    assert Game.objects.filter(players__user=guest).count() == 2
    assert again.headers["Location"] != f"/g/{game.code}/"


def test_the_page_has_no_talk_no_report_and_no_profile() -> None:
    client, guest = make_guest()
    game = game_of(guest)

    page = client.get(f"/g/{game.code}/").content.decode()

    for part in ("talk-form", "panel-talk", "/report/", "/people/", "/accounts/logout/"):
        assert part not in page, part


def test_a_guest_is_told_nothing_by_mail() -> None:
    _client, guest = make_guest()

    play_to_end(game_of(guest))

    assert game_of(guest).is_finished
    assert not Notification.objects.exists()


MEMBERS_ONLY = [
    ("get", "/tables/new/"),
    ("post", "/tables/new/"),
    ("get", "/settings/mail/"),
    ("get", "/settings/vacation/"),
    ("get", "/reports/"),
    ("post", "/people/alice/block/"),
    ("get", "/people/alice/report/"),
    ("post", "/g/{public}/join/"),
    ("post", "/g/{own}/talk/"),
    ("post", "/g/{own}/invite/"),
    ("get", "/g/{own}/report/"),
    ("post", "/settings/guest/"),
]


@pytest.mark.parametrize(("method", "address"), MEMBERS_ONLY)
def test_what_takes_an_account_says_so_and_how_to_get_one(
    alice: User, method: str, address: str
) -> None:
    public = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    client, guest = make_guest()
    own = game_of(guest)
    address = address.format(public=public.code, own=own.code)

    answer = getattr(client, method)(address)
    page = client.get(answer.headers["Location"]).content.decode()
    part = getattr(client, method)(address, headers=HTMX)

    assert answer.headers["Location"].startswith("/accounts/signup/?next=%2F")
    assert "Sign up to do that. It&#x27;s free, and your games come along." in page
    assert part.headers["HX-Redirect"].startswith("/accounts/signup/?next=%2F")
    assert public.players.count() == 1


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(ServiceError) as error:
        act()
    return error.value.code


def test_no_service_lets_a_guest_near_other_people(alice: User, bob: User) -> None:
    _client, guest = make_guest()
    own, public = game_of(guest), tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    table = {"opener": guest, "engine_slug": "qwirkle"}

    acts: list[Callable[[], object]] = [
        lambda: talk.say(game_id=own.pk, user=guest, text="hello"),
        lambda: tables.join(game_id=public.pk, user=guest),
        lambda: tables.join(game_id=public.pk, user=guest, token=public.invite_token),
        lambda: tables.open_table(**table, seats=2),
        lambda: tables.open_table(**table, seats=2, public=False),
        lambda: tables.open_table(**table, seats=3, bots=1, public=False),
        lambda: tables.open_table(**table, seats=2, bots=1, public=True),
        lambda: invitations.invite(game_id=own.pk, user=guest, who="alice"),
        lambda: reports.report(reporter=guest, category="other", person=alice),
    ]

    assert {refused(act) for act in acts} == {"guests-cannot"}
    assert not Message.objects.exists()
    assert not Invitation.objects.exists()
    assert not Report.objects.exists()


def test_a_guest_reads_no_private_game_by_having_no_address(alice: User, bob: User) -> None:
    """Who is invited by name has no address in their invitation either."""
    table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3, public=False)
    invitation = invitations.invite(game_id=table.pk, user=alice, who="bob")
    client, guest = make_guest()

    assert client.get(f"/g/{table.code}/").status_code == 404
    assert client.get(f"/g/{start_game(alice, bob, public=False).code}/").status_code == 404
    assert "invites you" not in client.get("/").content.decode()
    assert refused(lambda: invitations.decline(invitation_id=invitation.pk, user=guest))
    invitation.refresh_from_db()
    assert invitation.answer == Invitation.Answer.WAITING


def test_nobody_finds_a_guest(alice: User) -> None:
    _client, guest = make_guest()
    table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    browser, code = log_in(alice), game_of(guest).code

    for address in (f"/people/{guest.username}/", f"/people/{guest.username}/report/"):
        assert browser.get(address).status_code == 404
    assert browser.get(f"/g/{code}/").status_code == 404
    assert Client().get(f"/g/{code}/").status_code == 302  # as for a game that does not exist
    assert Client().get("/g/zzzzzzzz/").status_code == 302
    assert guest.username not in browser.get("/lobby/").content.decode()
    assert (
        refused(lambda: invitations.invite(game_id=table.pk, user=alice, who=guest.username))
        == "nobody-by-that-name"
    )


@pytest.mark.usefixtures("still")
def test_one_address_makes_so_many_guests_in_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machinery, "MOST_NEW", 3)

    for number in range(5):
        # A home has as many addresses as it likes, all in one network.
        browser = Client(REMOTE_ADDR=f"2001:db8:1:2::{number}")
        answer = browser.post("/play-now/qwirkle/", follow=True)
    elsewhere = Client(REMOTE_ADDR="2001:db8:1:3::1").post("/play-now/qwirkle/")

    assert "Please try again in an hour." in answer.content.decode()
    assert elsewhere.headers["Location"].startswith("/g/")
    assert User.objects.count() == Game.objects.count() == 4


@pytest.mark.usefixtures("still")
def test_what_a_visitor_writes_into_a_header_is_no_other_address(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(machinery, "MOST_NEW", 1)
    for behind, count in ((False, 1), (True, 2)):
        settings.BEHIND_PROXY = behind
        for number in range(3):
            # What our own proxy adds comes last.
            forwarded = f"10.0.0.{number}, 192.0.2.7"
            Client(headers={"x-forwarded-for": forwarded}).post("/play-now/qwirkle/")
        assert User.objects.count() == count


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("limit", ["MOST_NEW_A_MINUTE", "MOST_GUESTS"])
def test_all_addresses_together_make_so_many_and_no_more(
    monkeypatch: pytest.MonkeyPatch, settings: Any, limit: str
) -> None:
    if limit == "MOST_GUESTS":
        settings.MOST_GUESTS = 3
    else:
        monkeypatch.setattr(machinery, limit, 3)

    for number in range(5):
        answer = Client(REMOTE_ADDR=f"10.0.0.{number}").post("/play-now/qwirkle/", follow=True)

    page = answer.content.decode()
    assert answer.redirect_chain[0][0].startswith("/accounts/signup/")
    assert "Lots of people are playing without an account right now." in page
    assert User.objects.count() == Game.objects.count() == 3


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(("limit", "status"), [("MOST_TURNS", 429), ("MOST_TURNS_A_MINUTE", 429)])
def test_the_computer_thinks_for_guests_so_often_and_for_members_as_they_like(
    alice: User, monkeypatch: pytest.MonkeyPatch, limit: str, status: int
) -> None:
    monkeypatch.setattr(machinery, limit, 2)
    client, guest = make_guest("shifting_stones", seats=1)
    member = log_in(alice)
    member.post("/play-now/shifting_stones/alone/")

    def turn(browser: Client, person: User) -> int:
        game = game_of(person)
        assert user_to_act(game) == person
        form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}
        return browser.post(f"/g/{game.code}/play/", form, headers=HTMX).status_code

    assert [turn(client, guest) for _ in range(3)] == [200, 200, status]
    assert [turn(member, alice) for _ in range(3)] == [200, 200, 200]


def test_a_guest_has_a_few_games_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_OF_A_GUEST", 2)
    client, guest = make_guest("shifting_stones", seats=1)
    first = game_of(guest)
    client.post("/play-now/shifting_stones/alone/")
    client.post(f"/g/{first.code}/resign/")

    page = client.post("/play-now/qwirkle/", follow=True)
    again = client.post(f"/g/{first.code}/rematch/", follow=True)

    words = "as many games as you can without an account"
    assert page.redirect_chain[0][0].startswith("/accounts/signup/")
    assert words in page.content.decode()
    assert words in again.content.decode()
    assert Game.objects.count() == 2
    assert refused(lambda: rematches.rematch(game_id=first.pk, user=guest)) == "many-guest-games"


def test_where_no_game_can_be_nobody_is_made() -> None:
    with pytest.raises(ServiceError):
        guests.play_as_guest(
            engine_slug="qwirkle", seats=1, options={}, bot="greedy", language="en"
        )
    Client().post("/play-now/qwirkle/alone/")
    Client().post("/play-now/chess/")

    assert not User.objects.exists()


@pytest.mark.parametrize("is_guest", [True, False])
def test_open_pages_of_guests_are_counted_by_address(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, is_guest: bool
) -> None:
    """As many guests as somebody likes are not as many streams as they like."""
    heard: list[live.Subject] = []
    whole = live.stream

    def listen(request: HttpRequest, subject: live.Subject) -> HttpResponse:
        heard.append(subject)
        return whole(request, subject)

    monkeypatch.setattr(live, "stream", listen)
    client, person = make_guest() if is_guest else (log_in(alice), alice)
    game = game_of(person) if is_guest else start_game(alice, bob)

    for address in (f"/g/{game.code}/events/", "/events/"):
        client.get(address)

    assert [subject.is_named for subject in heard] == [not is_guest] * 2
    assert [subject.user_id for subject in heard] == [person.pk] * 2
