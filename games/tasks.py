"""Celery's way in: wake-ups that may come twice, or late. Beat's times are in `celery.py`."""

from __future__ import annotations

from celery import shared_task

from accounts import services as accounts
from games.services import delivery, expiry, moves, runs, sweeps


@shared_task
def play_bot(game_id: int) -> None:
    moves.play_bot(game_id=game_id)


@shared_task
def play_waiting_bots() -> None:
    """A broker may lose everything: bots that no wake-up reached play now."""
    with runs.noted("play_waiting_bots"):
        sweeps.play_waiting_bots()


@shared_task
def enforce_deadlines() -> None:
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
        sweeps.close_forgotten_tables()


@shared_task
def clear_expired_sessions() -> None:
    with runs.noted("clear_expired_sessions"):
        accounts.clear_expired_sessions()
