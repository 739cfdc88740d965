"""What may be done so often, as it is counted where there is no Redis."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.test import override_settings

from accounts.networks import network_of
from games.machinery.errors import ServiceError
from games.machinery.pace import check_pace_of
from qwirkle_site import settings as own

NOW = datetime(2026, 11, 18, 12, 1, tzinfo=UTC)


@pytest.fixture
def databases_cache(db: None) -> Iterator[None]:
    with override_settings(CACHES=own.CACHES):
        assert settings.CACHES["default"]["BACKEND"].endswith("DatabaseCache")
        call_command("createcachetable", verbosity=0)
        yield
        cache.clear()


def test_a_limit_of_an_hour_holds_for_an_hour(databases_cache: None) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        for _ in range(3):
            check_pace_of("192.0.2.1", "guests", most=3)
            clock.shift(timedelta(minutes=6))

        with pytest.raises(ServiceError, match="too-often"):
            check_pace_of("192.0.2.1", "guests", most=3)
        check_pace_of("192.0.2.2", "guests", most=3)


def test_a_crowd_throws_out_nobody_elses_limit(databases_cache: None) -> None:
    cache.set("a-limit", 5, 3600)
    for number in range(400):
        cache.set(f"pace-{number}", 1, 3600)

    assert cache.get("a-limit") == 5


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::/64"),
        ("nonsense", "nonsense"),
    ],
)
def test_an_address_is_counted_by_the_network_it_is_of(address: str, network: str) -> None:
    assert network_of(address) == network
