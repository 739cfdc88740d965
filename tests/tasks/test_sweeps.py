"""What happens when no wake-up comes: a broker may lose everything."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import Celery
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.models import Game
from games.services import moves, tables, wake
from tests.tables import good_actions


@pytest.fixture
def bots_turn(alice: User) -> Game:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    return Game.objects.get(pk=game.pk)


def test_a_sweep_plays_for_bots_that_nobody_woke(bots_turn: Game) -> None:
    tasks.play_waiting_bots()
    assert Game.objects.get().ply == bots_turn.ply  # its wake-up may still be on its way

    Game.objects.update(moved_at=timezone.now() - timedelta(minutes=1))
    tasks.play_waiting_bots()
    tasks.play_waiting_bots()

    assert Game.objects.get().ply == bots_turn.ply + 1


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_does_not_answer_costs_no_move(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The connection is refused for real: nothing listens on that port."""
    monkeypatch.setenv("CELERY_BROKER_URL", "amqp://127.0.0.1:1//")
    deaf = Celery(set_as_current=False)
    deaf.conf.broker_transport_options = {"max_retries": 0}
    monkeypatch.setattr(wake, "current_app", deaf)

    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)

    assert "the broker does not answer" in caplog.text
    assert Game.objects.get().is_active
