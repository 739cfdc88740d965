"""Notes are kept while one writes them, whatever else happens on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Note
from tests.browser.conftest import Visit, check_accessibility, check_fits, type_password
from tests.patience import wait_until
from tests.playing import play_on, start_game, user_waiting


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_notes_are_kept_as_one_writes(
    visit: Visit, alice: User, bob: User, size: dict[str, int], scheme: object
) -> None:
    game = play_on(start_game(alice, bob), 4)
    writer = user_waiting(game)
    page = visit(writer, viewport=size, color_scheme=scheme)
    page.goto(f"/g/{game.code}/")
    notes = page.get_by_role("textbox", name="Your notes")
    page.get_by_text("Your notes", exact=True).first.click()

    notes.press_sequentially("no red")
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert Note.objects.get().text == "no red"
    check_fits(page)
    check_accessibility(page)

    notes.press_sequentially(" squares")
    game = play_on(game, 1)
    expect(page.locator("#game")).to_have_attribute("data-ply", str(game.ply))
    expect(notes).to_have_value("no red squares")
    expect(notes).to_be_focused()
    notes.press_sequentially(" left")
    wait_until(
        lambda: Note.objects.get().text == "no red squares left", lambda: Note.objects.get().text
    )
    page.reload()
    expect(notes).to_have_value("no red squares left")


def test_notes_are_written_without_scripts(visit: Visit, alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    page = visit(java_script_enabled=False)
    type_password(page, "alice")
    page.goto(f"/g/{game.code}/")

    page.get_by_text("Your notes", exact=True).first.click()
    page.get_by_role("textbox", name="Your notes").fill("slowly")
    page.locator("#panel-notes").get_by_role("button", name="Save").click()

    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your notes")).to_have_value("slowly")
