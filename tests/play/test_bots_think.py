"""A bot may think for as long as it likes: nobody waits for it, and nothing is held meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from games import tasks
from games.kinds import KINDS
from games.models import Game, Setback
from games.play.services import bots, moves
from games.tables.services import tables
from tests.patience import PATIENCE
from tests.playing import good_actions

pytestmark = pytest.mark.django_db(transaction=True)
OPEN_TRANSACTIONS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend' AND xact_start IS NOT NULL
"""


class Thinker:
    """The bot: it thinks for long once, and afterwards as ever."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose
        self.thinks, self.may_play = threading.Event(), threading.Event()

    def __call__(self, view: Any, thinking: Any) -> Any:
        if not self.thinks.is_set():
            self.thinks.set()
            assert self.may_play.wait(PATIENCE)
        return self.choose(view, thinking)


@contextmanager
def thinking(game: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A worker was woken, and its bot thinks until the end of this."""
    levels = KINDS["qwirkle"].bots
    thinker = Thinker(levels["greedy"].choose)
    monkeypatch.setitem(levels, "greedy", replace(levels["greedy"], choose=thinker))

    def work() -> None:
        try:
            tasks.play_bot(game.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as worker:
        done = worker.submit(work)
        try:
            assert thinker.thinks.wait(PATIENCE)
            yield
        finally:
            thinker.may_play.set()
        done.result(PATIENCE)


@pytest.fixture
def game(alice: User) -> Game:
    """It is the bot's turn."""
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    return Game.objects.get(pk=game.pk)


def test_no_transaction_and_no_lock_is_held_while_a_bot_thinks(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with thinking(game, monkeypatch):
        with connection.cursor() as cursor:
            cursor.execute(OPEN_TRANSACTIONS)
            assert cursor.fetchone() == (0,)
        with transaction.atomic():
            assert Game.objects.select_for_update(nowait=True).get(pk=game.pk).ply == game.ply

    assert Game.objects.get(pk=game.pk).ply == game.ply + 1


def test_what_a_bot_thought_of_too_late_is_refused_and_nothing_is_lost(
    game: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with thinking(game, monkeypatch):
        assert bots.play_bot(game_id=game.pk)
        now = Game.objects.get(pk=game.pk)
        moves.play(game_id=game.pk, user=alice, actions=good_actions(now), expected_ply=now.ply)
        before = list(game.moves.values_list("ply", "seat", "action", "points"))

    assert list(game.moves.values_list("ply", "seat", "action", "points")) == before
    assert not Setback.objects.exists()
    # Now it is the bot's turn again, and it plays as if nothing had been.
    assert bots.play_bot(game_id=game.pk)
    assert Game.objects.get(pk=game.pk).ply == game.ply + 3
