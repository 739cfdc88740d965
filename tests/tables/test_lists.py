"""Lists have an end and a next page: nothing is left out, shown twice, or read beyond the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notification, Player
from games.pages.paging import Key, read_key
from games.post import selectors as post
from games.tables import selectors
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game

MORE = re.compile(r'<a class="button" href="([^"]*\?\w+=[\d-]+)"')
PART = {"hx-request": "true"}


def copies(game: Game, count: int, **values: object) -> list[str]:
    """The same game once more, with who sits there; at one instant, which is the hardest."""
    seats = list(game.players.all())
    codes = []
    for _ in range(count):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.code, copy.invite_token = None, "", ""
        copy.code = Game._meta.get_field("code").get_default()
        copy.invite_token = Game._meta.get_field("invite_token").get_default()
        for name, value in values.items():
            setattr(copy, name, value)
        copy.save(force_insert=True)
        for seat in seats:
            Player.objects.create(
                game=copy,
                seat=seat.seat,
                user=seat.user,
                place=seat.place,
                over_at=seat.over_at,
                company=seat.company,
                public=seat.public,
            )
        codes.append(copy.code)
    return codes


def shown(text: str) -> list[str]:
    return re.findall(r'<li class="game-card[^"]*"><a href="/g/(\w+)/">', text)


def pages(client: Client, first: str, **headers: str) -> Iterator[str]:
    """By the links that pages have, as somebody goes through them."""
    address: str | None = first
    while address:
        text = client.get(address, headers=headers).content.decode()
        yield text
        found = MORE.search(text)
        path = address.partition("?")[0]
        address = (found[1] if found[1].startswith("/") else path + found[1]) if found else None


@pytest.fixture
def finished(alice: User, bob: User) -> list[str]:
    game = play_on(start_game(alice, bob))
    return [game.code, *copies(game, 50)]


@pytest.mark.parametrize("headers", [{}, PART])
def test_all_finished_games_come_once(
    alice: User, finished: list[str], headers: dict[str, str]
) -> None:
    seen = [
        code for page in pages(log_in(alice), "/games/finished/", **headers) for code in shown(page)
    ]

    assert sorted(seen) == sorted(finished)


def test_home_shows_the_latest_and_leads_to_the_older_ones(
    alice: User, finished: list[str]
) -> None:
    first, *others = pages(log_in(alice), "/")

    assert len(shown(first)) == selectors.MOST_CARDS
    assert ">Older games</a>" in first
    assert sorted(code for page in (first, *others) for code in shown(page)) == sorted(finished)


def test_a_profile_goes_on_with_its_public_games(
    alice: User, bob: User, finished: list[str]
) -> None:
    private = play_on(start_game(bob, alice, public=False))
    for headers in ({}, PART):
        seen = [
            code for page in pages(log_in(bob), "/people/alice/", **headers) for code in shown(page)
        ]
        assert sorted({*seen}) == sorted(finished)
        assert private.code not in seen


def test_games_that_wait_go_on_by_time_left(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 2)
    mover = User.objects.get(pk=game.waits_for_id)
    now = timezone.now()
    codes = [game.code]
    for hours in range(25):
        codes += copies(game, 1, deadline=now + timedelta(hours=hours % 7, days=9))
    codes += copies(game, 3, deadline=None)
    Game.objects.filter(pk=game.pk).update(deadline=now + timedelta(days=8))

    first, *others = pages(log_in(mover), "/")
    assert len(shown(first)) == selectors.MOST_ON_A_PAGE
    assert others
    seen = [code for page in (first, *others) for code in shown(page)]
    assert seen[0] == game.code
    assert {*seen[-3:]} == {*codes[-3:]}
    assert sorted(seen) == sorted(codes)
    waiting = [code for page in pages(log_in(mover), "/games/yours/") for code in shown(page)]
    assert waiting == seen
    other = bob if mover == alice else alice
    theirs = [code for page in pages(log_in(other), "/games/theirs/") for code in shown(page)]
    assert theirs == seen
    # The header still counts all of them.
    assert '<span class="count">29</span>' in first


def test_the_lobby_goes_on(alice: User) -> None:
    opened = []
    for _ in range(15):
        host = UserFactory()
        opened += [
            tables.open_table(opener=host, engine_slug="qwirkle", seats=3).code for _ in range(2)
        ]
    playing = [play_on(start_game(UserFactory(), UserFactory()), 1).code for _ in range(15)]
    client = log_in(alice)
    first = client.get("/lobby/").content.decode()
    tables_link, games_link = re.findall(r'href="(\?(?:tables|games)=[\d-]+)"', first)
    joins = re.compile(r"/g/(\w+)/join/")

    for headers in ({}, PART):
        later = client.get(f"/lobby/{tables_link}", headers=headers).content.decode()
        assert sorted([*joins.findall(first), *joins.findall(later)]) == sorted(opened)
        assert bool(headers) != ("<html" in later)
        later = client.get(f"/lobby/{games_link}", headers=headers).content.decode()
        assert sorted([*shown(first), *shown(later)]) == sorted(playing)
    assert joins.findall(first) == opened[: -selectors.MOST_ON_A_PAGE - 1 : -1]


def test_what_is_new_moves_no_page(alice: User, bob: User, finished: list[str]) -> None:
    client = log_in(alice)
    first = client.get("/games/finished/").content.decode()
    play_on(start_game(bob, alice))
    found = MORE.search(first)
    assert found

    second = client.get(f"/games/finished/{found[1]}").content.decode()

    assert not {*shown(first)} & {*shown(second)}
    assert {*shown(first), *shown(second)} <= {*finished}


@pytest.mark.parametrize(
    "address",
    ["/lobby/?tables={}", "/lobby/?games={}", "/people/alice/?finished={}"]
    + [f"/games/{which}/?after={{}}" for which in ("yours", "theirs", "finished")]
    + ["/settings/mail/?mails={}"],
)
@pytest.mark.parametrize(
    "key", ["x", "1", "1-x", "-", "--", "²-1", "1-1-1", "9" * 17 + "-1", "9" * 500 + "-1", "1 OR 1"]
)
def test_a_key_that_is_none_of_ours_finds_no_page(alice: User, address: str, key: str) -> None:
    numbers_alone = "mails" in address and key == "1"
    status = log_in(alice).get(address.format(key)).status_code

    assert status == (200 if numbers_alone else 404)


def test_a_list_that_nobody_has_is_not_found(alice: User) -> None:
    assert log_in(alice).get("/games/everything/").status_code == 404
    assert log_in().get("/games/finished/").status_code == 302


def test_a_key_says_what_it_was_made_from() -> None:
    key = Key(timezone.now(), 7)

    assert read_key(str(key)) == key


def test_mails_that_were_sent_go_on(alice: User) -> None:
    now = timezone.now()
    Notification.objects.bulk_create(
        Notification(
            user=alice, kind="your_turn", ply=ply, state="sent", sent_at=now, not_before=now
        )
        for ply in range(45)
    )
    client, seen = log_in(alice), 0
    for page in pages(client, "/settings/mail/"):
        seen += page.count("<td>your turn</td>")

    assert seen == 45
    assert len(post.sent_to(alice).items) == post.MOST_LISTED
