"""The desk and its pages: what they show, to whom, and in how many queries."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.machinery import runs
from games.models import Act, Game, Move, Notification, Report, TaskRun
from games.moderation import overview
from games.moderation import selectors as moderation_selectors
from games.moderation.services import counting, games, reports
from games.play.services import talk
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game

HOUR = timedelta(hours=1)


def words(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200, address
    return page.content.decode()


def test_the_desk_shows_what_needs_somebody(game: Game, mona: User, alice: User, bob: User) -> None:
    reports.report(reporter=alice, category="stalling", person=bob)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - HOUR)
    User.objects.filter(pk=bob.pk).update(bounced_at=timezone.now(), bounce_reason="550 no")
    Notification.objects.update(state="failed", last_error="550 no")

    found = overview.overview(alice)

    assert (found.reports.count, found.overdue.count, found.bouncing.count) == (1, 1, 1)
    assert found.post.failed == Notification.objects.count() > 0
    page = words(log_in(mona), "/admin/")
    assert "Stalling on purpose" in page
    assert game.code in page
    assert "overdue for" in page


def test_a_bot_that_does_not_play_and_a_game_without_a_clock_are_stuck(
    alice: User, bob: User
) -> None:
    waiting, clockless = start_game(alice, bob), start_game(alice, bob)
    waiting.players.filter(seat=waiting.to_act).update(bot="greedy")
    Game.objects.filter(pk=waiting.pk).update(moved_at=timezone.now() - HOUR, deadline=None)
    Game.objects.filter(pk=clockless.pk).update(deadline=None)
    start_game(alice, bob)

    assert set(moderation_selectors.stuck(Game.objects.all())) == {waiting, clockless}


def test_a_task_is_late_when_its_time_is_long_over(db: None, alice: User, bob: User) -> None:
    start_game(alice, bob)
    now = timezone.now()
    TaskRun.objects.create(name="deliver", ran_at=now)
    TaskRun.objects.create(name="enforce_deadlines", ran_at=now - HOUR)

    late = {run.name: run.late for run in overview.runs()}

    assert late["deliver"] is False
    assert late["enforce_deadlines"] is True
    # A site that is new has had no time for what happens once a day.
    assert late["housekeeping"] is False
    Game.objects.update(created_at=now - timedelta(days=3))
    assert {run.name for run in overview.runs() if run.late} == {
        "enforce_deadlines",
        "send_reminders",
        "play_waiting_bots",
        "housekeeping",
        "forget_guests",
        "clear_expired_sessions",
        "count_days",
    }


def test_a_task_that_failed_shows_its_error_until_it_ran_to_its_end(mona: User) -> None:
    with pytest.raises(OSError, match="disk"), runs.noted("deliver"):
        raise OSError("the disk is full")
    runs.note_failure("mail server", "535 wrong password")

    page = log_in(mona).get("/admin/").content.decode()
    assert "OSError: the disk is full" in page
    assert "535 wrong password" in page
    assert TaskRun.objects.get(name="deliver").ran_at is None

    with runs.noted("deliver"):
        pass
    runs.note_success("mail server")
    page = log_in(mona).get("/admin/").content.decode()
    assert "the disk is full" not in page
    assert "535 wrong password" not in page


def test_the_plots_count_games_and_people_by_day(alice: User, bob: User) -> None:
    now = timezone.now()
    old = play_on(start_game(alice, bob), 3)
    play_on(start_game(alice, bob))
    Game.objects.filter(pk=old.pk).update(started_at=now - timedelta(days=5))
    Move.objects.filter(game=old, ply=0).update(made_at=now - timedelta(days=5))

    counting.count_days(now=now)
    plots = overview.overview(alice).plots

    running = [count for _day, count in plots["games"]]
    assert running[-7:] == [0, 1, 1, 1, 1, 1, 1]
    moved = [count for _day, count in plots["players"]]
    assert (moved[-6], moved[-1]) == (1, 2)
    assert len(moved) == 30


def test_players_and_visitors_do_not_come_in(alice: User, owner: User) -> None:
    assert log_in(alice).get("/admin/").status_code == 302
    assert log_in(alice).get("/admin/", follow=True).status_code == 403
    assert "login" in log_in().get("/admin/").headers["Location"]
    assert log_in(alice).post("/admin/act/ban/?on=1", {"why": "so"}).status_code == 302


def test_staff_need_a_second_factor_where_it_is_asked_for(mona: User, settings: Any) -> None:
    settings.STAFF_NEED_TWO_FACTORS = True
    browser = log_in(mona)

    refused = browser.get("/admin/", follow=True)
    assert refused.redirect_chain[-1][0] == "/accounts/2fa/"
    assert "two-factor authentication" in refused.content.decode()
    assert browser.get("/admin/games/game/").status_code == 302

    # Nor does it help that the person has one, if this session has not shown it.
    Authenticator.objects.create(user=mona, type="totp", data={"secret": "x"})
    assert browser.get("/admin/").status_code == 302
    assert browser.get("/admin/games/game/").status_code == 302


def fill(alice: User, bob: User, count: int) -> Game:
    moderator = User.objects.get(username="sena")
    for number in range(count):
        game = play_on(start_game(alice, bob, public=bool(number % 2)), 3 + number)
        talk.say(game_id=game.pk, user=alice, text=f"{number}")
        reports.report(reporter=UserFactory(), category="other", game=game, person=bob)
        games.extend(by=moderator, game_id=game.pk, why="so", span=HOUR)
    return game


@pytest.mark.parametrize("count", [2, 7])
def test_pages_of_the_desk_make_as_many_queries_with_much_as_with_little(
    sena: User,
    alice: User,
    bob: User,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = fill(alice, bob, count)
    report = Report.objects.latest("pk")
    browser = log_in(sena)
    browser.get("/admin/")

    for address, queries in {
        "/admin/": 25,
        "/admin/games/game/": 9,
        "/admin/games/report/": 8,
        "/admin/accounts/user/": 7,
        "/admin/games/notification/": 7,
        "/admin/games/act/": 8,
        f"/admin/games/game/{game.pk}/change/": 16,
        f"/admin/accounts/user/{bob.pk}/change/": 15,
        f"/admin/games/report/{report.pk}/change/": 10,
    }.items():
        with django_assert_num_queries(queries):
            words(browser, address)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("needs=overdue", "overdue"),
        ("needs=paused", "paused"),
        ("needs=reported", "reported"),
        ("bots=1", "bot"),
        ("status__exact=finished", "finished"),
        ("q=charlie", "charlie"),
    ],
)
def test_the_list_of_games_finds_them_by_what_is_wrong(
    mona: User, alice: User, bob: User, charlie: User, query: str, found: str
) -> None:
    made = {name: start_game(alice, bob) for name in ("overdue", "paused", "reported", "bot")}
    made["charlie"] = start_game(alice, charlie)
    made["finished"] = play_on(start_game(alice, bob))
    Game.objects.filter(pk=made["overdue"].pk).update(deadline=timezone.now() - HOUR)
    games.pause(by=mona, game_id=made["paused"].pk, why="so")
    reports.report(reporter=alice, category="other", game=made["reported"])
    made["bot"].players.filter(seat=0).update(bot="greedy")

    page = words(log_in(mona), f"/admin/games/game/?{query}")

    assert {name for name, game in made.items() if game.code in page} == {found}


def test_hands_and_bag_are_shown_to_a_senior_and_the_look_is_kept(game: Game, sena: User) -> None:
    browser = log_in(sena)
    page = browser.post(f"/admin/games/game/{game.pk}/hidden/", {"why": "a report"})

    assert page.status_code == 200
    assert page.content.decode().count('class="tile ') == 12 + len(game.state["bag"])
    assert Act.objects.get(what="look").why == "a report"
    assert browser.get(f"/admin/games/game/{game.pk}/hidden/").status_code == 405


def test_a_moderator_is_refused_hands_and_record(game: Game, mona: User) -> None:
    browser = log_in(mona)

    for what in ("hidden", "record"):
        address = f"/admin/games/game/{game.pk}/{what}/"
        refused = browser.post(address, {"why": "curious"}, follow=True)
        assert "allow that." in refused.content.decode()
    assert not Act.objects.filter(what="look").exists()


def test_who_plays_there_sees_neither_hands_nor_record(alice: User, bob: User, owner: User) -> None:
    game = play_on(start_game(owner, bob), 3)

    page = log_in(owner).post(
        f"/admin/games/game/{game.pk}/hidden/", {"why": "curious"}, follow=True
    )

    assert "playing in this game, so another moderator" in page.content.decode()
    assert not Act.objects.exists()


def test_a_record_is_downloaded_and_of_a_running_game_that_is_a_look(
    game: Game, sena: User, mona: User, alice: User, bob: User
) -> None:
    answer = log_in(sena).post(f"/admin/games/game/{game.pk}/record/", {"why": "a report"})

    assert json.loads(answer.content)["seed"] == bytes(game.seed).hex()
    assert Act.objects.filter(what="look", game=game).count() == 1
    over = play_on(start_game(alice, bob))
    answer = log_in(mona).post(f"/admin/games/game/{over.pk}/record/")
    assert json.loads(answer.content)["finished"] is True


def test_a_game_that_does_not_replay_is_marked(game: Game, mona: User) -> None:
    address = f"/admin/games/game/{game.pk}/change/"
    assert "all correct" in words(log_in(mona), address)

    Move.objects.filter(game=game, ply=2).update(points=99)

    assert "The points of an action differ." in words(log_in(mona), address)


def test_a_game_with_a_move_that_is_not_allowed_is_shown_and_marked(
    game: Game, mona: User, alice: User
) -> None:
    apart = {"kind": "place", "tiles": [["ro", 40, 0], ["ro", 42, 7]]}
    Move.objects.filter(game=game, ply=2).update(action=apart)

    page = words(log_in(mona), f"/admin/games/game/{game.pk}/change/")

    assert "An action in it isn&#x27;t allowed." in page
    assert log_in(alice).get(f"/g/{game.code}/").status_code == 200
    assert log_in(alice).get(f"/g/{game.code}/at/2/").status_code == 200
    assert log_in(alice).get(f"/g/{game.code}/at/3/").status_code == 404


def test_an_act_says_what_it_will_do_before_it_does_it(game: Game, mona: User) -> None:
    browser, address = log_in(mona), f"/admin/act/extend/?on={game.pk}"
    assert "Whoever&#x27;s turn it is gets more time" in words(browser, address)
    form = {"on": game.pk, "span": "86400", "why": "asked for it"}

    preview = browser.post("/admin/act/extend/", form)

    assert "gets 1 day more for this turn" in preview.content.decode()
    assert "Will be emailed: alice, bob." in preview.content.decode()
    assert Game.objects.get(pk=game.pk).deadline == game.deadline
    done = browser.post("/admin/act/extend/", form | {"confirmed": "1"}, follow=True)
    assert "Done: give more time." in done.content.decode()
    assert Game.objects.get(pk=game.pk).deadline == game.deadline + timedelta(days=1)


def test_an_act_without_a_reason_is_not_done(game: Game, mona: User) -> None:
    page = log_in(mona).post("/admin/act/pause/", {"on": game.pk, "why": ""})

    assert page.status_code == 422
    assert not Game.objects.get(pk=game.pk).is_paused


def test_many_games_at_once_each_on_its_own(mona: User, alice: User, bob: User) -> None:
    made = [start_game(alice, bob) for _ in range(3)]
    games.pause(by=mona, game_id=made[1].pk, why="already")
    browser = log_in(mona)
    chosen = {"action": "pause", "_selected_action": [game.pk for game in made]}

    page = browser.post("/admin/games/game/", chosen, follow=True)
    address, _ = page.redirect_chain[-1]
    assert page.content.decode().count("The clock stops.") == 2
    assert page.content.decode().count("There&#x27;s nothing to do here.") == 1
    numbers = ",".join(str(game.pk) for game in made)
    page = browser.post(address, {"on": numbers, "why": "a storm"}, follow=True)

    assert all(game.is_paused for game in Game.objects.all())
    assert "It&#x27;s already paused." in page.content.decode()
    assert "Done: pause the game (2)." in page.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "/admin/act/nonsense/?on=1",
        "/admin/act/pause/",
        "/admin/act/pause/?on=abc",
        "/admin/act/pause/?on=999999999",
        "/admin/act/pause/?on=99999999999999999999999",
        "/admin/act/warn/?on=-1",
        "/admin/games/game/999999999/change/",
        "/admin/games/game/99999999999999999999999/change/",
        "/admin/accounts/user/x/change/",
    ],
)
def test_what_is_not_there_is_not_found(owner: User, address: str) -> None:
    assert log_in(owner).get(address).status_code == 404


def test_a_role_without_an_act_cannot_open_its_page(game: Game, mona: User) -> None:
    page = log_in(mona).get(f"/admin/act/annul/?on={game.pk}", follow=True)

    assert "Your role doesn&#x27;t allow that." in page.content.decode()
    assert "Annul the game" not in words(log_in(mona), f"/admin/games/game/{game.pk}/change/")


def test_nothing_of_another_app_can_be_edited_here(owner: User) -> None:
    for address in ("auth/group/", "account/emailaddress/", "mfa/authenticator/"):
        assert log_in(owner).get(f"/admin/{address}").status_code == 404
