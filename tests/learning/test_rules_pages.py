"""Rules pages: where they are found, how they are built, in every language."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.kit.rules_page import Section
from games.models import Game
from games.play.services import expiry, moves
from games.tables.services import tables
from tests.factories import log_in
from tests.learning.reading import page_of, words_of
from tests.playing import play_on, start_game, user_to_act

pytestmark = pytest.mark.django_db

PAGES = {kind.address: kind.rules_page.sections for kind in KINDS.values()}
SLUGS = list(KINDS)


@pytest.mark.parametrize(("game", "sections"), PAGES.items())
def test_every_section_has_a_heading_that_the_contents_lead_to(
    game: str, sections: tuple[Section, ...]
) -> None:
    page = page_of(game)

    contents = re.findall(r'<li><a href="#([\w-]+)">(.*?)</a></li>', page)
    headings = re.findall(r'<h2 id="([\w-]+)-title">(.*?)</h2>', page)
    expected = [(section.name, str(section.title)) for section in sections]
    assert contents == expected
    assert [heading for heading in headings if heading[0] not in ("toc", "ready")] == expected
    for name, _ in expected:
        assert page.count(f'id="{name}"') == 1


@pytest.mark.parametrize("game", PAGES)
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_a_page_is_whole_in_every_language(game: str, language: str) -> None:
    page = log_in().get(f"/rules/{game}/", headers={"accept-language": language})

    assert page.status_code == 200
    assert page.headers["Content-Language"] == language
    whole = page.content.decode()
    assert " style=" not in whole
    for numbers in re.findall(r'(?:viewBox|transform|width|height)="([^"]*)"', whole):
        assert not re.search(r"\d,\d", numbers), numbers


@pytest.mark.parametrize("game", PAGES)
def test_a_visitor_reads_the_rules_without_a_query(
    game: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = page_of(game)

    assert reverse("account_signup") in page


@pytest.mark.parametrize("slug", SLUGS)
def test_a_member_can_go_on_to_play(slug: str, alice: User) -> None:
    page = log_in(alice).get(reverse("rules-of", args=[KINDS[slug].address])).content.decode()

    assert reverse("play-now", args=[slug]) in page
    assert f"{reverse('new-table')}?game={slug}" in page


def test_the_list_of_rules_leads_to_every_game() -> None:
    page = log_in().get("/rules/").content.decode()

    for kind in KINDS.values():
        assert f'href="{reverse("rules-of", args=[kind.address])}"' in page
        assert f"How to play {kind.name}" in page


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_of_a_game_links_to_its_rules(slug: str, alice: User, bob: User) -> None:
    kind = KINDS[slug]
    link = f'<a href="{reverse("rules-of", args=[kind.address])}">How to play {kind.name}'
    waiting = tables.open_table(opener=alice, engine_slug=slug, seats=2)
    assert link in log_in(alice).get(f"/g/{waiting.code}/").content.decode()

    game = play_on(start_game(alice, bob, engine_slug=slug), 2)
    for reader in (alice, bob, None):
        assert link in log_in(reader).get(f"/g/{game.code}/").content.decode()
    assert link in log_in(alice).get(f"/g/{game.code}/at/1/").content.decode()

    moves.resign(game_id=game.pk, user=alice)
    assert link in log_in(bob).get(f"/g/{game.code}/").content.decode()


DAY = timedelta(days=1)


@pytest.mark.parametrize("game", PAGES)
def test_says_after_how_many_missed_turns_one_is_out(game: str, alice: User, bob: User) -> None:
    words = words_of(page_of(game))
    with time_machine.travel(datetime(2026, 11, 16, 9, tzinfo=UTC), tick=False) as clock:
        slug = game.replace("-", "_")
        played = play_on(start_game(alice, bob, engine_slug=slug, turn_time=DAY), 2)
        late = user_to_act(played)
        missed = 0
        while played.is_active:
            if user_to_act(played) == late:
                clock.shift(DAY)
                expiry.expire(game_id=played.pk)
                missed += 1
            else:
                play_on(played, 1)
            played = Game.objects.get(pk=played.pk)

    assert f"Miss {missed} turns in a row and you're out of the game." in words


@pytest.mark.parametrize("game", PAGES)
def test_says_what_happens_to_who_never_makes_a_first_move(
    game: str, alice: User, bob: User
) -> None:
    assert "With two players, the game is cancelled and doesn't count." in words_of(page_of(game))
    with time_machine.travel(datetime(2026, 11, 16, 9, tzinfo=UTC), tick=False) as clock:
        slug = game.replace("-", "_")
        played = start_game(alice, bob, engine_slug=slug, turn_time=DAY)
        clock.shift(DAY)
        expiry.expire(game_id=played.pk)

    played.refresh_from_db()
    assert played.status == Game.Status.CANCELLED


@pytest.mark.parametrize("kind", KINDS.values(), ids=SLUGS)
def test_beside_a_game_the_rules_come_without_a_query_and_without_what_is_long(
    kind: AnyKind, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("rules-text", args=[kind.address])
    with django_assert_num_queries(0):
        text = log_in().get(address, headers={"hx-request": "true"}).content.decode()

    assert "<html" not in text
    for section in kind.rules_page.sections:
        assert (f'id="rules-{section.name}"' in text) is not section.at_length
    # The game page has ids of its own, which its scripts look for.
    assert {found.split("-")[0] for found in re.findall(r'\sid="([\w-]+)"', text)} == {"rules"}


def test_without_scripts_the_rules_beside_a_game_are_the_rules_page(db: None) -> None:
    response = log_in().get("/rules/qwirkle/text/")

    assert response.headers["Location"] == "/rules/qwirkle/"
    assert log_in().get("/rules/chess/text/").status_code == 404
