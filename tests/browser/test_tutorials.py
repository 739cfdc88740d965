"""Learning by doing, in a real browser: each tutorial to its end, by taps and by keys."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.utils import translation
from playwright.sync_api import Page, expect

from accounts.models import User
from games.kinds import KINDS
from games.learning.practice import attempt
from games.models import Learned
from tests.browser import hands, stone_hands
from tests.browser.conftest import SIZES, Visit, check_accessibility, check_fits
from tests.browser.lessons import Hands, by_keys, by_taps
from tests.browser.test_sizes import SMALL, check_sizes
from tests.learning.turns import solution, wrong_turn

GAMES = pytest.mark.parametrize("slug", list(KINDS))
TAPPING = {"viewport": SIZES["phone"], "has_touch": True}
TYPING = {"viewport": SIZES["laptop"]}


def learn(page: Page, slug: str, play: Hands) -> None:
    """Every step, after a wrong try wherever one is allowed by the rules."""
    # The game asks before a turn that does nothing, or that loses.
    page.on("dialog", lambda dialog: dialog.accept())
    kind = KINDS[slug]
    page.goto("/")
    page.get_by_role("link", name=f"Learn {kind.name} in five minutes").click()
    wrong_tries = 0
    for number, step in enumerate(kind.tutorial.steps, start=1):
        page.wait_for_url(f"**/learn/{slug}/{number}/")
        expect(page.locator("#lesson-title")).to_have_text(str(step.title))
        if wrong := wrong_turn(kind, step):
            wrong_tries += 1
            play(page, wrong)
            expect(page.get_by_role("alert")).to_be_visible()
            expect(page.locator("#next-step")).to_have_count(0)
        play(page, solution(kind, step))
        expect(page.locator("#next-step")).to_be_focused()
        expect(page.locator("#praise")).to_contain_text(str(step.praise))
        if play is by_taps:
            page.locator("#next-step").tap()
        else:
            page.keyboard.press("Enter")
    assert wrong_tries >= 4
    page.wait_for_url(f"**/learn/{slug}/done/")


@GAMES
@pytest.mark.parametrize(
    ("play", "screen"), [(by_taps, TAPPING), (by_keys, TYPING)], ids=["taps", "keys"]
)
def test_a_stranger_learns_a_game_from_the_front_page_into_a_first_game(
    visit: Visit, slug: str, play: Hands, screen: dict[str, Any]
) -> None:
    page = visit(**screen)

    learn(page, slug, play)

    expect(page.get_by_role("heading", level=1)).to_have_text(f"You know {KINDS[slug].name}")
    expect(page.locator("#first-game")).to_be_visible()
    assert not Learned.objects.exists()
    check_fits(page)
    check_accessibility(page)

    page.locator("#first-game").click()

    page.wait_for_url("**/g/*/")
    expect(page.locator("#tip")).to_be_visible()
    guest = User.objects.get()
    assert guest.is_guest
    assert guest.learned.get().steps == list(KINDS[slug].tutorial.names)
    bots = [seat.bot for seat in guest.seats_taken.get().game.players.all() if seat.bot]
    assert bots == [KINDS[slug].easiest_bot]
    check_fits(page)
    check_accessibility(page)


def test_a_step_is_learned_in_hebrew_on_a_phone(visit: Visit) -> None:
    page = visit(locale="he-IL", **TAPPING)
    kind = KINDS["qwirkle"]
    step = kind.tutorial.steps[2]
    with translation.override("he"):
        title, hint, praise = str(step.title), str(step.hint), str(step.praise)
        wrong = str(step.judge(attempt(kind, step, wrong_turn(kind, step))))
    page.goto("/learn/qwirkle/3/")
    assert page.evaluate("document.documentElement.dir") == "rtl"
    expect(page.locator("#lesson-title")).to_have_text(title)

    page.locator("#hint summary").tap()
    expect(page.locator("#hint p")).to_have_text(hint)
    page.locator("#hint summary").tap()
    by_taps(page, wrong_turn(kind, step))
    expect(page.get_by_role("alert")).to_have_text(wrong)
    by_taps(page, solution(kind, step))

    expect(page.locator("#praise")).to_contain_text(praise)
    check_fits(page)
    check_accessibility(page)
    page.locator("#next-step").tap()
    page.wait_for_url("**/learn/qwirkle/4/")


def test_the_rules_own_words_say_why_a_square_is_dead(visit: Visit) -> None:
    page = visit(**TYPING)
    page.goto("/learn/qwirkle/5/")

    hands.tap(page, "rd", 2, 0)

    expect(page.locator("#preview")).to_contain_text("A line must be all one colour")
    expect(page.locator("#play-button")).to_be_disabled()


def test_a_tile_is_dragged_in_a_tutorial_as_in_a_game(visit: Visit) -> None:
    page = visit(**TYPING)
    page.goto("/learn/qwirkle/3/")

    hands.drag(page, "rd", 2, 0)
    expect(page.locator("#play-button")).to_have_text("Play for 5 points")
    page.locator("#undo").click()
    hands.expect_draft(page, 0)
    page.goto("/learn/shifting_stones/2/")
    stone_hands.by_dragging(page, {"kind": "swap", "cells": [3, 4], "card": "p1-09"})
    expect(page.locator(".steps .step")).to_have_count(1)


def test_a_hint_is_there_when_it_is_asked_for_and_moves_nothing(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit(viewport=size)
    page.goto("/learn/qwirkle/3/")
    board = page.locator("#board-area")
    before = board.bounding_box()

    expect(page.get_by_text("Above the blue diamond")).to_be_hidden()
    page.locator("#hint summary").click()

    expect(page.get_by_text("Above the blue diamond")).to_be_in_viewport()
    assert board.bounding_box() == before
    check_accessibility(page)


def test_a_wrong_try_moves_nothing_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=SIZES["phone"])
    page.goto("/learn/qwirkle/3/")
    before = page.locator("#hand").bounding_box()

    hands.tap(page, "rt", -1, 0)
    page.locator("#play-button:enabled").click()

    expect(page.get_by_role("alert")).to_contain_text("That fits, but it makes one line.")
    assert page.locator("#hand").bounding_box() == before


@GAMES
def test_a_step_fits_on_every_screen(visit: Visit, slug: str) -> None:
    page = visit()
    last = len(KINDS[slug].tutorial.steps)
    for step in (1, 5, last):
        page.goto(f"/learn/{slug}/{step}/")
        check_sizes(page)


@GAMES
def test_what_was_right_fits_on_every_screen(visit: Visit, slug: str) -> None:
    page = visit(has_touch=True)
    page.goto(f"/learn/{slug}/1/")
    by_taps(page, solution(KINDS[slug], KINDS[slug].tutorial.steps[0]))

    expect(page.locator("#next-step")).to_be_visible()
    check_sizes(page)


@pytest.mark.parametrize("language", ["fr", "ru", "he"])
@GAMES
def test_longer_words_push_nothing_away(visit: Visit, slug: str, language: str) -> None:
    page = visit(locale=language)
    for step in range(1, len(KINDS[slug].tutorial.steps) + 1):
        page.goto(f"/learn/{slug}/{step}/")
        check_sizes(page, SMALL)


ALL_SEEN = "words => words.scrollHeight <= words.clientHeight + 1"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@GAMES
def test_all_that_a_step_says_is_seen_on_a_phone(visit: Visit, slug: str, language: str) -> None:
    page = visit(locale=language)
    kind, cut = KINDS[slug], []
    for number, step in enumerate(kind.tutorial.steps, start=1):
        for turn in filter(None, (wrong_turn(kind, step), solution(kind, step))):
            played = urlencode({"played": json.dumps(turn)})
            page.goto(f"/learn/{slug}/{number}/?{played}")
            for width, height in ((360, 740), (740, 360)):
                page.set_viewport_size({"width": width, "height": height})
                said = page.locator(".lesson-words, .lesson-done").all()
                cut += [words.inner_text() for words in said if not words.evaluate(ALL_SEEN)]
    assert cut == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
@GAMES
def test_everybody_can_read_a_step(
    visit: Visit, slug: str, size: dict[str, int], scheme: Any, locale: str
) -> None:
    page = visit(viewport=size, color_scheme=scheme, locale=locale)
    page.goto(f"/learn/{slug}/3/")

    check_fits(page)
    check_accessibility(page)


@pytest.mark.parametrize("language", ["en", "ru", "he"])
@GAMES
def test_the_way_into_a_first_game_is_seen_at_once(visit: Visit, slug: str, language: str) -> None:
    page = visit(locale=language)
    for width, height in ((360, 740), (740, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/learn/{slug}/done/")
        expect(page.locator("#first-game")).to_be_in_viewport(ratio=1)
        check_accessibility(page)


def test_nothing_moves_for_who_wants_no_motion(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.goto("/learn/qwirkle/done/")

    running = "document.getAnimations().length"
    assert page.evaluate(running) == 0
    lively = visit(reduced_motion="no-preference")
    lively.goto("/learn/qwirkle/done/")
    assert lively.locator(".finale-pieces svg").evaluate_all(
        "all => all.every(one => getComputedStyle(one).animationName === 'pop')"
    )


def test_a_step_is_played_without_scripts(visit: Visit) -> None:
    page = visit(java_script_enabled=False, viewport=SIZES["phone"])
    page.goto("/learn/qwirkle/3/")

    page.locator("select[name=where]").select_option("rd@2,0")
    page.locator(".inline-form button").first.click()
    page.locator("#play-button").click()

    expect(page.locator("#praise")).to_contain_text("Both lines count.")
    page.locator("#next-step").click()
    expect(page).to_have_url(re.compile("/learn/qwirkle/4/$"))
