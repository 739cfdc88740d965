"""Rows that are stored and cannot be loaded: constraints keep them out, and here they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DataError

from accounts.models import User


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The numbers of people whose rows Python cannot hold."""
    numbers: set[int] = set()
    load = User.from_db.__func__  # type: ignore[attr-defined]

    def fail_for_some(model: type[User], db: str, names: Any, values: Any) -> User:
        person: User = load(model, db, names, values)
        if person.pk in numbers:
            raise DataError("timestamp too large (after year 10K)")
        return person

    monkeypatch.setattr(User, "from_db", classmethod(fail_for_some))
    return numbers
