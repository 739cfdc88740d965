"""The project: settings, addresses, and the two ways in (ASGI for the web, Celery for work)."""

from qwirkle_site.celery import app as celery_app

__all__ = ["celery_app"]
