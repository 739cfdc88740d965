"""Moderators at work, in a real browser: the desk, a report, and putting games right."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Report
from games.moderation.services import people, reports
from games.moderation.services.role_groups import make_role_groups
from games.play.services import talk
from games.post import moderators_notices
from tests.browser.conftest import Visit, check_accessibility, check_fits, type_password
from tests.factories import UserFactory
from tests.playing import play_on, start_game


@pytest.fixture
def sena(transactional_db: None) -> User:
    """A senior moderator."""
    make_role_groups()
    owner = UserFactory(username="owner", is_staff=True, is_superuser=True)
    person = UserFactory(username="sena")
    people.change_role(by=owner, person_id=person.pk, why="welcome", role=moderators_notices.SENIOR)
    return User.objects.get(pk=person.pk)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return play_on(start_game(alice, bob), 8)


def do(page: Page, button: str, why: str, **choices: str) -> None:
    """One act, from its button to its being done."""
    page.get_by_role("link", name=button, exact=True).first.click()
    for label, choice in choices.items():
        field = page.get_by_label(label.replace("_", " "), exact=True)
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(label=choice)
        else:
            field.fill(choice)
    page.get_by_label("Reason").fill(why)
    if choices:
        page.get_by_role("button", name="Preview").click()
        expect(page.locator(".statement li").first).to_be_visible()
        expect(page.get_by_role("button", name="Preview")).to_have_count(0)
    page.locator("main form.card button[type=submit]").click()
    expect(page.locator(".message.success")).to_contain_text("Done:")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_the_desk_fits_and_can_be_used_by_everybody(
    visit: Visit, sena: User, game: Game, alice: User, bob: User, size: dict[str, int], scheme: Any
) -> None:
    talk.say(game_id=game.pk, user=bob, text="a rude word")
    report = reports.report(reporter=alice, category="abuse", game=game, person=bob)
    people.warn(by=sena, person_id=bob.pk, why="Please be kind.")
    page = visit(sena, viewport=size, color_scheme=scheme)

    for address in (
        "",
        "games/game/",
        f"games/game/{game.pk}/change/",
        f"accounts/user/{bob.pk}/change/",
        f"games/report/{report.pk}/change/",
        "games/act/",
        f"act/take_back/?on={game.pk}",
        f"act/suspend/?on={bob.pk}",
    ):
        page.goto(f"/admin/{address}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        check_fits(page)
        check_accessibility(page)


def test_a_report_from_the_click_to_the_answer(
    visit: Visit, sena: User, game: Game, alice: User, bob: User, size: dict[str, int]
) -> None:
    talk.say(game_id=game.pk, user=bob, text="a rude word")
    player = visit(alice, viewport=size)
    player.goto(f"/g/{game.code}/")
    player.locator("#panel-talk").get_by_role("link", name="Report").click()
    expect(player.get_by_text("a rude word")).to_be_visible()
    check_fits(player)
    check_accessibility(player)
    player.get_by_label("Reason").select_option(label="Insults or harassment")
    player.get_by_label("What happened").fill("Please look.")
    player.get_by_role("button", name="Report").click()
    expect(player.locator(".message.success")).to_contain_text("Thanks.")

    moderator = visit(sena, viewport=size)
    moderator.goto("/admin/")
    moderator.get_by_role("link", name="Insults or harassment").click()
    expect(moderator.get_by_text("Please look.")).to_be_visible()
    do(moderator, "Assign a report", "mine", Assigned_to="sena")
    do(moderator, "Hide", "rude")
    moderator.goto("/admin/games/report/?status__exact=open")
    moderator.get_by_role("link", name=f"#{Report.objects.get().pk}").click()
    do(
        moderator,
        "Reply to a report",
        "hidden",
        Outcome="we took action",
        Reply_to_the_reporter="We have hidden it.",
    )

    expect(player.get_by_text("a rude word")).to_have_count(0)
    expect(player.get_by_text("hidden by the moderators")).to_be_visible()
    player.goto("/reports/")
    expect(player.get_by_text("We have hidden it.")).to_be_visible()
    expect(player.get_by_text("we took action")).to_be_visible()


def test_moves_are_taken_back_before_the_eyes_of_the_players(
    visit: Visit, sena: User, game: Game, alice: User, size: dict[str, int]
) -> None:
    player = visit(alice, viewport=size)
    player.goto(f"/g/{game.code}/")
    expect(player.locator("#panel-moves .history li")).to_have_count(8)
    moderator = visit(sena, viewport=size)
    moderator.goto(f"/admin/games/game/{game.pk}/change/")

    moderator.get_by_role("link", name="go back to before this").nth(2).click()
    moderator.get_by_label("Reason").fill("A fault of ours.")
    moderator.get_by_role("button", name="Preview").click()
    expect(moderator.locator(".statement")).to_contain_text("3 moves are undone.")
    moderator.get_by_role("button", name="Undo moves").click()

    expect(moderator.locator(".message.success")).to_contain_text("Done:")
    expect(moderator.get_by_text("5 actions, all correct")).to_be_visible()
    expect(player.locator("#panel-moves .history li")).to_have_count(5)
    expect(player.locator("#panel-notices")).to_contain_text("undone the last 3 moves")
    expect(player.locator("#panel-notices")).to_contain_text("A fault of ours.")


def test_a_player_is_replaced_and_the_new_one_plays(
    visit: Visit, sena: User, game: Game, charlie: User, size: dict[str, int]
) -> None:
    leaver = game.players.get(seat=game.to_act).user
    moderator = visit(sena, viewport=size)
    moderator.goto(f"/admin/games/game/{game.pk}/change/")

    do(
        moderator,
        "Replace with someone else",
        "They agreed.",
        Player=leaver.username,
        Who_takes_over="charlie",
    )

    page = visit(charlie, viewport=size)
    page.goto("/")
    page.locator(f'a[href="/g/{game.code}/"]').click()
    expect(page.locator("#hand .hand-tile")).to_have_count(6)
    expect(page.locator("#panel-notices")).to_contain_text("charlie has taken over from")
    gone = visit(leaver, viewport=size)
    gone.goto(f"/g/{game.code}/")
    expect(gone.locator("#hand .hand-tile")).to_have_count(0)


def test_who_is_suspended_reads_why_when_logging_in(
    visit: Visit, sena: User, bob: User, size: dict[str, int]
) -> None:
    moderator = visit(sena, viewport=size)
    moderator.goto("/admin/accounts/user/?q=bob")
    moderator.get_by_role("link", name="bob", exact=True).click()
    do(
        moderator,
        "Suspend",
        "Three insults in a week.",
        For="3 days",
        Their_games="The computer takes over",
    )
    expect(moderator.locator("main")).to_contain_text("suspended")

    page = visit(viewport=size)
    type_password(page, "bob")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account is suspended")
    expect(page.get_by_text("Three insults in a week.")).to_be_visible()
    check_fits(page)
    check_accessibility(page)
    page.locator("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_the_whole_site_is_paused_and_goes_on(visit: Visit, sena: User, alice: User) -> None:
    moderator, player = visit(sena), visit(alice)
    moderator.goto("/admin/")
    do(moderator, "Pause the whole site", "a new server")
    player.goto("/")
    expect(player.get_by_text("The site is paused")).to_be_visible()

    do(moderator, "Resume the site", "it runs")

    player.reload()
    expect(player.get_by_text("The site is paused")).to_have_count(0)
