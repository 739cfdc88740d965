"""Reports, from the click of a player to the answer they read."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Game, Notification, Report
from games.moderation.services import games, reports
from games.play.services import talk
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.playing import start_game

FORM = {"category": "abuse", "text": "Not nice."}


def test_reports_a_message_with_who_said_it(game: Game, alice: User, bob: User) -> None:
    message = talk.say(game_id=game.pk, user=bob, text="a rude word")
    browser = log_in(alice)
    page = browser.get(f"/g/{game.code}/").content.decode()
    address = f"/g/{game.code}/report/?message={message.pk}"
    assert address in page
    assert "a rude word" in browser.get(address).content.decode()

    assert browser.post(address, FORM).status_code == 302

    report = Report.objects.get()
    assert (report.reporter, report.person, report.game) == (alice, bob, game)
    assert (report.message, report.category, report.text) == (message, "abuse", "Not nice.")


def test_reports_a_game_and_a_person(game: Game, alice: User, bob: User) -> None:
    browser = log_in(alice)

    assert browser.post(f"/g/{game.code}/report/", FORM).status_code == 302
    assert browser.post("/people/bob/report/", FORM).status_code == 302

    assert [(r.game, r.person) for r in Report.objects.order_by("pk")] == [
        (game, None),
        (None, bob),
    ]


def test_the_same_thing_is_not_reported_twice(game: Game, alice: User) -> None:
    browser = log_in(alice)
    browser.post(f"/g/{game.code}/report/", FORM)

    page = browser.post(f"/g/{game.code}/report/", FORM)

    assert page.status_code == 409
    assert "already reported this" in page.content.decode()
    assert Report.objects.count() == 1


@pytest.mark.usefixtures("still")
def test_nobody_reports_more_than_a_few_times_a_day(alice: User) -> None:
    browser = log_in(alice)
    for _ in range(reports.MOST_A_DAY):
        assert browser.post(f"/people/{UserFactory().username}/report/", FORM).status_code == 302

    page = browser.post(f"/people/{UserFactory().username}/report/", FORM)

    assert page.status_code == 429
    assert "try again tomorrow" in page.content.decode()
    assert Report.objects.count() == reports.MOST_A_DAY


@pytest.mark.parametrize(
    "form", [{}, {"category": "nonsense"}, {"category": "abuse", "text": "x" * 1001}]
)
def test_refuses_a_report_that_says_nothing_or_too_much(
    game: Game, alice: User, form: dict[str, str]
) -> None:
    assert log_in(alice).post(f"/g/{game.code}/report/", form).status_code == 422
    assert not Report.objects.exists()


def test_nothing_is_reported_that_one_cannot_see(
    game: Game, alice: User, bob: User, charlie: User
) -> None:
    private = start_game(alice, bob, public=False)
    said = talk.say(game_id=private.pk, user=bob, text="secret")
    browser = log_in(charlie)

    assert browser.get(f"/g/{private.code}/report/").status_code == 404
    assert browser.get(f"/g/{game.code}/report/?message={said.pk}").status_code == 404
    assert browser.get(f"/g/{game.code}/report/?message=9999999999999999999").status_code == 404
    assert browser.get(f"/g/{game.code}/report/?message=x").status_code == 404
    assert browser.get("/people/charlie/report/").status_code == 404
    assert log_in().post(f"/g/{game.code}/report/", FORM).status_code == 302
    assert not Report.objects.exists()


def test_one_reports_neither_oneself_nor_ones_own_words(game: Game, alice: User) -> None:
    said = talk.say(game_id=game.pk, user=alice, text="oops")

    assert log_in(alice).get(f"/g/{game.code}/report/?message={said.pk}").status_code == 404
    with pytest.raises(ServiceError) as refused:
        reports.report(reporter=alice, category="other", person=alice)
    assert refused.value.code == "that-is-you"


def test_an_answer_closes_the_report_and_reaches_who_made_it(
    game: Game, mona: User, alice: User
) -> None:
    report = reports.report(reporter=alice, category="stalling", game=game)
    reports.assign(by=mona, report_id=report.pk, why="mine", to=mona)

    reports.answer(
        by=mona, report_id=report.pk, why="slow, but in time", upheld=False, answer="All in time."
    )

    report.refresh_from_db()
    assert (report.status, report.assigned_to) == ("dismissed", mona)
    notice = alice.notifications.get(kind=Notification.Kind.NOTICE)
    assert notice.game == game
    page = log_in(alice).get("/reports/").content.decode()
    assert "All in time." in page
    assert "slow, but in time" not in page
    with pytest.raises(ServiceError) as refused:
        reports.answer(by=mona, report_id=report.pk, why="again", upheld=True, answer="x")
    assert refused.value.code == "closed-already"


def test_nobody_judges_their_own_report_or_one_about_themselves(
    game: Game, mona: User, sena: User, alice: User
) -> None:
    own = reports.report(reporter=mona, category="other", game=game)
    about = reports.report(reporter=alice, category="abuse", person=sena)

    for by, report in ((mona, own), (sena, about)):
        with pytest.raises(ServiceError) as refused:
            reports.answer(by=by, report_id=report.pk, why="so", upheld=False, answer="no")
        assert refused.value.code == "concerns-you"
        with pytest.raises(ServiceError):
            reports.assign(by=sena, report_id=report.pk, why="so", to=by)


def test_a_report_can_only_go_to_somebody_who_may_answer_it(
    game: Game, mona: User, alice: User, bob: User
) -> None:
    report = reports.report(reporter=alice, category="other", game=game)

    with pytest.raises(ServiceError) as refused:
        reports.assign(by=mona, report_id=report.pk, why="so", to=bob)

    assert refused.value.code == "not-allowed"


def test_a_hidden_message_is_not_offered_for_reporting(
    game: Game, mona: User, alice: User, bob: User
) -> None:
    said = talk.say(game_id=game.pk, user=bob, text="rude")
    games.hide_message(by=mona, game_id=game.pk, why="rude", message_id=said.pk)

    assert log_in(alice).get(f"/g/{game.code}/report/?message={said.pk}").status_code == 404


def test_a_table_that_waits_can_be_reported(alice: User, bob: User) -> None:
    table = tables.open_table(opener=bob, engine_slug="qwirkle", seats=2)

    assert log_in(alice).post(f"/g/{table.code}/report/", FORM).status_code == 302
