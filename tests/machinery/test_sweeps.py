"""What happens when no wake-up comes: a broker may lose everything."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import Celery
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.machinery import wake
from games.models import Game, SitePause
from games.play.services import moves
from games.tables.services import tables
from tests.playing import good_actions


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


def test_a_table_that_nobody_came_to_is_closed_with_a_notice(alice: User) -> None:
    old = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    new = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    Game.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=31))

    tasks.housekeeping()
    tasks.housekeeping()

    statuses = dict(Game.objects.values_list("pk", "status"))
    assert statuses == {old.pk: "cancelled", new.pk: "open"}
    (notice,) = alice.notifications.all()
    assert (notice.kind, notice.game) == ("notice", old)


def test_one_bot_that_stumbles_does_not_keep_the_others_from_playing(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [tables.play_now(user=alice, engine_slug="qwirkle") for _ in range(3)]
    for game in games:
        if game.to_act == 0:
            moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    Game.objects.update(moved_at=timezone.now() - timedelta(minutes=1))
    before = dict(Game.objects.values_list("pk", "ply"))
    Game.objects.filter(pk=games[0].pk).update(engine_slug="chess")

    tasks.play_waiting_bots()

    after = dict(Game.objects.values_list("pk", "ply"))
    assert [after[game.pk] - before[game.pk] for game in games] == [0, 1, 1]


def test_the_whole_site_is_paused_and_resumed_from_the_command_line(
    alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("pause_all")
    assert SitePause.objects.exists()
    call_command("pause_all", "--resume")

    assert not SitePause.objects.exists()
    assert "All clocks run again" in capsys.readouterr().out
