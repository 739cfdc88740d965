"""What all tests share: a quick database, and three fixed persons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection

from accounts.models import User
from tests.factories import UserFactory


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: object) -> Iterator[None]:
    """The embedded server need not survive a power cut while it only serves tests."""
    if "embedded" in connection.settings_dict["ENGINE"]:
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                cursor.execute(f"ALTER SYSTEM SET {setting} = off")
            cursor.execute("SELECT pg_reload_conf()")
    return


@pytest.fixture
def alice(db: None) -> User:
    return UserFactory(username="alice", email="alice@example.org")


@pytest.fixture
def bob(db: None) -> User:
    return UserFactory(username="bob", email="bob@example.org")


@pytest.fixture
def charlie(db: None) -> User:
    return UserFactory(username="charlie", email="charlie@example.org")
