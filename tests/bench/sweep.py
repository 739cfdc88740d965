"""A sweep for deadlines among 10,000 and among 100,000 active games, 1,000 of them due.

    python -m tests.bench.sweep

The two are compared as a ratio in one run; it should be about 1.
"""

from __future__ import annotations

import os
import time
from datetime import timedelta
from itertools import cycle

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection
from django.test.utils import setup_databases, setup_test_environment, teardown_databases
from django.utils import timezone

from games.machinery import rounds
from games.models import Game, TaskRun
from games.play.services import expiry
from tests.bench.measuring import size
from tests.factories import UserFactory
from tests.playing import play_on, start_game

DUE = size("BENCH_DUE", 1_000)
SIZES = (size("BENCH_FEW", 10_000), size("BENCH_MANY", 100_000))

# What cannot be the same in two games; all else is copied, whatever a game has.
OF_ITS_OWN = {
    "code": "left(md5(n::text || clock_timestamp()::text), 8)",
    "invite_token": "md5(n::text || clock_timestamp()::text)",
    "deadline": "now() + interval '2 days' + n * interval '1 second'",
}


def _filling() -> str:
    columns = [field.column for field in Game._meta.concrete_fields if not field.primary_key]
    values = [OF_ITS_OWN.get(column, column) for column in columns]
    return (
        f"INSERT INTO games_game ({', '.join(columns)}) SELECT {', '.join(values)} "
        "FROM games_game, generate_series(1, %s) AS n WHERE id = %s ON CONFLICT DO NOTHING"
    )


def fill(count: int, template: Game) -> None:
    """Active games whose time is not over: copies of one."""
    with connection.cursor() as cursor:
        cursor.execute(_filling(), [count, template.pk])
        cursor.execute("ANALYZE games_game")


def make_due(games: list[Game]) -> None:
    """The same thousand games, due again."""
    now = timezone.now()
    TaskRun.objects.update_or_create(name=expiry.ENFORCE, defaults={"began_at": now})
    Game.objects.filter(pk__in=[game.pk for game in games]).update(
        deadline=now - timedelta(minutes=1), status="active"
    )
    Game.objects.filter(pk__in=[game.pk for game in games], to_act=None).update(to_act=0)
    for game in games:
        game.players.update(missed=0, left=False)


def sweep() -> tuple[float, float, int]:
    """Seconds to find what is due, seconds to expire it, and how many there were."""
    start = time.perf_counter()
    due = Game.objects.filter(status="active", deadline__lte=timezone.now())
    list(due.order_by("deadline").values_list("pk", flat=True)[: rounds.MOST_AT_ONCE])
    found = time.perf_counter() - start
    start, count = time.perf_counter(), 0
    while expired := expiry.enforce_deadlines():
        count += expired
    return found, time.perf_counter() - start, count


def main() -> None:
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False, keepdb=False)
    try:
        # Nobody opens more than a few tables an hour.
        people = [UserFactory() for _ in range(max(2, DUE // 20))]
        pairs = cycle(zip(people, [*people[1:], people[0]], strict=True))
        games = [play_on(start_game(*next(pairs)), 4) for _ in range(DUE)]
        template = start_game(UserFactory(), UserFactory())
        results = []
        for size in SIZES:
            fill(size - Game.objects.filter(status="active").count(), template)
            make_due(games)
            active = Game.objects.filter(status="active").count()
            results.append((active, *sweep()))
        print(f"A sweep with {DUE} turns due")
        for active, found, seconds, count in results:
            took = f"found in {found * 1000:6.1f} ms, {count} expired in {seconds:5.1f} s"
            print(f"  {active:>8,} active games: {took}")
        small, large = results
        print(f"  ratio, finding:  {large[1] / small[1]:.2f}")
        print(f"  ratio, expiring: {large[2] / small[2]:.2f}")
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
