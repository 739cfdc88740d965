"""The same work on every broker that can be reached from here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests import patience


def wait_until(happened: Callable[[], bool], tmp_path: Path) -> None:
    patience.wait_until(
        happened, lambda: "\n".join(file.read_text() for file in tmp_path.glob("*.log"))
    )


def make_session(key: str, days: int) -> Session:
    return Session.objects.create(
        session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days)
    )


@pytest.mark.xdist_group("celery")
def test_a_worker_clears_expired_sessions_when_woken(
    celery: Callable[..., object], tmp_path: Path
) -> None:
    make_session("old", days=-1)
    make_session("new", days=1)

    celery("worker", "--pool", "solo", "--loglevel", "INFO")
    celery("call", "games.tasks.clear_expired_sessions")

    wait_until(lambda: not Session.objects.filter(pk="old").exists(), tmp_path)
    assert Session.objects.filter(pk="new").exists()
