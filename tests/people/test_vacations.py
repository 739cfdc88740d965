"""How long, how far ahead and how often somebody can be away; and changing one's mind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User, Vacation
from games.machinery.errors import ServiceError
from games.models import Game
from games.people.services import vacations
from tests.factories import log_in
from tests.playing import play_on, start_game, user_to_act

DAY = timedelta(days=1)
NOVEMBER = datetime(2026, 11, 16, 9, tzinfo=UTC)
NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def traveller() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(NOVEMBER, tick=False) as coordinates:
        yield coordinates


def go(user: User, starts_at: datetime, days: float) -> Vacation:
    return vacations.go_away(user=user, starts_at=starts_at, ends_at=starts_at + days * DAY)


def refusal(user: User, starts_at: datetime, days: float) -> str:
    with pytest.raises(ServiceError) as refused:
        go(user, starts_at, days)
    return refused.value.code


def days_left(user: User) -> float:
    return vacations.days_left(user, timezone.now())


def test_a_planned_vacation_can_be_cancelled_and_its_days_come_back(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 2)
    away = user_to_act(game)
    go(away, NOVEMBER + DAY, 10)
    assert Game.objects.get().deadline == game.deadline + 10 * DAY

    vacations.come_back(user=away)

    away.refresh_from_db()
    assert (away.away_from, away.away_until) == (None, None)
    assert days_left(away) == 30
    assert Game.objects.get().deadline == game.deadline
    assert not Vacation.objects.exists()
    go(away, NOVEMBER + 2 * DAY, 5)


def test_the_page_shows_a_planned_vacation_and_cancels_it(alice: User) -> None:
    browser = log_in(alice)
    browser.post("/settings/vacation/", {"first_day": "2026-12-20", "last_day": "2026-12-24"})

    page = browser.get("/settings/vacation/").content.decode()
    assert "Vacation: 20 Dec 2026 to 24 Dec 2026" in page
    assert "Cancel vacation" in page
    answer = browser.post("/settings/vacation/end/", follow=True).content.decode()

    assert "Your vacation has been cancelled." in answer
    assert "You have 30 of 30 days left" in answer
    assert "Start vacation" in answer


def test_days_of_a_vacation_that_was_cut_short_come_back_though_another_was_cancelled(
    alice: User, traveller: time_machine.Coordinates
) -> None:
    go(alice, NOVEMBER + 30 * DAY, 5)
    vacations.come_back(user=alice)
    go(alice, NOVEMBER, 10)
    traveller.shift(4 * DAY)

    vacations.come_back(user=alice)

    assert days_left(alice) == 26


def test_a_vacation_over_new_year_takes_its_days_from_both_years(
    alice: User, traveller: time_machine.Coordinates
) -> None:
    go(alice, NEW_YEAR - 20 * DAY, 30)
    traveller.move_to(NEW_YEAR + 11 * DAY)

    assert days_left(alice) == 20
    assert refusal(alice, timezone.now(), 21) == "too-many-days"


def test_next_years_days_cannot_be_taken_beforehand_and_again(
    alice: User, traveller: time_machine.Coordinates
) -> None:
    go(alice, NOVEMBER, 25)
    traveller.shift(26 * DAY)
    go(alice, NEW_YEAR, 30)
    traveller.move_to(NEW_YEAR + 30 * DAY)

    assert days_left(alice) == 0
    assert refusal(alice, timezone.now(), 1) == "too-many-days"


def test_days_left_this_year_do_not_limit_those_of_the_next(alice: User) -> None:
    go(alice, NOVEMBER, 25)
    alice.vacations.update(ends_at=NOVEMBER + 25 * DAY)
    User.objects.update(away_from=None, away_until=None)

    go(alice, NEW_YEAR, 28)


@pytest.mark.parametrize(
    ("ahead", "days", "code"),
    [
        (367, 2, "vacation-too-far"),
        (2_000_000, 2, "vacation-too-far"),
        (0, 31, "too-many-days"),
        (40, 31, "too-many-days"),
        (0, 2_000_000, "too-many-days"),
        (0, 0, "bad-vacation"),
        (5, -1, "bad-vacation"),
    ],
)
def test_refuses_a_vacation_out_of_all_bounds(
    alice: User, ahead: int, days: int, code: str
) -> None:
    assert refusal(alice, NOVEMBER + ahead * DAY, days) == code


def test_nobody_leaves_and_comes_back_all_year(alice: User) -> None:
    Vacation.objects.bulk_create(
        Vacation(user=alice, starts_at=NOVEMBER, ends_at=NOVEMBER)
        for _ in range(vacations.MOST_A_YEAR)
    )

    assert refusal(alice, NOVEMBER, 1) == "too-many-vacations"


def test_more_days_than_a_year_has_are_a_year(alice: User, settings: object) -> None:
    settings.VACATION_DAYS = 10**9

    assert days_left(alice) == 366
