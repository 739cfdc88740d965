from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import User
from games.engine.errors import IllegalAction, MalformedAction
from games.engine.records import verify
from games.kinds import KINDS
from games.machinery.errors import ServiceError
from games.models import Game, Move
from games.play import positions
from games.play.services import bots, moves
from games.tables.services import tables
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting, view_of


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return start_game(alice, bob)


def play(game: Game, user: User, actions: list[object] | None = None, ply: int | None = None):
    return moves.play(
        game_id=game.pk,
        user=user,
        actions=good_actions(game) if actions is None else actions,
        expected_ply=game.ply if ply is None else ply,
    )


def test_a_move_is_stored_with_its_points_and_the_turn_goes_on(game: Game) -> None:
    mover = user_to_act(game)

    played = play(game, mover)

    game.refresh_from_db()
    move = game.moves.get()
    assert (move.ply, move.points, game.ply) == (0, played.points, 1)
    assert game.players.get(user=mover).score == played.points > 0
    assert user_to_act(game) != mover
    assert game.deadline == game.moved_at + game.turn_time


def test_a_repeat_of_the_same_submission_gets_the_result_of_the_first(game: Game) -> None:
    mover, actions = user_to_act(game), good_actions(game)

    first = play(game, mover, actions)
    again = play(game, mover, actions)

    assert again.points == first.points
    assert Move.objects.count() == 1


def test_a_repeat_counts_whatever_the_order_of_the_tiles(game: Game) -> None:
    mover, (action,) = user_to_act(game), good_actions(game)
    turned = {**action, "tiles": action["tiles"][::-1]}

    first = play(game, mover, [action])

    assert play(game, mover, [turned]).points == first.points


def test_a_stale_submission_is_told_that_the_game_has_moved_on(game: Game) -> None:
    mover = user_to_act(game)
    play(game, mover)

    with pytest.raises(ServiceError) as refused:
        play(game, mover, [{"kind": "pass"}])

    assert (refused.value.code, refused.value.status) == ("moved-on", 409)


def test_a_ply_from_the_future_is_stale_too(game: Game) -> None:
    with pytest.raises(ServiceError, match="moved-on"):
        play(game, user_to_act(game), ply=5)


def test_nobody_plays_out_of_turn(game: Game) -> None:
    with pytest.raises(ServiceError) as refused:
        play(game, user_waiting(game))

    assert (refused.value.code, refused.value.status) == ("not-your-turn", 409)


def test_nobody_plays_in_somebody_elses_game(game: Game, charlie: User) -> None:
    with pytest.raises(ServiceError) as refused:
        play(game, charlie)

    assert (refused.value.code, refused.value.status) == ("not-your-seat", 403)


@pytest.mark.parametrize("kind", ["skip-turn", "withdraw"])
def test_what_only_happens_to_a_seat_cannot_be_played(game: Game, kind: str) -> None:
    with pytest.raises(MalformedAction):
        play(game, user_to_act(game), [{"kind": kind}])


def test_an_illegal_move_changes_nothing(game: Game) -> None:
    before = Game.objects.values().get(pk=game.pk)

    with pytest.raises(IllegalAction):
        play(game, user_to_act(game), [{"kind": "trade", "tiles": []}])

    assert Game.objects.values().get(pk=game.pk) == before
    assert not Move.objects.exists()


def test_more_than_a_turn_is_no_turn_and_undoes_what_came_before(game: Game) -> None:
    with pytest.raises(ServiceError, match="not-a-turn"):
        play(game, user_to_act(game), [*good_actions(game), {"kind": "pass"}])

    game.refresh_from_db()
    assert game.ply == 0
    assert not Move.objects.exists()


def test_no_actions_are_no_move(game: Game) -> None:
    with pytest.raises(ServiceError, match="nothing-done"):
        play(game, user_to_act(game), [])


