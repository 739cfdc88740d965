"""What a phone shows above the board: whose turn it is, everybody's points, and new talk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.services import talk
from tests.browser.conftest import SIZES, Visit
from tests.browser.test_interruptions import wait_for_stream
from tests.factories import UserFactory
from tests.stones import start_stones
from tests.tables import play_on, start_game, user_to_act, user_waiting

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
