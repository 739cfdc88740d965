"""Waking Celery after a commit. A broker that does not answer costs a move nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from celery import current_app
from django.db import connection, transaction

from games.machinery import runs
from games.machinery.broker import Courier

BROKER = "broker"
# By then a sweep has done it.
WORTH_DOING_SECONDS = 600


def wake_bot(game_id: int) -> None:
    _after_commit("games.tasks.play_bot", game_id)


def wake_post() -> None:
    """Something in the outbox should not wait for the next round."""
    _after_commit("games.tasks.deliver")


def _note(note: Callable[[], None]) -> None:
    """The courier's threads are no request: nobody else gives back what they take."""
    try:
        note()
    finally:
        connection.close()


courier = Courier(
    on_trouble=lambda error: _note(lambda: runs.note_failure(BROKER, error)),
    on_recovery=lambda: _note(lambda: runs.note_recovery(BROKER)),
)
courier.follow_the_process()


def _after_commit(task: str, *arguments: int) -> None:
    transaction.on_commit(partial(_send, task, *arguments))


def _send(task: str, *arguments: int) -> None:
    send = current_app.send_task
    courier.hand_over(
        partial(send, task, arguments, retry=False, expires=WORTH_DOING_SECONDS, ignore_result=True)
    )