def test_a_move_empties_the_draft_of_who_made_it_and_of_nobody_else(game: Game) -> None:
    mover, other = user_to_act(game), user_waiting(game)
    game.players.update(draft=[{"kind": "pass"}])

    play(game, mover)

    assert game.players.get(user=mover).draft == []
    assert game.players.get(user=other).draft == [{"kind": "pass"}]


def test_a_whole_game_ends_with_places_and_replays_from_its_seed(game: Game) -> None:
    game = play_on(game)

    assert game.status == Game.Status.FINISHED
    assert (game.to_act, game.deadline) == (None, None)
    places = [player.place for player in game.players.order_by("-score")]
    assert places in ([1, 2], [1, 1])
    record = positions.record_of(game, list(game.moves.all()), ["alice", "bob"])
    scores, error = verify(record)
    assert error is None
    assert scores == [player.score for player in game.players.all()]


def test_nothing_is_played_in_a_game_that_is_over(game: Game) -> None:
    mover = user_to_act(game)
    moves.resign(game_id=game.pk, user=mover)
    game.refresh_from_db()

    with pytest.raises(ServiceError, match="not-going-on"):
        play(game, mover, [{"kind": "pass"}])


def test_resigning_leaves_the_game_to_the_other(game: Game, alice: User, bob: User) -> None:
    moves.resign(game_id=game.pk, user=bob)

    game.refresh_from_db()
    assert (game.status, game.end_reason) == (Game.Status.FINISHED, "withdrawn")
    assert [player.place for player in game.players.all()] == [1, 2]
    assert game.players.get(user=bob).left


def test_the_others_play_on_when_one_of_three_resigns(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, charlie)

    moves.resign(game_id=game.pk, user=bob)
    with pytest.raises(ServiceError, match="left-already"):
        moves.resign(game_id=game.pk, user=bob)

    game = play_on(Game.objects.get(pk=game.pk))
    assert game.status == Game.Status.FINISHED
    assert game.players.get(user=bob).place == 3


def test_a_bot_plays_from_its_own_view_alone(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        play(game, alice)
    game.refresh_from_db()
    seen = {}
    levels = KINDS["qwirkle"].bots
    real = levels["greedy"]
    spy = replace(
        real, choose=lambda view, thinking: seen.update(view) or real.choose(view, thinking)
    )
    monkeypatch.setitem(levels, "greedy", spy)

    played = bots.take_turn(game_id=game.pk)

    assert played is not None
    assert seen == view_of(game, 1)
    assert set(seen) == {"ply", "to_act", "scores", "outcome", "board", "hand", "hands", "bag"} | {
        "opening",
        "past",
    }


def test_a_bot_that_is_woken_twice_plays_once(alice: User) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        play(game, alice)

    first, second = bots.take_turn(game_id=game.pk), bots.take_turn(game_id=game.pk)

    assert first is not None
    assert second is None


def test_a_bot_never_plays_for_a_person(game: Game) -> None:
    assert bots.take_turn(game_id=game.pk) is None
    assert bots.take_turn(game_id=0) is None


def test_a_game_against_the_computer_goes_to_its_end(alice: User) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")

    while game.is_active:
        if game.to_act == 0:
            play(game, alice)
        else:
            bots.take_turn(game_id=game.pk)
        game.refresh_from_db()

    assert game.end_reason in ("out", "blocked")


def test_a_bot_thinks_while_nothing_is_locked_and_gives_way_to_what_happened_meanwhile(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        play(game, alice)
    levels = KINDS["qwirkle"].bots
    real = levels["greedy"]

    def slowly(view: dict[str, object], thinking: object) -> object:
        moves.resign(game_id=game.pk, user=alice)
        return real.choose(view, thinking)

    monkeypatch.setitem(levels, "greedy", replace(real, choose=slowly))

    assert bots.take_turn(game_id=game.pk) is None
    game.refresh_from_db()
    assert game.is_finished
    assert [move.action["kind"] for move in game.moves.all()][-1] == "withdraw"
