"""Noting when the machinery ran, and what stopped it, so that a moderator can see it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.models import TaskRun
from games.models.running import LONGEST_ERROR
from games.now import database_now


@contextmanager
def noted(name: str) -> Iterator[None]:
    """A task that fails has not run: its error is kept, and raised as before."""
    try:
        yield
    except Exception as error:
        note_failure(name, words_of(error))
        raise
    note_success(name)


def words_of(error: BaseException) -> str:
    """As it is kept: PostgreSQL takes no zero bytes, and nobody reads a page of it."""
    return f"{type(error).__name__}: {error}".replace("\x00", "")[:LONGEST_ERROR]


def note_success(name: str) -> None:
    """One query."""
    _note(TaskRun(name=name, ran_at=database_now(), failed_at=None, error=""), "ran_at")


def note_recovery(name: str) -> None:
    """Of what is not looked at by itself: it works again, if it was away. One query."""
    TaskRun.objects.filter(name=name, failed_at__isnull=False).update(
        ran_at=database_now(), failed_at=None, error=""
    )


def note_failure(name: str, error: str) -> None:
    """When it last did well stays as it was. One query."""
    words = error.replace("\x00", "")[:LONGEST_ERROR]
    _note(TaskRun(name=name, failed_at=database_now(), error=words))


def _note(run: TaskRun, *fields: str) -> None:
    TaskRun.objects.bulk_create(
        [run],
        update_conflicts=True,
        update_fields=["failed_at", "error", *fields],
        unique_fields=["name"],
    )
