"""A broker that does not answer costs a moment and no more, whatever it does instead."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from celery import Celery

from accounts.models import User
from games.machinery import broker, runs, wake
from games.models import Game, TaskRun
from games.play.services import moves
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.patience import PATIENCE
from tests.playing import good_actions
from tests.project.test_play import ROOT
from tests.silence import Silent

pytestmark = pytest.mark.django_db(transaction=True)
SOON = broker.LONGEST_WAIT


@pytest.fixture(params=["redis", "amqp"])
def deaf(
    request: pytest.FixtureRequest, deaf_port: int, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> Celery:
    """Celery on a broker that never answers, with all the patience there is."""
    # Only this test's thread may hang: another test's would be taken for it.
    monkeypatch.setattr(wake, "courier", broker.Courier(runs_failure, runs_recovery))
    monkeypatch.setenv("CELERY_BROKER_URL", f"{request.param}://127.0.0.1:{deaf_port}//")
    app = Celery(set_as_current=False)
    app.conf.broker_connection_timeout = 3600
    monkeypatch.setattr(wake, "current_app", app)
    return app


def runs_failure(error: str) -> None:
    runs.note_failure(wake.BROKER, error)


def runs_recovery() -> None:
    runs.note_recovery(wake.BROKER)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a site: a broker that does not answer soon is not waited for."""
    monkeypatch.setattr(broker, "LONGEST_WAIT", SOON)


def still_out() -> bool:
    errand = wake.courier._out
    return errand is not None and not errand.done.is_set()


def test_a_broker_that_hangs_holds_up_no_move(deaf: Celery, alice: User) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)

    assert still_out()  # we are here, and the broker has not answered yet
    assert Game.objects.get().is_active
    assert TaskRun.objects.get(name=wake.BROKER).error


def test_nothing_is_tried_while_the_broker_is_thought_away(deaf: Celery, db: None) -> None:
    tried: list[int] = []
    wake.wake_bot(1)
    assert still_out()

    assert not wake.courier.deliver(lambda: tried.append(1))
    # The pause is over, but the one thread hangs still: no second one hangs beside it.
    before = threading.active_count()
    wake.courier._not_before = 0.0
    assert not wake.courier.deliver(lambda: tried.append(2))

    assert still_out()
    assert tried == []
    assert threading.active_count() <= before


def test_a_thread_that_hangs_does_not_keep_the_process(silent: Silent) -> None:
    code = (
        "from games.machinery.broker import Courier; import socket;"
        f"broker = socket.create_connection(('127.0.0.1', {silent.port}));"
        "print(Courier(print, print).deliver(lambda: broker.recv(1)))"
    )
    program = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    )

    assert program.stdout == "does not answer\nFalse\n"


def test_what_became_of_the_broker_is_told_once_and_taken_back(db: None) -> None:
    told: list[str] = []
    own = broker.Courier(told.append, lambda: told.append("back"))

    def broken() -> None:
        raise ConnectionRefusedError("nobody there")

    assert own.deliver(lambda: None)
    for _ in range(3):
        own._not_before = 0.0
        assert not own.deliver(broken)
    own._not_before = 0.0
    assert own.deliver(lambda: None)
    assert own.deliver(lambda: None)

    assert told == ["back", "ConnectionRefusedError: nobody there", "back"]


def test_a_broker_that_was_only_slow_is_tried_again_at_once(
    db: None, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, answer = broker.Courier(lambda error: None, lambda: None), threading.Event()
    assert not own.deliver(answer.wait)
    assert not own.deliver(lambda: None)

    answer.set()
    while own._not_before:
        time.sleep(0.01)
    monkeypatch.setattr(broker, "LONGEST_WAIT", PATIENCE)
    assert own.deliver(lambda: None)


def test_what_cannot_be_noted_spoils_nothing(db: None) -> None:
    def fail(error: str = "") -> None:
        raise OSError("the database is away too")

    own = broker.Courier(fail, fail)

    assert own.deliver(lambda: None)
    assert not own.deliver(fail)


def test_the_desk_says_that_the_broker_is_away_until_it_is_back(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = UserFactory(is_staff=True, is_superuser=True)
    with monkeypatch.context() as broken:
        broken.setattr(wake.courier, "_hand_over", refused)
        wake.wake_bot(1)
    assert "ConnectionRefusedError" in log_in(owner).get("/admin/").content.decode()

    wake.courier._not_before = 0.0
    wake.wake_bot(1)
    assert "ConnectionRefusedError" not in log_in(owner).get("/admin/").content.decode()


def refused(send: Any) -> broker.Errand:
    errand = broker.Errand(send, error=ConnectionRefusedError("nobody there"))
    errand.done.set()
    return errand
