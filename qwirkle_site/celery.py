"""Celery is the engine, never the truth: every task is a wake-up that looks its work up."""

from __future__ import annotations

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings")

app = Celery("qwirkle_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    "sweep": {"task": "games.tasks.sweep", "schedule": 60.0},
    "clear-expired-sessions": {
        "task": "accounts.tasks.clear_expired_sessions",
        "schedule": crontab(hour="4", minute="10"),
    },
}
