"""Noting when the machinery ran, and what stopped it, so that a moderator can see it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from games.models import TaskRun
from games.models.running import LONGEST_ERROR


@contextmanager
def noted(name: str) -> Iterator[None]:
    """A task that fails has not run: its error is kept, and raised as before."""
    try:
        yield
    except Exception as error:
        note_failure(name, f"{type(error).__name__}: {error}")
        raise
    note_success(name)


def note_success(name: str) -> None:
    TaskRun.objects.update_or_create(
        name=name, defaults={"ran_at": timezone.now(), "failed_at": None, "error": ""}
    )


def note_failure(name: str, error: str) -> None:
    """When it last did well stays as it was."""
    words = error.replace("\x00", "")[:LONGEST_ERROR]
    TaskRun.objects.update_or_create(
        name=name, defaults={"failed_at": timezone.now(), "error": words}
    )
