"""Each kind of work has a queue of its own: what hangs holds up nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.management.commands.play import worker_commands
from games.models import Game, Notification
from games.play.services import moves
from games.tables.services import tables
from qwirkle_site.celery import LANES, app
from tests.factories import UserFactory
from tests.machinery.test_brokers import wait_until
from tests.playing import good_actions, play_on, start_game
from tests.silence import Silent


def bots_turn(alice: User) -> Game:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize("broker", ["filesystem", "redis"], indirect=True)
def test_a_mail_server_that_hangs_holds_up_neither_bots_nor_deadlines(
    run: Callable[..., subprocess.Popen[bytes]],
    environment: dict[str, str],
    silent: Silent,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The workers that `make play` starts; the server would hang for longer than the test."""
    monkeypatch.setattr("qwirkle_site.celery.QUEUE", environment["CELERY_QUEUE"])
    environment |= {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(silent.port)}
    environment["EMAIL_TIMEOUT"] = "3600"
    waiting = bots_turn(UserFactory())
    late = play_on(start_game(UserFactory(), UserFactory()), 2)
    Notification.objects.update(not_before=timezone.now() - timedelta(minutes=1))
    for name, command in worker_commands().items():
        run(name, command)
    run(
        "beat",
        [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "qwirkle_site",
            "beat",
            "-s",
            str(tmp_path / "schedule"),
        ],
    )
    wait_until(lambda: bool(silent.taken), tmp_path)

    Game.objects.filter(pk=waiting.pk).update(moved_at=timezone.now() - timedelta(minutes=1))
    Game.objects.filter(pk=late.pk).update(deadline=timezone.now())

    wait_until(lambda: Game.objects.get(pk=waiting.pk).ply == waiting.ply + 1, tmp_path)
    wait_until(lambda: Game.objects.get(pk=late.pk).ply == late.ply + 1, tmp_path)
    assert not Notification.objects.filter(state="sent").exists()


def test_every_task_has_a_lane_a_limit_and_an_end() -> None:
    ours = {name for name in app.tasks if name.startswith(tasks.__name__)}

    assert {f"games.tasks.{task}" for lane in LANES.values() for task in lane} == ours
    for name in ours:
        task = app.tasks[name]
        soft = task.soft_time_limit or app.conf.task_soft_time_limit
        hard = task.time_limit or app.conf.task_time_limit
        assert 0 < soft < hard
    for entry in app.conf.beat_schedule.values():
        assert entry["options"]["expires"] > 0


def test_a_worker_that_is_told_nothing_serves_all_queues() -> None:
    assert [queue.rpartition("-")[2] for queue in app.amqp.queues.consume_from] == list(LANES)
