"""A game against each of the computer's levels, begun from home, and a turn answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.kinds import KINDS
from games.models import Game
from games.play.services import bots, moves
from games.tables.services import tables
from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits
from tests.playing import good_actions

LEVELS = [(kind.slug, code) for kind in KINDS.values() for code in kind.bots]


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_a_game_against_each_level_begins_at_home_and_is_answered(
    visit: Visit, alice: User, slug: str, level: str
) -> None:
    kind = KINDS[slug]
    # A home that is not empty offers every level.
    tables.play_now(user=alice, engine_slug=slug)
    page = visit(alice, viewport=SIZES["phone"])
    page.goto("/")

    page.get_by_label(f"{kind.name}: computer level").select_option(level)
    page.get_by_role("button", name=f"{kind.name} against the computer").click()
    page.wait_for_url("**/g/*/")

    game = Game.objects.latest("pk")
    assert game.players.get(user=None).bot == level
    expect(page.locator(".player").filter(has_text=str(kind.bots[level].name))).to_be_visible()
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    before = Game.objects.get(pk=game.pk).ply
    assert bots.take_turn(game_id=game.pk) is not None
    after = Game.objects.get(pk=game.pk).ply
    assert after > before
    expect(page.locator("#game")).to_have_attribute("data-ply", str(after))


@pytest.mark.parametrize("locale", ["en-GB", "he-IL", "ru-RU"])
def test_levels_are_chosen_and_introduced_on_every_screen(
    visit: Visit, alice: User, size: dict[str, int], locale: str
) -> None:
    tables.play_now(user=alice, engine_slug="qwirkle")
    page = visit(alice, viewport=size, locale=locale)
    for address in ("/", "/computer/"):
        page.goto(address)
        check_fits(page)
        check_accessibility(page)
