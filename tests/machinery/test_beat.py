"""Worker and beat together, on every broker: what is due happens without anybody waking it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from games.models import Game, Move, Notification, TaskRun
from tests.factories import UserFactory
from tests.machinery.test_brokers import wait_until
from tests.playing import play_on, start_game


def test_beat_makes_workers_expire_turns_and_send_mail(
    celery: Callable[..., object], tmp_path: Path
) -> None:
    game = play_on(start_game(UserFactory(), UserFactory()), 2)
    Game.objects.update(deadline=timezone.now())
    Notification.objects.update(not_before=timezone.now() - timedelta(minutes=1))

    celery("worker", "--pool", "solo", "--loglevel", "INFO")
    celery("beat", "--schedule", str(tmp_path / "schedule"), "--loglevel", "INFO")

    wait_until(lambda: Move.objects.filter(action__kind="skip-turn").count() == 1, tmp_path)
    wait_until(lambda: Notification.objects.filter(state="sent").exists(), tmp_path)
    wait_until(lambda: TaskRun.objects.filter(name="deliver").exists(), tmp_path)
    game.refresh_from_db()
    assert game.ply == 3
    assert list((tmp_path / "mail").glob("*.log"))
