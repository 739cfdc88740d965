"""Noting when a periodic task ran, so that somebody can see that one is late."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from games.models import TaskRun


@contextmanager
def noted(name: str) -> Iterator[None]:
    """A task that fails has not run."""
    yield
    TaskRun.objects.update_or_create(name=name, defaults={"ran_at": timezone.now()})
