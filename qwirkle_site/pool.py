"""Connections to the database that a web process keeps and shares among its requests.

Not in Celery's workers: they fork, and a connection must not be in two processes.
"""

from __future__ import annotations

from django.conf import settings

# How long a request waits for one. There are as many as requests, so that none waits but when
# the database does not answer.
SECONDS = 5


def share_connections() -> None:
    """Before the first connection is made."""
    if not settings.DATABASE_POOL:
        return
    database = settings.DATABASES["default"]
    most = settings.REQUESTS_AT_ONCE + settings.STREAMS_OPENING_AT_ONCE
    database["CONN_HEALTH_CHECKS"] = True
    database["OPTIONS"]["pool"] = {
        "min_size": min(2, most),
        "max_size": most,
        "timeout": SECONDS,
        "name": "web",
    }
