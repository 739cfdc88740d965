"""A bot plays by Celery, in a worker of its own, on every broker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from accounts.models import User
from games.models import Game
from games.play.services import moves
from games.tables.services import tables
from tests.factories import UserFactory
from tests.machinery.test_brokers import wait_until
from tests.playing import good_actions


def test_a_worker_plays_the_bots_turn_when_woken(
    celery: Callable[..., object], tmp_path: Path
) -> None:
    alice: User = UserFactory()
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    before = Game.objects.get().ply

    celery("worker", "--pool", "solo", "--loglevel", "INFO")
    celery("call", "games.tasks.play_bot", "--args", f"[{game.pk}]")

    wait_until(lambda: Game.objects.get().ply == before + 1, tmp_path)
