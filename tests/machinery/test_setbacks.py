"""One game that fails is one game: the others go on, and a moderator sees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.bounds import LATEST
from accounts.models import User
from games import tasks
from games.machinery import rounds
from games.models import Game, Notification, Player, Setback, TaskRun
from games.moderation import selectors
from games.people.services import vacations
from games.play.services import expiry
from games.tables.services import housekeeping, tables
from tests.factories import UserFactory, log_in
from tests.machinery.test_lanes import bots_turn
from tests.playing import play_on, start_game

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@pytest.fixture
def traveller() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(MONDAY, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def owner(db: None) -> User:
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


def due_games(count: int, **choices: object) -> list[Game]:
    return [
        play_on(start_game(UserFactory(), UserFactory(), turn_time=DAY, **choices), 2)
        for _ in range(count)
    ]


def first_player(game: Game) -> User:
    return game.players.get(seat=0).user


def test_a_game_that_cannot_be_read_keeps_no_other_turn_from_running_out(
    owner: User, traveller: time_machine.Coordinates, unreadable: set[int]
) -> None:
    games = due_games(3)
    unreadable.add(first_player(games[0]).pk)
    expiry.enforce_deadlines()
    traveller.shift(30 * MINUTE)
    Game.objects.update(deadline=datetime.now(UTC), remind_at=datetime.now(UTC))

    assert expiry.send_reminders() == 2
    assert expiry.enforce_deadlines() == 2

    setbacks = {it.task: it for it in Setback.objects.all()}
    assert set(setbacks) == {"deadline", "reminder"}
    assert setbacks["deadline"].game_id == games[0].pk
    assert "year" in setbacks["deadline"].error
    assert TaskRun.objects.get(name=expiry.ENFORCE).error == ""
    desk = log_in(owner).get("/admin/").content.decode()
    assert games[0].code in desk
    assert "year" in desk
    page = log_in(owner).get(f"/admin/games/game/{games[0].pk}/change/")
    assert page.status_code == 200
    assert "its data can't be read" in page.content.decode()


def test_what_failed_is_tried_again_with_growing_pauses_and_forgotten_once_it_goes_well(
    traveller: time_machine.Coordinates, unreadable: set[int]
) -> None:
    (game,) = due_games(1)
    unreadable.add(first_player(game).pk)
    expiry.enforce_deadlines()
    Game.objects.update(deadline=datetime.now(UTC))
    tried = []
    for minute in range(120):
        expiry.enforce_deadlines()
        if Setback.objects.get().tried_at == datetime.now(UTC):
            tried.append(minute)
        traveller.shift(MINUTE)

    assert tried == [0, 5, 15, 35, 75]
    assert (Setback.objects.get().times, Setback.objects.get().since) == (5, MONDAY)
    unreadable.clear()
    traveller.shift(40 * MINUTE)
    assert expiry.enforce_deadlines() == 1
    assert not Setback.objects.exists()


def test_bad_games_in_front_do_not_hide_the_others(
    traveller: time_machine.Coordinates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "MOST_AT_ONCE", 2)
    games = due_games(5)
    for bad in games[:4]:
        Game.objects.filter(pk=bad.pk).update(engine_slug="chess")
    expiry.enforce_deadlines()
    for number, game in enumerate(games):
        early = datetime.now(UTC) - DAY + number * MINUTE
        Game.objects.filter(pk=game.pk).update(deadline=early)

    assert expiry.enforce_deadlines() == 1
    assert Setback.objects.count() == 4


def test_a_long_round_gives_way_and_the_next_goes_on(
    traveller: time_machine.Coordinates, monkeypatch: pytest.MonkeyPatch
) -> None:
    due_games(2)
    expiry.enforce_deadlines()
    Game.objects.update(deadline=datetime.now(UTC))

    with monkeypatch.context() as hurried:
        hurried.setattr(rounds, "LONGEST_SECONDS", -1)
        assert expiry.enforce_deadlines() == 0
    assert expiry.enforce_deadlines() == 2


def test_a_game_that_went_on_by_other_means_is_no_longer_shown_nor_kept_waiting(
    traveller: time_machine.Coordinates,
) -> None:
    (game,) = due_games(1)
    Game.objects.update(engine_slug="chess", deadline=datetime.now(UTC))
    expiry.enforce_deadlines()
    assert selectors.set_aside().count == 1
    Game.objects.update(engine_slug="qwirkle", deadline=game.deadline)
    traveller.shift(MINUTE)
    play_on(Game.objects.get(), 1)

    assert selectors.set_aside().count == 0
    Game.objects.update(deadline=datetime.now(UTC))
    assert expiry.enforce_deadlines() == 1
    tasks.housekeeping()
    assert not Setback.objects.exists()


@pytest.mark.parametrize("engine", ["qwirkle", "shifting_stones"])
def test_a_bot_that_fails_makes_do_and_says_so_until_it_plays_well(
    alice: User, owner: User, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables.play_now(user=alice, engine_slug=engine)
    if game.to_act == 0:
        play_on(game, 1)
    game = Game.objects.get()
    name = game.players.get(seat=game.to_act).bot

    def fails(view: object, thinking: object) -> list[object]:
        raise RecursionError("thought too deep")

    with monkeypatch.context() as broken:
        bots = game.kind.bots
        broken.setitem(bots, name, replace(bots[name], choose=fails))
        tasks.play_bot(game.pk)

    assert Game.objects.get().ply > game.ply
    setback = Setback.objects.get()
    assert (setback.made_do, setback.error) == (True, "RecursionError: thought too deep")
    page = log_in(owner).get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert "a simple move was made instead" in page
    game = Game.objects.get()
    if game.is_active and not game.players.get(seat=game.to_act).bot:
        play_on(game, 1)
    tasks.play_bot(game.pk)
    assert not Setback.objects.exists()


def test_a_bot_that_cannot_play_at_all_is_set_aside(alice: User, owner: User) -> None:
    game = bots_turn(alice)
    Game.objects.update(engine_slug="chess", moved_at=datetime.now(UTC) - MINUTE)

    tasks.play_bot(game.pk)
    tasks.play_waiting_bots()

    assert Setback.objects.get().times == 1  # its pause is not over yet
    assert game.code in log_in(owner).get("/admin/").content.decode()
    assert log_in(owner).get(f"/admin/games/game/{game.pk}/change/").status_code == 200


def test_one_table_that_cannot_be_closed_keeps_no_other_open(unreadable: set[int]) -> None:
    hosts = [UserFactory() for _ in range(3)]
    for host in hosts:
        tables.open_table(opener=host, engine_slug="qwirkle", seats=2)
    Game.objects.update(created_at=datetime.now(UTC) - 31 * DAY)
    unreadable.add(hosts[0].pk)

    assert housekeeping.close_forgotten_tables() == 2

    assert Game.objects.get(status="open").players.values_list("user", flat=True)[0] == hosts[0].pk
    assert Setback.objects.get().task == "closing"
    assert Notification.objects.count() == 2


def test_a_vacation_moves_the_deadlines_that_it_can(
    alice: User, owner: User, unreadable: set[int]
) -> None:
    others = [UserFactory() for _ in range(2)]
    games = [start_game(alice, other, turn_time=DAY) for other in others]
    for game in games:
        Game.objects.filter(pk=game.pk).update(to_act=0)
    before = dict(Game.objects.values_list("pk", "deadline"))
    unreadable.add(others[0].pk)
    start = datetime.now(UTC)

    vacations.go_away(user=alice, starts_at=start, ends_at=start + 3 * DAY)

    after = dict(Game.objects.values_list("pk", "deadline"))
    assert after[games[0].pk] == before[games[0].pk]
    assert after[games[1].pk] > before[games[1].pk] + 2 * DAY
    assert Setback.objects.get().game_id == games[0].pk
    desk = log_in(owner).get("/admin/").content.decode()
    assert "A player&#x27;s vacation" in desk
    assert "next try" not in desk


@pytest.mark.parametrize("broken", [True, False], ids=["unreadable", "far away"])
def test_after_an_outage_one_bad_game_keeps_no_other_deadline_from_moving(
    traveller: time_machine.Coordinates, broken: bool, unreadable: set[int]
) -> None:
    """Neither one that cannot be loaded, nor one whose deadline would leave our days."""
    games = due_games(3, weekends_off=broken)
    expiry.enforce_deadlines()
    before = dict(Game.objects.values_list("pk", "deadline"))
    if broken:
        unreadable.update(games[0].players.values_list("user", flat=True))
    else:
        Game.objects.filter(pk=games[0].pk).update(deadline=LATEST, remind_at=LATEST)
    traveller.shift(5 * 60 * MINUTE)

    assert expiry.enforce_deadlines() == 0

    after = dict(Game.objects.values_list("pk", "deadline"))
    for game in games[1:]:
        assert after[game.pk] == before[game.pk] + 5 * 60 * MINUTE
    assert after[games[0].pk] == (before[games[0].pk] if broken else LATEST)
    assert Setback.objects.filter(game=games[0]).exists() == broken


def test_a_game_that_is_gone_meanwhile_is_nobodys_trouble(db: None) -> None:
    tasks.play_bot(12345)

    assert not Setback.objects.exists()
    assert not Player.objects.exists()
