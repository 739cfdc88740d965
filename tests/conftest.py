"""What all tests share: a quick database, and three fixed persons."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck, settings

from accounts.models import User
from games import now
from games.engine import thinking
from games.engine.chance import SEED_BYTES, Chance
from games.machinery import trusted_time, wake
from qwirkle_site.asgi import application
from tests.factories import UserFactory
from tests.patience import PATIENCE
from tests.serving import served

pytest_plugins = ["tests.mail", "tests.silence", "tests.spoilt", "tests.tiny.entering"]
# The same examples every time. How long one takes says more of the machine than of what is tested.
settings.register_profile(
    "same",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("same")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: object) -> Iterator[None]:
    """The embedded server need not survive a power cut while it only serves tests."""
    if "embedded" in connection.settings_dict["ENGINE"]:
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                cursor.execute(f"ALTER SYSTEM SET {setting} = off")
            cursor.execute("SELECT pg_reload_conf()")
    return


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """How often somebody tried something is kept there."""
    cache.clear()


@pytest.fixture(autouse=True)
def _time_is_pythons(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests move Python's clock, so that is the one we go by, but where the real one is asked for.

    A machine that was moved in time has slept as long: no clock has jumped.
    """
    monkeypatch.setattr(trusted_time, "_agreed", None)
    monkeypatch.setattr(trusted_time, "_well", True)
    monkeypatch.setattr(now, "_last", None)
    if request.node.get_closest_marker("database_clock"):
        return
    monkeypatch.setattr(now, "FRESH", 0.0)
    monkeypatch.setattr(now, "counted", time.time)
    monkeypatch.setattr(now, "read", lambda: now.Reading(datetime.now(UTC), time.time()))


@pytest.fixture(autouse=True)
def _broker_is_thought_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever broker the test before had; and waited for, however busy the machine is."""
    courier = wake.courier
    courier._not_before, courier._well = 0.0, None
    hand_over = courier.hand_over
    monkeypatch.setattr(
        courier, "hand_over", lambda send: hand_over(send) and courier.settle(PATIENCE)
    )


@pytest.fixture(autouse=True)
def _english() -> None:
    """Whatever language the page of the test before was in."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def _same_games_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test deals its own games, the same ones in every run."""
    own = random.Random(request.node.nodeid)
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(own.randbytes(SEED_BYTES))))
    monkeypatch.setattr(thinking, "DICE", own)


@pytest.fixture
def still() -> Iterator[None]:
    """No time passes: what may be done so often in a minute or an hour is done within it."""
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield


@pytest.fixture
def alice(db: None) -> User:
    return UserFactory(username="alice", email="alice@example.org")


@pytest.fixture
def bob(db: None) -> User:
    return UserFactory(username="bob", email="bob@example.org")


@pytest.fixture
def charlie(db: None) -> User:
    return UserFactory(username="charlie", email="charlie@example.org")


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """The site's address."""
    with served(application) as address:
        yield address
