"""The desk's lists: page by page, by what is searched for, and counted no further than needed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Act, DayCount, Game, Notification, Report
from games.moderation import overview, selectors
from games.moderation.admin.games import GameAdmin
from games.moderation.services import counting
from games.moderation.tags import bounded
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game

MORE = re.compile(r'<p class="more"><a class="button" href="([^"]+)"')


def pages(client: Client, address: str) -> Iterator[str]:
    more: str | None = ""
    while more is not None:
        text = client.get(address + more).content.decode()
        yield text
        found = MORE.search(text)
        more = found[1].replace("&amp;", "&") if found else None


def numbers(text: str) -> list[int]:
    return [int(it) for it in re.findall(r'href="/admin/games/\w+/(\d+)/change/', text)]


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameAdmin, "list_per_page", 3)


@pytest.fixture
def games(alice: User, bob: User) -> list[Game]:
    return [
        *(play_on(start_game(alice, bob)) for _ in range(4)),
        *(start_game(bob, alice) for _ in range(4)),
        tables.open_table(opener=alice, engine_slug="shifting_stones", seats=3),
    ]


def test_a_list_goes_through_everything_once(mona: User, games: list[Game]) -> None:
    seen = [n for page in pages(log_in(mona), "/admin/games/game/") for n in numbers(page)]

    assert seen == sorted((game.pk for game in games), reverse=True)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("?status__exact=finished", slice(0, 4)),
        ("?status__exact=active", slice(4, 8)),
        ("?game=shifting_stones", slice(8, 9)),
        ("?game=qwirkle&status__exact=active", slice(4, 8)),
        ("?bots=0", slice(0, 9)),
        ("?q=alice", slice(0, 9)),
        ("?q=BOB@example.org", slice(0, 8)),
        ("?q=nobody", slice(0, 0)),
    ],
)
def test_a_filter_and_a_search_go_on_as_well(
    mona: User, games: list[Game], asked: str, found: slice
) -> None:
    seen: list[int] = []
    client = log_in(mona)
    more: str | None = asked
    while more is not None:
        text = client.get(f"/admin/games/game/{more}").content.decode()
        seen += numbers(text)
        link = MORE.search(text)
        more = link[1].replace("&amp;", "&") if link else None

    assert seen == [game.pk for game in games[found]][::-1]


def test_a_game_is_found_by_its_code(mona: User, games: list[Game]) -> None:
    page = log_in(mona).get(f"/admin/games/game/?q={games[2].code.upper()}").content.decode()

    assert numbers(page) == [games[2].pk]
    assert "1 result" in page


@pytest.mark.parametrize("key", ["x", "-1", "9" * 30, "²"])
def test_a_page_that_is_none_is_not_found(mona: User, games: list[Game], key: str) -> None:
    assert log_in(mona).get(f"/admin/games/game/?p={key}").status_code == 404


def test_people_are_found_by_how_they_begin(mona: User, alice: User, bob: User) -> None:
    client = log_in(mona)
    for words in ("ALI", "alice@exam"):
        page = client.get(f"/admin/accounts/user/?q={words}").content.decode()
        assert f"/user/{alice.pk}/" in page
        assert f"/user/{bob.pk}/" not in page


def test_mails_reports_and_the_trail_are_found_by_their_words(
    mona: User, alice: User, bob: User, games: list[Game]
) -> None:
    now = timezone.now()
    Notification.objects.all().delete()
    refused = Notification.objects.create(
        user=alice, kind="over", ply=91, not_before=now, last_error="mailbox is full", game=games[0]
    )
    asked = Notification.objects.create(email="Zoe@example.org", kind="invitation", not_before=now)
    report = Report.objects.create(reporter=bob, person=alice, category="abuse", text="rude words")
    act = Act.objects.create(what="note", by_name="gone", why="kept an eye on", person=alice)
    client = log_in(mona)

    for address, words, row in (
        ("notification", "full mailbox", refused),
        ("notification", "Alice", refused),
        ("notification", games[0].code, refused),
        ("notification", "zoe@example.org", asked),
        ("report", "words", report),
        ("report", "bob", report),
        ("act", "eye", act),
        ("act", "gone", act),
        ("act", "alice", act),
    ):
        page = client.get(f"/admin/games/{address}/", {"q": words}).content.decode()
        assert {*numbers(page)} == {row.pk}, words


def test_counts_end_somewhere(mona: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "MOST_COUNTED", 5)
    for _ in range(8):
        Report.objects.create(reporter=UserFactory(), category="spam")

    assert overview.overview(mona).reports.count == 6
    assert bounded(1000) == "1000"
    assert "1000+" in bounded(1001)


def test_the_days_are_counted_once_and_the_last_two_again(alice: User, bob: User) -> None:
    now = timezone.now()
    start_game(alice, bob)
    counting.count_days(now=now)
    today = DayCount.objects.order_by("-day").first()
    assert today is not None
    assert (DayCount.objects.count(), today.games, today.people) == (30, 1, 0)
    DayCount.objects.update(games=77, people=77)

    play_on(start_game(alice, bob), 1)
    counting.count_days(now=now)

    kept = list(DayCount.objects.order_by("-day").values_list("games", "people"))
    assert kept == [(2, 1), (0, 0), *[(77, 77)] * 28]
