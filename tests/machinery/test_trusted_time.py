"""Whose clock counts, and what happens when clocks disagree."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection

from accounts.models import User
from games import now, tasks
from games.machinery import runs, trusted_time
from games.machinery.trusted_time import CLOCK
from games.models import Game, Notification, TaskRun
from games.moderation.services import seats
from games.now import Reading
from games.play.services import expiry
from tests.factories import UserFactory
from tests.playing import play_on, start_game

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


class Clocks:
    """The database's clock, a worker's, and one that counts: each moved by hand."""

    def __init__(self, worker: time_machine.Coordinates) -> None:
        self.worker, self.database, self.count = worker, MONDAY, 0.0

    def pass_by(self, span: timedelta) -> None:
        self.worker.shift(span)
        self.database += span
        self.count += span.total_seconds()

    def read(self) -> Reading:
        return Reading(self.database, self.count)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clocks]:
    with time_machine.travel(MONDAY, tick=False) as worker:
        own = Clocks(worker)
        monkeypatch.setattr(now, "counted", lambda: own.count)
        monkeypatch.setattr(now, "read", own.read)
        yield own


@pytest.fixture
def game(alice: User, bob: User, hands: Clocks) -> Game:
    return play_on(start_game(alice, bob, turn_time=DAY), 2)


def sweep(hands: Clocks, span: timedelta) -> None:
    """The site is up for so long."""
    until = hands.count + span.total_seconds()
    while hands.count < until:
        hands.pass_by(10 * MINUTE)
        expiry.enforce_deadlines()


def deadline() -> datetime:
    return Game.objects.get().deadline


def trouble() -> str:
    return "".join(TaskRun.objects.filter(name=CLOCK).values_list("error", flat=True))


def new_process() -> None:
    trusted_time._agreed = trusted_time._well = None


@pytest.mark.parametrize("wrong", [2 * HOUR, -2 * HOUR, 400 * DAY])
def test_a_worker_whose_clock_is_wrong_moves_and_enforces_nothing(
    game: Game, hands: Clocks, wrong: timedelta
) -> None:
    sweep(hands, HOUR)
    hands.worker.shift(wrong)
    sweep(hands, 30 * HOUR)

    assert (Game.objects.get().ply, deadline()) == (game.ply, game.deadline)
    assert "a worker's clock differs from the database's by" in trouble()

    hands.worker.shift(-wrong)
    expiry.enforce_deadlines()
    assert Game.objects.get().ply == game.ply + 1  # its day has been over for long
    assert trouble() == ""


@pytest.mark.parametrize("jump", [2 * HOUR, 30 * HOUR, -2 * HOUR])
def test_a_database_whose_clock_jumps_is_not_obeyed(
    game: Game, hands: Clocks, jump: timedelta
) -> None:
    """Both on one machine, so that they jump together."""
    sweep(hands, HOUR)
    hands.database += jump
    hands.worker.shift(jump)
    sweep(hands, 3 * HOUR)

    assert (Game.objects.get().ply, deadline()) == (game.ply, game.deadline)
    assert "the database's clock has jumped by" in trouble()
    assert expiry.send_reminders() == 0

    hands.database -= jump
    hands.worker.shift(-jump)
    sweep(hands, HOUR)
    assert (Game.objects.get().ply, deadline()) == (game.ply, game.deadline)
    assert trouble() == ""


def test_the_trouble_says_by_how_much(db: None, hands: Clocks) -> None:
    trusted_time.look()
    hands.database -= 2 * HOUR

    assert trusted_time.look().trouble == "the database's clock has jumped by -2:00:00"


@pytest.mark.parametrize("same_process", [True, False], ids=["slept", "was down"])
def test_an_outage_still_moves_the_deadlines(game: Game, hands: Clocks, same_process: bool) -> None:
    expiry.enforce_deadlines()
    hands.pass_by(2 * DAY)
    if not same_process:
        new_process()

    expiry.enforce_deadlines()

    assert (Game.objects.get().ply, deadline()) == (game.ply, game.deadline + 2 * DAY)
    assert trouble() == ""


def test_an_outage_before_the_clocks_disagreed_is_made_good_when_they_agree(
    game: Game, hands: Clocks
) -> None:
    expiry.enforce_deadlines()
    hands.pass_by(3 * HOUR)
    hands.database += 2 * HOUR
    expiry.enforce_deadlines()
    assert deadline() == game.deadline

    hands.database -= 2 * HOUR
    expiry.enforce_deadlines()

    assert deadline() == game.deadline + 3 * HOUR


def test_a_sweep_that_fails_half_way_makes_no_outage_and_is_no_run(
    game: Game, hands: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    expiry.enforce_deadlines()
    ran_at = TaskRun.objects.get(name=expiry.ENFORCE).ran_at

    def fail(*args: object) -> int:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(expiry, "go_round", fail)
        for _ in range(12):
            hands.pass_by(10 * MINUTE)
            with pytest.raises(OSError, match="disk"):
                expiry.enforce_deadlines()

    run = TaskRun.objects.get(name=expiry.ENFORCE)
    assert (run.ran_at, run.error) == (ran_at, "OSError: the disk is full")
    hands.pass_by(10 * MINUTE)
    expiry.enforce_deadlines()
    assert deadline() == game.deadline
    assert TaskRun.objects.get(name=expiry.ENFORCE).error == ""


def test_an_outage_before_a_pause_of_the_site_is_made_good_as_well(
    game: Game, hands: Clocks
) -> None:
    expiry.enforce_deadlines()
    hands.pass_by(2 * HOUR)
    expiry.pause_all()
    hands.pass_by(3 * HOUR)
    expiry.enforce_deadlines()
    hands.pass_by(HOUR)

    assert expiry.resume_all() == 4 * HOUR

    expiry.enforce_deadlines()
    assert deadline() == game.deadline + 6 * HOUR


@pytest.mark.database_clock
def test_time_comes_from_the_database_whatever_the_web_servers_clock_says(
    alice: User, bob: User
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (before,) = cursor.fetchone()
        with time_machine.travel(datetime.now(UTC) + 2 * HOUR):
            game = play_on(start_game(alice, bob, turn_time=DAY), 2)
        cursor.execute("SELECT clock_timestamp()")
        (after,) = cursor.fetchone()

    # What is counted between two readings is counted by another clock: a second is nothing.
    assert before - MINUTE < game.deadline - DAY < after + MINUTE
    waits = Notification.objects.order_by("-pk").first().not_before
    assert before - MINUTE < waits < after + HOUR


@pytest.mark.database_clock
def test_a_seed_opens_by_the_databases_clock_too(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    owner = UserFactory(is_staff=True, is_superuser=True)
    seats.remove(by=owner, game_id=game.pk, why="so", seat=0)

    with time_machine.travel(datetime.now(UTC) + 4 * DAY):
        assert not Game.objects.get().is_revealed


@pytest.mark.database_clock
def test_the_database_is_asked_once_for_many_answers(
    db: None, django_assert_num_queries: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = [100.0]
    monkeypatch.setattr(now, "counted", lambda: count[0])
    with django_assert_num_queries(1):
        first = now.database_now()
        count[0] += 30
        assert now.database_now() == first + timedelta(seconds=30)
    with django_assert_num_queries(1):
        count[0] += 60
        now.database_now()


@pytest.mark.database_clock
def test_the_real_clocks_agree(db: None) -> None:
    trusted_time.remember()
    assert trusted_time.look().trouble == ""


def test_what_a_process_before_told_of_is_taken_back(db: None, hands: Clocks) -> None:
    runs.note_failure(CLOCK, "jumped")
    new_process()

    trusted_time.look()

    assert trouble() == ""


@pytest.mark.database_clock
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_finds_every_message_too_old_looks_at_its_clock() -> None:
    with time_machine.travel(datetime.now(UTC) + 2 * HOUR):
        tasks.look_at_the_clock(expired=True)

    assert "a worker's clock differs from the database's by +" in trouble()
