"""A broker that does not answer costs nobody anything, whatever it does instead."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from queue import Queue

import pytest
from celery import Celery
from django.db import connection

from accounts.models import User
from games.machinery import broker, wake
from games.models import Game, TaskRun
from games.play.services import moves
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.patience import PATIENCE, wait_until
from tests.playing import good_actions
from tests.project.test_play import ROOT
from tests.silence import Silent

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def courier(monkeypatch: pytest.MonkeyPatch) -> broker.Courier:
    """As on a site: nobody waits for it. Only this test's thread may hang."""
    own = broker.Courier(wake.courier.on_trouble, wake.courier.on_recovery)
    monkeypatch.setattr(wake, "courier", own)
    return own


@pytest.fixture(params=["redis", "amqp"])
def deaf(
    request: pytest.FixtureRequest,
    deaf_port: int,
    courier: broker.Courier,
    monkeypatch: pytest.MonkeyPatch,
) -> Celery:
    """Celery on a broker that never answers, with all the patience there is."""
    monkeypatch.setenv("CELERY_BROKER_URL", f"{request.param}://127.0.0.1:{deaf_port}//")
    app = Celery(set_as_current=False)
    app.conf.broker_connection_timeout = 3600
    monkeypatch.setattr(wake, "current_app", app)
    return app


def wait_until_out(courier: broker.Courier) -> None:
    wait_until(lambda: courier._out_since is not None, lambda: "nobody was sent")


def broken() -> None:
    raise ConnectionRefusedError("nobody there")


def test_a_broker_that_hangs_holds_up_no_move(
    deaf: Celery, courier: broker.Courier, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "LONGEST_ERRAND", -1)
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    assert Game.objects.get().is_active
    wait_until_out(courier)

    # The next one finds it out still, and the desk is told.
    wake.wake_bot(game.pk)

    wait_until(lambda: TaskRun.objects.filter(name=wake.BROKER).exists(), lambda: "nothing noted")
    assert TaskRun.objects.get(name=wake.BROKER).error == "does not answer"
    assert courier._out_since is not None  # we are here, and the broker has not answered yet


def test_nothing_is_tried_while_the_broker_is_thought_away(
    deaf: Celery, courier: broker.Courier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "LONGEST_ERRAND", -1)
    tried: list[int] = []
    wake.wake_bot(1)
    wait_until_out(courier)
    threads = {each for each in threading.enumerate() if each.name == "courier"}

    for number in range(3):
        assert not courier.hand_over(lambda number=number: tried.append(number))
        # The pause is over, but the one thread hangs still: no second one hangs beside it.
        courier._not_before = 0.0

    wait_until(lambda: TaskRun.objects.filter(name=wake.BROKER).exists(), lambda: "nothing noted")
    assert courier._out_since is not None
    assert tried == []
    assert courier._thread in threads


def test_what_a_slow_broker_has_not_taken_waits_and_is_dropped_when_it_is_too_much(
    courier: broker.Courier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "LONGEST_ERRAND", PATIENCE)
    courier._errands = Queue(3)
    may_answer, taken = threading.Event(), []
    assert courier.hand_over(may_answer.wait)
    wait_until_out(courier)

    handed = [courier.hand_over(lambda number=number: taken.append(number)) for number in range(5)]
    may_answer.set()

    assert courier.settle(PATIENCE)
    assert handed == [True, True, True, False, False]
    assert taken == [0, 1, 2]


def test_what_waited_for_a_broker_that_fails_is_dropped(courier: broker.Courier) -> None:
    may_fail, tried = threading.Event(), []

    def fail() -> None:
        may_fail.wait()
        broken()

    assert courier.hand_over(fail)
    assert courier.hand_over(lambda: tried.append(1))
    may_fail.set()

    assert courier.settle(PATIENCE)
    assert tried == []


def test_the_thread_that_notes_keeps_no_connection(courier: broker.Courier) -> None:
    courier.hand_over(broken)
    assert courier.settle(PATIENCE)

    assert "ConnectionRefusedError" in TaskRun.objects.get(name=wake.BROKER).error
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND backend_type = 'client backend'"
        )
        assert cursor.fetchone()[0] == 1


HANGING = """
import socket
from games.machinery.broker import Courier
broker = socket.create_connection(("127.0.0.1", {port}))
courier = Courier(print, print)
courier.follow_the_process()
print(courier.hand_over(lambda: broker.recv(1)))
"""
PROMPT = """
from games.machinery import broker
broker.LEAVING_SECONDS = {patience}
courier = broker.Courier(print, lambda: print("sent"))
courier.follow_the_process()
courier.hand_over(lambda: None)
"""


def said_by(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    ).stdout


def test_a_thread_that_hangs_does_not_keep_the_process(silent: Silent) -> None:
    assert said_by(HANGING.format(port=silent.port)) == "True\n"


def test_a_command_that_ends_lets_its_wake_up_leave() -> None:
    assert said_by(PROMPT.format(patience=PATIENCE)) == "sent\n"


def test_what_became_of_the_broker_is_told_once_and_taken_back(db: None) -> None:
    told: list[str] = []
    own = broker.Courier(told.append, lambda: told.append("back"))

    def attempt(send: broker.Send) -> None:
        own._not_before = 0.0
        assert own.hand_over(send)
        assert own.settle(PATIENCE)

    attempt(lambda: None)
    for _ in range(3):
        attempt(broken)
    assert not own.hand_over(lambda: None)
    attempt(lambda: None)
    attempt(lambda: None)

    assert told == ["back", "ConnectionRefusedError: nobody there", "back"]


def test_a_broker_that_was_only_slow_is_tried_again_at_once(
    courier: broker.Courier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "LONGEST_ERRAND", -1)
    answer = threading.Event()
    assert courier.hand_over(answer.wait)
    wait_until_out(courier)
    assert not courier.hand_over(lambda: None)

    answer.set()
    assert courier.settle(PATIENCE)
    assert courier.hand_over(lambda: None)
    assert courier.settle(PATIENCE)


def test_what_cannot_be_noted_spoils_nothing() -> None:
    def fail(error: str = "") -> None:
        raise OSError("the database is away too")

    own = broker.Courier(fail, fail)

    for send in (lambda: None, broken, lambda: None):
        own._not_before = 0.0
        assert own.hand_over(send)
        assert own.settle(PATIENCE)


def test_the_desk_says_that_the_broker_is_away_until_it_is_back(
    courier: broker.Courier, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = UserFactory(is_staff=True, is_superuser=True)
    courier.hand_over(broken)
    assert courier.settle(PATIENCE)
    assert "ConnectionRefusedError" in log_in(owner).get("/admin/").content.decode()

    courier._not_before = 0.0
    wake.wake_bot(1)
    assert courier.settle(PATIENCE)
    assert "ConnectionRefusedError" not in log_in(owner).get("/admin/").content.decode()
