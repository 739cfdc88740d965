"""Celery is the engine, never the truth: every task is a wake-up that looks its work up."""

from __future__ import annotations

import os

from celery import Celery
from celery.schedules import crontab

from qwirkle_site import env

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings")

app = Celery("qwirkle_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# How often, in seconds, we look for what is due. Wake-ups make most of it happen sooner.
SWEEP = float(env.number("SWEEP_SECONDS", 60))

app.conf.beat_schedule = {
    "enforce-deadlines": {"task": "games.tasks.enforce_deadlines", "schedule": SWEEP},
    "send-reminders": {"task": "games.tasks.send_reminders", "schedule": SWEEP},
    "deliver": {"task": "games.tasks.deliver", "schedule": SWEEP / 3},
    "play-waiting-bots": {"task": "games.tasks.play_waiting_bots", "schedule": SWEEP},
    "housekeeping": {
        "task": "games.tasks.housekeeping",
        "schedule": crontab(hour="4", minute="20"),
    },
    "clear-expired-sessions": {
        "task": "games.tasks.clear_expired_sessions",
        "schedule": crontab(hour="4", minute="10"),
    },
}
