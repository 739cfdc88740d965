"""Which bot plays when one fails, and how long one may think while others wait."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from games import tasks
from games.kinds import KINDS
from games.models import Game, Setback
from games.play.services import bots, moves
from games.tables.services import tables
from tests.playing import good_actions


@pytest.fixture
def game(alice: User) -> Game:
    """A Master is to act."""
    game = tables.play_now(user=alice, engine_slug="qwirkle", bot="master")
    if game.to_act == 0:
        moves.play(game_id=game.pk, user=alice, actions=good_actions(game), expected_ply=0)
    return Game.objects.get(pk=game.pk)


def asked(monkeypatch: pytest.MonkeyPatch, failing: set[str]) -> list[tuple[str, float]]:
    """Who is asked for a turn, and for how long they may think; some of them fail."""
    levels, calls = KINDS["qwirkle"].bots, []
    quick = levels["greedy"].choose

    def choose_as(level: str) -> Any:
        def choose(view: Any, thinking: Any) -> Any:
            calls.append((level, thinking.seconds))
            if level in failing:
                raise RecursionError(f"{level} thought too deep")
            return quick(view, thinking)

        return choose

    for level, bot in list(levels.items()):
        monkeypatch.setitem(levels, level, replace(bot, choose=choose_as(level)))
    return calls


@pytest.mark.django_db
@pytest.mark.parametrize("failures", range(5))
def test_for_a_bot_that_fails_the_next_simpler_one_plays_and_in_the_end_anything(
    game: Game, failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = ["master", "strategist", "greedy", "novice"]
    calls = asked(monkeypatch, set(ladder[:failures]))

    tasks.play_bot(game.pk)

    assert [level for level, _ in calls] == ladder[: failures + 1]
    assert Game.objects.get(pk=game.pk).ply == game.ply + 1
    told = [(setback.made_do, setback.error) for setback in Setback.objects.all()]
    assert told == ([(True, "RecursionError: master thought too deep")] if failures else [])


@pytest.mark.django_db
def test_a_bot_thinks_as_long_as_its_level_does_while_few_wait(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = asked(monkeypatch, set())
    bots.take_turn(game_id=game.pk)
    assert calls == [("master", 2.0)]


@pytest.mark.django_db
def test_a_bot_thinks_less_while_many_wait(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = asked(monkeypatch, set())
    monkeypatch.setattr(bots, "_waiting", lambda: 50)
    bots.take_turn(game_id=game.pk)
    assert calls == [("master", 0.2)]


@pytest.mark.parametrize(
    ("seconds", "waiting", "thought"),
    [
        (2.0, 0, 2.0),
        (2.0, 5, 2.0),
        (2.0, 10, 1.0),
        (2.0, 1000, bots.SHORTEST),
        (0.2, 1000, bots.SHORTEST),
        (0.01, 1000, 0.01),
    ],
)
def test_a_busy_queue_shortens_thinking(seconds: float, waiting: int, thought: float) -> None:
    assert bots.seconds_for(seconds, waiting) == pytest.approx(thought)


@pytest.mark.django_db
def test_games_that_wait_for_a_bot_are_counted_and_no_others(game: Game, alice: User) -> None:
    assert bots._waiting() == 1
    bots.take_turn(game_id=game.pk)
    assert bots._waiting() == 0
