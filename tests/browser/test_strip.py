"""What a phone shows above the board: whose turn it is, everybody's points, and new talk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.play.services import talk
from tests.browser.conftest import SIZES, Visit
from tests.browser.test_interruptions import wait_for_stream
from tests.factories import UserFactory
from tests.playing import play_on, start_game, user_to_act, user_waiting
from tests.shifting_stones.tables import start_stones

OUT_OF_SIGHT = """() => {
  const frame = document.querySelector(".strip").getBoundingClientRect();
  return [...document.querySelectorAll(".score-strip li, .score-strip b")].filter((place) => {
    const box = place.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.left < frame.left || box.right > frame.right || !place.contains(top);
  }).map((place) => place.textContent.trim());
}"""


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_everybodys_points_and_whose_turn_it_is_are_in_sight(visit: Visit, seats: int) -> None:
    names = [f"a_rather_long_name_number_{number}" for number in range(seats)]
    game = play_on(start_game(*(UserFactory(username=name) for name in names)), seats + 1)
    page = visit()

    for width, height in ((320, 480), (360, 640), (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/g/{game.code}/")
        expect(page.locator(".score-strip li")).to_have_count(seats)
        assert page.evaluate(OUT_OF_SIGHT) == []
        current = page.locator(".score-strip .is-current")
        expect(current).to_contain_text(user_to_act(game).username)
        expect(current).to_be_in_viewport()


BEHEADED = """() => [...document.querySelectorAll("[class$=-name] > bdi")].filter((name) => {
  const first = document.createRange();
  first.setStart(name.firstChild, 0);
  first.setEnd(name.firstChild, 1);
  const letter = first.getBoundingClientRect();
  const frame = name.parentElement.getBoundingClientRect();
  return frame.width > 1 && (letter.left < frame.left - 1 || letter.right > frame.right + 1);
}).map((name) => name.parentElement.className)"""


@pytest.mark.parametrize("start", [start_game, start_stones])
def test_a_long_name_is_cut_at_its_end_whichever_way_the_page_reads(
    visit: Visit, start: Callable[..., Game]
) -> None:
    latin, hebrew = "a_name_of_thirty_letters_" + "abcde", "א" + "ב" * 29
    game = play_on(
        start(UserFactory(username=latin), UserFactory(username=hebrew, email="aleph@example.org")),
        2,
    )

    for language in ("en", "he"):
        page = visit(viewport={"width": 320, "height": 480}, locale=language)
        page.goto(f"/g/{game.code}/")
        expect(page.locator(".strip-name > bdi")).to_have_count(2)
        assert page.evaluate(BEHEADED) == []


def test_of_two_names_neither_is_cut_while_the_other_has_room(visit: Visit, alice: User) -> None:
    game = start_game(alice, UserFactory(username="Wolfgang_2"))
    page = visit(viewport={"width": 360, "height": 640})
    page.goto(f"/g/{game.code}/")

    names = page.locator(".strip-name bdi")

    for width, room in names.evaluate_all("all => all.map((e) => [e.scrollWidth, e.clientWidth])"):
        assert 0 < width <= room


@pytest.mark.parametrize("screen", [SIZES["phone"], {"width": 667, "height": 375}])
def test_new_talk_is_seen_from_the_board_until_it_was_read(
    visit: Visit, alice: User, bob: User, screen: dict[str, int]
) -> None:
    game = start_stones(alice, bob)
    page = visit(user_to_act(game), viewport=screen)
    page.goto(f"/g/{game.code}/")
    wait_for_stream(page)
    badge, words = page.locator("#new-talk"), page.locator("#talk-list")
    expect(badge).to_be_hidden()

    for number in (1, 2):
        talk.say(game_id=game.pk, user=user_waiting(game), text=f"hello {number}")
        expect(badge).to_be_in_viewport()
        expect(page.locator("#new-talk-count")).to_have_text(str(number))
    expect(words).not_to_be_in_viewport()
    badge.click()

    expect(words).to_be_in_viewport()
    expect(badge).to_be_hidden()
