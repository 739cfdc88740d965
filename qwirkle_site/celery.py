"""Celery is the engine, never the truth: every task is a wake-up that looks its work up.

Each kind of work has a queue of its own, its lane, and `make play` a worker for each: a mail
server that hangs holds up mail, and nothing else.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from kombu import Exchange, Queue

from qwirkle_site import env

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings")

app = Celery("qwirkle_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The queues' names begin with this, so that several sites can share a broker.
QUEUE = env.text("CELERY_QUEUE", "tilepost")
# How often, in seconds, we look for what is due. Wake-ups make most of it happen sooner.
SWEEP = float(env.number("SWEEP_SECONDS", 60))
# A message is given at least this long to reach a worker, however often we look.
SOONEST_EXPIRY = 30.0
HOUR = 3600.0

LANES = {
    "clock": ("enforce_deadlines", "send_reminders"),
    "post": ("deliver",),
    "bots": ("play_bot", "play_waiting_bots"),
    "heavy": ("housekeeping", "forget_guests", "clear_expired_sessions", "count_days"),
}


def queue_of(lane: str) -> str:
    return f"{QUEUE}-{lane}"


def _every(task: str, seconds: float) -> dict[str, Any]:
    """What no worker took before the next is due is not worth doing any more."""
    return {
        "task": f"games.tasks.{task}",
        "schedule": seconds,
        "options": {"expires": max(seconds, SOONEST_EXPIRY)},
    }


def _daily(task: str, hour: str, minute: str) -> dict[str, Any]:
    return {
        "task": f"games.tasks.{task}",
        "schedule": crontab(hour=hour, minute=minute),
        "options": {"expires": 23 * HOUR},
    }


_exchange = Exchange(QUEUE, "direct")
app.conf.task_queues = [Queue(queue_of(lane), _exchange, routing_key=lane) for lane in LANES]
app.conf.task_default_queue = queue_of("heavy")
app.conf.task_routes = {
    f"games.tasks.{task}": {"queue": queue_of(lane)}
    for lane, tasks in LANES.items()
    for task in tasks
}
app.conf.beat_schedule = {
    "enforce-deadlines": _every("enforce_deadlines", SWEEP),
    "send-reminders": _every("send_reminders", SWEEP),
    "deliver": _every("deliver", SWEEP / 3),
    "play-waiting-bots": _every("play_waiting_bots", SWEEP),
    "forget-guests": _every("forget_guests", HOUR / 12),
    "count-days": _every("count_days", HOUR / 6),
    "housekeeping": _daily("housekeeping", hour="4", minute="20"),
    "clear-expired-sessions": _daily("clear_expired_sessions", hour="4", minute="10"),
}
