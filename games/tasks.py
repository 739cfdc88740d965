"""Celery's way in: wake-ups that may come twice, or late. Beat's times are in `celery.py`."""

from __future__ import annotations

import logging
import time

from celery import shared_task
from celery.signals import task_revoked, worker_process_init
from django.db import connection

from accounts import services as accounts
from games.machinery import runs, trusted_time
from games.moderation.services import counting
from games.now import database_now
from games.people.services import guests
from games.play.services import bots, expiry
from games.post.services import delivery
from games.tables.services import housekeeping as tables_housekeeping

LOOK_AGAIN_SECONDS = 60.0
log = logging.getLogger(__name__)
_looked_at = float("-inf")


@shared_task
def play_bot(game_id: int) -> None:
    bots.play_bot(game_id=game_id)


@shared_task
def play_waiting_bots() -> None:
    """A broker may lose everything: bots that no wake-up reached play now."""
    with runs.noted("play_waiting_bots"):
        bots.play_waiting_bots()


@shared_task
def enforce_deadlines() -> None:
    """Notes its own runs: by them it knows of outages."""
    expiry.enforce_deadlines()


@shared_task
def send_reminders() -> None:
    with runs.noted("send_reminders"):
        expiry.send_reminders()


# A round of mails may take as long as the mail server makes it take: only mail waits for it.
@shared_task(soft_time_limit=300, time_limit=330)
def deliver() -> None:
    with runs.noted("deliver"):
        delivery.deliver()


@shared_task
def housekeeping() -> None:
    with runs.noted("housekeeping"):
        tables_housekeeping.keep_house()


@shared_task
def forget_guests() -> None:
    with runs.noted("forget_guests"):
        guests.forget_guests()


@shared_task
def count_days() -> None:
    with runs.noted("count_days"):
        counting.count_days(now=database_now())


@shared_task
def clear_expired_sessions() -> None:
    with runs.noted("clear_expired_sessions"):
        accounts.clear_expired_sessions()


@worker_process_init.connect
def remember_the_time(**_: object) -> None:
    try:
        trusted_time.remember()
    except Exception:
        log.exception("the database's clock could not be read")


@task_revoked.connect
def look_at_the_clock(expired: bool = False, **_: object) -> None:
    """A worker whose clock is ahead finds all messages too old, and would never say so."""
    global _looked_at  # noqa: PLW0603
    if not expired or time.monotonic() - _looked_at < LOOK_AGAIN_SECONDS:
        return
    _looked_at = time.monotonic()
    try:
        trusted_time.look()
    except Exception:
        log.exception("the database's clock could not be read")
    finally:
        connection.close()
