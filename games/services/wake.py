"""Waking Celery after a commit. A broker that does not answer costs time, never a move."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def wake_bot(game_id: int) -> None:
    _after_commit("games.tasks.play_bot", game_id)


def wake_post() -> None:
    """Something in the outbox should not wait for the next round."""
    _after_commit("games.tasks.deliver")


def _after_commit(task: str, *arguments: int) -> None:
    transaction.on_commit(partial(_send, task, *arguments))


def _send(task: str, *arguments: int) -> None:
    try:
        current_app.send_task(task, arguments, retry=False)
    except (OperationalError, OSError):
        log.warning("the broker does not answer; %s%s waits for the next sweep", task, arguments)
