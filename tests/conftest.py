"""What all tests share: a quick database, and three fixed persons."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from hypothesis import settings

from accounts.models import User
from games.bots import qwirkle, shifting_stones
from games.rules.chance import SEED_BYTES, Chance
from qwirkle_site.asgi import application
from tests.factories import UserFactory

pytest_plugins = ["tests.mail"]
# How long an example takes says more of the machine than of what is tested.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


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
def _english() -> None:
    """Whatever language the page of the test before was in."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def _same_games_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test deals its own games, the same ones in every run."""
    own = random.Random(request.node.nodeid)
    monkeypatch.setattr(Chance, "fresh", classmethod(lambda cls: cls(own.randbytes(SEED_BYTES))))
    for bots in (qwirkle, shifting_stones):
        monkeypatch.setattr(bots, "_dice", own)


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
    """The site's address. The server runs in a thread, so that it shares the test's settings."""
    config = uvicorn.Config(application, port=0, log_level="warning", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)
