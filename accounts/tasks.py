"""Celery's way in: wake-ups that may come twice, or late."""

from __future__ import annotations

from celery import shared_task

from accounts import services


@shared_task
def clear_expired_sessions() -> None:
    services.clear_expired_sessions()
