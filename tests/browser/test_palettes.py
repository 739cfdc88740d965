"""Pieces in the colours that a reader chose, and letters on tiles that can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import Visit, check_accessibility, check_fits
from tests.playing import play_on, start_game
from tests.project.test_colours import stones_in, tiles_in

# What is painted in the middle of the first piece on the board, as the browser has it.
PAINTED = """async ([selector, x, y]) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return { x: box.left + box.width * x, y: box.top + box.height * y };
}"""


def pixel(page: Page, selector: str, x: float, y: float) -> str:
    point = page.evaluate(PAINTED, [selector, x, y])
    clip = {"x": int(point["x"]), "y": int(point["y"]), "width": 1, "height": 1}
    shot = page.screenshot(clip=clip)
    return page.evaluate(
        """async (bytes) => {
          const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
          const canvas = new OffscreenCanvas(1, 1).getContext("2d");
          canvas.drawImage(picture, 0, 0);
          const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
          const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0"));
          return `#${hex.join("")}`;
        }""",
        list(shot),
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tiles_have_the_chosen_colours(
    visit: Visit, alice: User, bob: User, scheme: object
) -> None:
    game = play_on(start_game(alice, bob), 3)
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    page.goto("/lobby/")
    page.get_by_label("Colours").select_option("clear")
    page.locator("form", has=page.get_by_label("Colours")).get_by_role("button").click()

    for address in (f"/g/{game.code}/", f"/g/{game.code}/at/3/"):
        page.goto(address)
        tile = page.locator("#board .tile").first
        colour = (tile.get_attribute("class") or "").split("colour-")[1][0]
        expect(tile).to_be_visible()
        assert pixel(page, "#board .tile", 0.5, 0.5) == tiles_in("clear")[colour]
        check_accessibility(page)


def test_stones_have_the_chosen_colours(visit: Visit, alice: User, bob: User) -> None:
    game = start_game(alice, bob, engine_slug="shifting_stones")
    User.objects.filter(pk=alice.pk).update(palette="clear")
    page = visit(alice)
    page.goto(f"/g/{game.code}/")

    side = page.locator(".stone-cell").first.get_attribute("data-side") or ""
    page.locator(".flip-button .stone-mini").first.wait_for()
    # Beside the sign and above the middle, where the shine has ended.
    painted = pixel(page, ".stone-cell .stone-art", 0.12, 0.5)
    wanted = stones_in("clear")[side]
    parts = [[int(it[place : place + 2], 16) for place in (1, 3, 5)] for it in (painted, wanted)]
    assert max(abs(a - b) for a, b in zip(*parts, strict=True)) <= 30, (painted, wanted)
    check_accessibility(page)


SMALL = """(pixels) => {
  for (const tile of document.querySelectorAll("svg.tile")) {
    tile.style.inlineSize = tile.style.blockSize = `${pixels}px`;
  }
  return [...document.querySelectorAll("svg.tile .letter")].map((letter) => {
    const [tile, box] = [letter.closest("svg"), letter].map((it) => it.getBoundingClientRect());
    const high = parseFloat(getComputedStyle(letter).fontSize) * tile.height;
    // The box of a letter is as high as a line; a capital is some seven tenths of it.
    const inside = box.left >= tile.left - 0.5 && box.top + 0.15 * high >= tile.top - 0.5;
    return [tile.width, high * 0.7, inside];
  });
}"""


@pytest.mark.parametrize("language", ["en", "ru", "he"])
def test_letters_on_tiles_of_24_pixels_are_seven_pixels_high(
    visit: Visit, alice: User, bob: User, language: str
) -> None:
    game = play_on(start_game(alice, bob), 3)
    User.objects.filter(pk=alice.pk).update(tile_letters=True)
    page = visit(alice, locale=language)
    page.goto(f"/g/{game.code}/")

    found = page.evaluate(SMALL, 24)

    assert len(found) > 36
    assert all(width == 24 and high >= 7 and inside for width, high, inside in found), found[0]
    check_fits(page)
