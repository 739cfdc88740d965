"""Play n, take back k: all is as it was after n - k, and the game replays and goes on."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.engine.records import verify
from games.machinery.errors import ServiceError
from games.models import Act, Game, Notification
from games.moderation.services import endings, seats
from games.moderation.services.take_back import take_back
from games.play import positions
from games.play import selectors as play_selectors
from games.play.services import expiry, moves
from games.words import player_name
from tests.factories import UserFactory
from tests.playing import good_actions, play_on, start_game, user_to_act

Kind = Notification.Kind


def position_of(game: Game) -> dict[str, Any]:
    """All of a game that taking back must restore."""
    game = Game.objects.get(pk=game.pk)
    fields = ("seat", "user", "bot", "score", "place", "left", "missed", "has_moved", "draft")
    return {
        "state": game.state,
        "ply": game.ply,
        "to_act": game.to_act,
        "status": game.status,
        "end_reason": game.end_reason,
        "players": list(game.players.values_list(*fields)),
        "moves": list(game.moves.values_list("ply", "seat", "action", "points")),
    }


def back(game: Game, to_ply: int, by: User) -> Act:
    game = Game.objects.get(pk=game.pk)
    return take_back(by=by, game_id=game.pk, why="a mistake", to_ply=to_ply, expected_ply=game.ply)


def check_replays(game: Game) -> None:
    game = play_selectors.game_with_players(game.code)
    names = [player_name(player) for player in game.players.all()]
    _scores, error = verify(positions.record_of(game, play_selectors.moves_of(game), names))
    assert error is None


@pytest.mark.django_db
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_play_n_and_take_back_k_is_as_after_n_less_k(data: st.DataObject, owner: User) -> None:
    people = [UserFactory() for _ in range(data.draw(st.integers(2, 4), label="seats"))]
    game = start_game(*people)
    stops = [position_of(game)]
    count = data.draw(st.integers(1, 60), label="n")
    for _ in range(count):
        game = _something_happens(data, game)
        stops.append(position_of(game))
        if not game.is_active:
            break
    to_ply = data.draw(st.integers(0, game.ply - 1), label="n - k")
    # As if the end had come from outside: what is revealed is not taken back.
    Game.objects.filter(pk=game.pk).update(seed_opens_at=None)

    back(game, to_ply, owner)

    assert position_of(game) == stops[to_ply]
    check_replays(game)
    again = play_on(Game.objects.get(pk=game.pk), 3)
    assert again.ply > to_ply
    check_replays(again)


def _something_happens(data: st.DataObject, game: Game) -> Game:
    """Mostly a move; now and then a turn is missed or somebody leaves."""
    what = data.draw(st.sampled_from(["move"] * 12 + ["miss", "resign"]), label="what")
    if what == "resign":
        moves.resign(game_id=game.pk, user=user_to_act(game))
    elif what == "miss" and game.players.get(seat=game.to_act).has_moved:
        # Only a first miss: the second would be leaving.
        if game.players.get(seat=game.to_act).missed == 0:
            Game.objects.filter(pk=game.pk).update(deadline=game.started_at)
            expiry.expire(game_id=game.pk)
        else:
            play_on(game, 1)
    else:
        play_on(game, 1)
    return Game.objects.get(pk=game.pk)


def test_a_game_that_was_ended_from_outside_goes_on_again(
    alice: User, bob: User, owner: User
) -> None:
    game = play_on(start_game(alice, bob), 4)
    seats.remove(by=owner, game_id=game.pk, why="a mistake", seat=0)
    game.refresh_from_db()
    assert game.is_finished

    back(game, game.ply - 1, owner)

    game = Game.objects.get(pk=game.pk)
    assert game.is_active
    assert game.deadline is not None
    assert (game.finished_at, game.seed_opens_at) == (None, None)
    assert list(game.players.values_list("place", flat=True)) == [None, None]
    assert play_on(game).is_finished


def test_a_decided_or_annulled_game_can_just_go_on(game: Game, owner: User) -> None:
    before = position_of(game)
    endings.adjudicate(by=owner, game_id=game.pk, why="asked", places=[1, 2], expected_ply=game.ply)
    back(game, game.ply, owner)
    assert position_of(game) == before

    endings.annul(by=owner, game_id=game.pk, why="asked")
    back(game, game.ply, owner)
    assert position_of(game) == before


def test_what_was_taken_back_is_in_the_trail(game: Game, owner: User) -> None:
    gone = list(game.moves.filter(ply__gte=4).values_list("ply", "seat", "action", "points"))

    act = back(game, 4, owner)

    kept = [(m["ply"], m["seat"], m["action"], m["points"]) for m in act.before["moves"]]
    assert kept == gone
    assert (act.before["ply"], act.after["ply"], act.after["count"]) == (6, 4, 2)


def test_who_is_to_move_is_told_again_of_a_turn_they_were_told_of_before(
    game: Game, owner: User
) -> None:
    turns = game.notifications.filter(kind=Kind.YOUR_TURN)
    turns.update(state=Notification.State.SENT)
    assert turns.filter(ply=4).count() == 1

    back(game, 4, owner)

    assert turns.filter(ply=4, state=Notification.State.WAITING).count() == 1
    assert turns.filter(ply=5).count() == 0
    assert turns.filter(ply__lt=0, state=Notification.State.SENT).count() == 3


def test_what_waits_to_be_told_of_a_move_taken_back_is_dropped(game: Game, owner: User) -> None:
    waiting = game.notifications.filter(kind=Kind.YOUR_TURN, ply=6)
    assert waiting.get().state == Notification.State.WAITING
    row = waiting.get().pk

    back(game, 5, owner)

    assert Notification.objects.get(pk=row).state == Notification.State.DROPPED
    # The same ply comes again, and is told of again.
    again = play_on(Game.objects.get(pk=game.pk), 1)
    assert again.ply == 6
    assert waiting.get().state == Notification.State.WAITING


def test_everybody_at_the_table_is_told(game: Game, owner: User, alice: User, bob: User) -> None:
    act = back(game, 3, owner)

    told = Notification.objects.filter(kind=Kind.NOTICE, data__act=act.pk)
    assert {item.user for item in told} == {alice, bob}


def test_a_bot_that_took_over_keeps_its_seat(game: Game, owner: User) -> None:
    seats.seat_bot(by=owner, game_id=game.pk, why="gone", seat=0)

    back(game, 2, owner)

    player = game.players.get(seat=0)
    assert (player.bot, player.left) == ("greedy", True)


def test_a_paused_game_stays_paused_with_a_whole_turn_left(game: Game, owner: User) -> None:
    Game.objects.filter(pk=game.pk).update(
        paused_at=game.moved_at, deadline=None, time_left=game.turn_time / 9
    )

    back(game, 3, owner)

    game = Game.objects.get(pk=game.pk)
    assert game.is_paused
    assert (game.deadline, game.time_left) == (None, game.turn_time)


@pytest.mark.parametrize("to_ply", [-1, 6, 7, 10_000])
def test_refuses_a_ply_that_is_not_behind_us(game: Game, owner: User, to_ply: int) -> None:
    before = position_of(game)

    with pytest.raises(ServiceError) as refused:
        back(game, to_ply, owner)

    assert refused.value.code == "bad-ply"
    assert position_of(game) == before


def test_refuses_when_the_game_has_moved_on_since_it_was_shown(game: Game, owner: User) -> None:
    play_on(game, 1)

    with pytest.raises(ServiceError) as refused:
        take_back(by=owner, game_id=game.pk, why="late", to_ply=2, expected_ply=game.ply)

    assert refused.value.code == "moved-on"


def test_the_move_taken_back_does_not_come_back_by_a_repeated_request(
    game: Game, owner: User
) -> None:
    """The same submission as before is a new move now: it is judged by the rules, not by memory."""
    user, actions, ply = user_to_act(game), good_actions(game), game.ply
    moves.play(game_id=game.pk, user=user, actions=actions, expected_ply=ply)
    back(game, ply, owner)

    moves.play(game_id=game.pk, user=user, actions=actions, expected_ply=ply)

    assert Game.objects.get(pk=game.pk).ply == ply + 1
    check_replays(game)
