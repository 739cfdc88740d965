"""Ten workers on one database: nothing happens twice."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection

from accounts.models import User
from games.models import Game, Move, Notification
from games.play.services import expiry
from games.post.services import delivery
from tests.play.test_simultaneous import at_once
from tests.playing import play_on, start_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("workers", [2, 10])
def test_every_turn_that_is_over_expires_once(alice: User, bob: User, workers: int) -> None:
    games = [play_on(start_game(alice, bob, turn_time=timedelta(days=1)), 2) for _ in range(6)]
    expiry.enforce_deadlines()
    Game.objects.update(deadline=datetime.now(UTC) - timedelta(minutes=5))

    at_once([expiry.enforce_deadlines] * workers)

    skips = Counter(
        Move.objects.filter(action={"kind": "skip-turn"}).values_list("game_id", flat=True)
    )
    assert skips == {game.pk: 1 for game in games}


@pytest.mark.parametrize("workers", [2, 10])
def test_every_notification_is_sent_once(alice: User, bob: User, workers: int) -> None:
    for _ in range(6):
        play_on(start_game(alice, bob), 3)
    Notification.objects.update(not_before=datetime.now(UTC) - timedelta(minutes=1))

    at_once([delivery.deliver] * workers)

    sent = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(sent) == len(set(sent))
    assert len(sent) == Notification.objects.filter(state="sent").count() > 0
    assert not Notification.objects.filter(state="waiting").exists()


def test_an_outage_is_made_good_once(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 2)
    expiry.enforce_deadlines()

    with time_machine.travel(datetime.now(UTC) + timedelta(days=2), tick=False):
        at_once([expiry.enforce_deadlines] * 5)

    moved = Game.objects.get().deadline - game.deadline
    assert timedelta(days=2) <= moved < timedelta(days=2, minutes=1)


def test_a_sweep_reads_an_index_and_never_all_games(alice: User, bob: User) -> None:
    """What is due is found by its index even among many that are not."""
    start_game(alice, bob)
    template = Game.objects.values().get()
    now = datetime.now(UTC)
    for name in ("id", "code", "invite_token"):
        template.pop(name)
    Game.objects.bulk_create(
        Game(**template | {"deadline": now + timedelta(days=1, seconds=number)})
        for number in range(3000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")
    due = Game.objects.filter(status="active", deadline__lte=now)
    plan = due.order_by("deadline").values_list("pk", flat=True)[:500].explain()

    assert "due_games" in plan
    assert "Seq Scan" not in plan
