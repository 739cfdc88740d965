"""Shifting Stones through the same services as Qwirkle: whole turns, one clock, one mail."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.records import verify
from games.machinery.errors import ServiceError
from games.models import Game, Notification, Player
from games.moderation.services import seats
from games.moderation.services.take_back import take_back
from games.people import selectors as people_selectors
from games.people.services import leaving
from games.play import positions
from games.play import selectors as play_selectors
from games.play.services import bots, expiry, moves
from games.tables.services import rematches, tables
from games.words import player_name
from tests.factories import UserFactory, log_in
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting, view_of

DAY = timedelta(days=1)
STONES = "shifting_stones"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return start_game(alice, bob, engine_slug=STONES)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def alone(user: User, **choices: object) -> Game:
    return tables.open_table(
        opener=user, engine_slug=STONES, seats=1, turn_time=None, public=False, **choices
    )


def replays(game: Game) -> bool:
    game = play_selectors.game_with_players(game.code)
    names = [player_name(player) for player in game.players.all()]
    _scores, error = verify(positions.record_of(game, play_selectors.moves_of(game), names))
    return error is None


def flip(game: Game) -> dict[str, object]:
    return {"kind": "flip", "card": view_of(game, game.to_act)["hand"][0], "cell": 4}


END = {"kind": "end"}


def test_a_turn_is_stored_whole_and_the_next_player_hears_of_it_once(game: Game) -> None:
    waiting = user_waiting(game)
    turn = [flip(game), END]

    moves.play(game_id=game.pk, user=user_to_act(game), actions=turn, expected_ply=0)

    after = fresh(game)
    assert after.ply == 2
    assert after.to_act != game.to_act
    assert [move.action for move in after.moves.all()] == turn
    told = Notification.objects.filter(kind="your_turn", ply__gt=0)
    assert [(item.user, item.ply) for item in told] == [(waiting, 2)]


@pytest.mark.parametrize("turn", ["flip", "end flip", "end end"])
def test_half_a_turn_or_more_than_one_is_refused(game: Game, turn: str) -> None:
    actions = [flip(game) if word == "flip" else END for word in turn.split()]

    with pytest.raises(ServiceError, match="not-a-turn"):
        moves.play(game_id=game.pk, user=user_to_act(game), actions=actions, expected_ply=0)

    assert fresh(game).ply == 0
    assert not game.moves.exists()


def test_alone_two_turns_at_once_are_refused(alice: User) -> None:
    game = alone(alice)

    with pytest.raises(ServiceError, match="not-a-turn"):
        moves.play(game_id=game.pk, user=alice, actions=[END, END], expected_ply=0)

    assert fresh(game).ply == 0


def test_the_same_turn_again_gets_the_result_of_the_first(game: Game) -> None:
    user, turn = user_to_act(game), [flip(game), END]
    moves.play(game_id=game.pk, user=user, actions=turn, expected_ply=0)

    moves.play(game_id=game.pk, user=user, actions=turn, expected_ply=0)

    assert fresh(game).ply == 2


def test_the_clock_is_the_turns_and_not_the_actions(game: Game) -> None:
    before = game.deadline
    turn = [flip(game), END]

    moves.play(game_id=game.pk, user=user_to_act(game), actions=turn, expected_ply=0)

    assert fresh(game).deadline > before
    assert fresh(game).turn_began_at == fresh(game).moved_at


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("mixed", [False, True])
def test_games_go_to_their_end_and_replay(seats: int, mixed: bool, db: None) -> None:
    people = [UserFactory() for _ in range(seats)]

    game = play_on(start_game(*people, engine_slug=STONES, options={"mixed": mixed}), 400)

    assert game.is_finished
    assert game.end_reason == "cards"
    assert replays(game)
    assert min(game.players.values_list("place", flat=True)) == 1


def test_points_of_the_bonus_are_in_the_final_scores(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob, engine_slug=STONES, options={"mixed": True}), 400)

    made = [0, 0]
    for move in game.moves.all():
        made[move.seat] += move.points
    scores = list(game.players.values_list("score", flat=True))
    assert sum(scores) - sum(made) in (3, 6)
    plot = positions.score_plot(play_selectors.game_with_players(game.code), list(game.moves.all()))
    assert [line[-1][1] for line in plot.lines] == scores


def test_a_missed_turn_passes_and_a_leaver_goes(alice: User, bob: User, charlie: User) -> None:
    game = play_on(start_game(alice, bob, charlie, engine_slug=STONES), 4)
    seat, late = game.to_act, user_to_act(game)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)

    expiry.expire(game_id=game.pk)

    after = fresh(game)
    assert after.to_act != seat
    assert after.players.get(seat=seat).missed == 1
    moves.resign(game_id=game.pk, user=late)
    assert fresh(game).is_active
    assert replays(game)


def test_a_bot_plays_its_whole_turn(alice: User) -> None:
    game = tables.play_now(user=alice, engine_slug=STONES)
    while game.is_active and game.ply < 60:
        if game.to_act == 0:
            play_on(game, 1)
        else:
            assert bots.take_turn(game_id=game.pk) is not None
        game = fresh(game)

    assert replays(game)
    assert game.players.get(seat=1).bot == "clever"


def test_the_level_of_the_computer_can_be_chosen(alice: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=3, bots=2, bot="easy")

    assert list(game.players.exclude(bot="").values_list("bot", flat=True)) == ["easy", "easy"]
    with pytest.raises(ServiceError, match="bad-table"):
        tables.open_table(opener=alice, engine_slug=STONES, seats=3, bots=2, bot="greedy")


@pytest.mark.parametrize("options", [{"mixed": 1}, {"speed": True}, {"seniority": [0]}])
def test_refuses_options_that_the_rules_do_not_know(
    alice: User, options: dict[str, object]
) -> None:
    with pytest.raises(ServiceError, match="bad-table"):
        tables.open_table(opener=alice, engine_slug=STONES, seats=2, options=options)

    assert not Game.objects.exists()


def test_alone_it_starts_at_once_without_a_clock_and_tells_nobody(alice: User) -> None:
    game = tables.play_now(user=alice, engine_slug=STONES, seats=1)

    assert (game.status, game.deadline, game.turn_time) == ("active", None, None)
    assert view_of(game, 0)["mixed"] is True
    play_on(game, 1)
    assert not Notification.objects.exists()


def test_nobody_plays_qwirkle_alone(alice: User) -> None:
    with pytest.raises(ServiceError, match="bad-table"):
        tables.play_now(user=alice, engine_slug="qwirkle", seats=1)


def test_four_strikes_lose_and_nobody_has_won(alice: User) -> None:
    game = alone(alice)
    for _ in range(4):
        now = fresh(game)
        moves.play(game_id=game.pk, user=alice, actions=[END], expected_ply=now.ply)

    over = fresh(game)
    assert (over.status, over.end_reason) == ("finished", "lost")
    assert over.players.get().place is None
    assert replays(over)
    (company, found), *more = people_selectors.results(alice).items()
    assert (company, found.played, found.won) == (Player.Company.ALONE, 1, 0)
    assert not more


def test_who_leaves_alone_has_neither_won_nor_lost(alice: User) -> None:
    game = alone(alice)

    moves.resign(game_id=game.pk, user=alice)

    assert fresh(game).players.get().place is None
    assert people_selectors.results(alice) == {}


def test_alone_with_a_clock_time_can_run_out(alice: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=1, turn_time=DAY)
    assert game.deadline is not None
    play_on(game, 1)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)

    expiry.expire(game_id=game.pk)

    assert view_of(fresh(game), 0)["strikes"] >= 1
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)
    expiry.expire(game_id=game.pk)
    assert fresh(game).end_reason == "withdrawn"


def test_who_never_began_alone_has_a_game_that_counts_for_nothing(alice: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=1, turn_time=DAY)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)

    expiry.expire(game_id=game.pk)

    assert fresh(game).status == "cancelled"


def test_once_more_alone_or_with_bots_starts_at_once(alice: User) -> None:
    for seats_wanted in (1, 3):
        game = tables.open_table(
            opener=alice,
            engine_slug=STONES,
            seats=seats_wanted,
            bots=seats_wanted - 1,
            bot="easy",
            turn_time=None,
            options={"mixed": False},
        )
        moves.resign(game_id=game.pk, user=alice)
        Game.objects.filter(pk=game.pk).update(status="finished", to_act=None, deadline=None)

        again = rematches.rematch(game_id=game.pk, user=alice)

        assert again.pk != game.pk
        assert (again.status, again.turn_time) == ("active", None)
        assert again.options == {"mixed": False}
        assert again.players.filter(bot="easy").count() == seats_wanted - 1
        assert again.moves.count() == 0


def test_a_turn_is_taken_back_whole(game: Game, db: None) -> None:
    owner = UserFactory(is_staff=True, is_superuser=True)
    stops = {0: fresh(game).state}
    for _ in range(5):
        now = play_on(fresh(game), 1)
        stops[now.ply] = now.state
    last = fresh(game)

    middle = next(ply for ply in range(last.ply) if ply not in stops)
    with pytest.raises(ServiceError, match="bad-ply"):
        take_back(by=owner, game_id=game.pk, why="so", to_ply=middle, expected_ply=last.ply)
    back = sorted(stops)[2]
    take_back(by=owner, game_id=game.pk, why="so", to_ply=back, expected_ply=last.ply)

    after = fresh(game)
    assert (after.ply, after.state) == (back, stops[back])
    assert replays(after)
    assert play_on(after, 400).is_finished


def test_the_computer_plays_on_for_somebody_here_too(game: Game, db: None) -> None:
    owner = UserFactory(is_staff=True, is_superuser=True)

    seats.seat_bot(by=owner, game_id=game.pk, why="gone", seat=game.to_act, bot="easy")

    assert bots.take_turn(game_id=game.pk) is not None


def test_a_draft_of_another_game_is_not_kept(game: Game) -> None:
    with pytest.raises(Exception, match="unknown-kind"):
        moves.play(
            game_id=game.pk, user=user_to_act(game), actions=[{"kind": "pass"}], expected_ply=0
        )


def test_good_actions_are_a_whole_turn(game: Game) -> None:
    assert good_actions(game)[-1]["kind"] in ("end", "skip")


def test_a_table_for_several_does_not_become_a_game_for_one(alice: User, bob: User) -> None:
    table = tables.open_table(opener=alice, engine_slug=STONES, seats=3)

    with pytest.raises(ServiceError, match="too-few-players"):
        tables.start(game_id=table.pk, user=alice)
    assert "Start now" not in log_in(alice).get(f"/g/{table.code}/").content.decode()

    game = play_on(start_game(alice, bob, engine_slug=STONES, options={"mixed": True}), 400)
    leaving.delete_account(user=bob)
    with pytest.raises(ServiceError, match="too-few-players"):
        rematches.rematch(game_id=game.pk, user=alice)


def test_who_left_does_not_see_the_hand_that_a_bot_plays_on_with(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob, engine_slug=STONES, leaver="bot"), 4)
    late, seat = user_to_act(game), game.to_act
    game.players.filter(seat=seat).update(missed=1)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)
    expiry.expire(game_id=game.pk)
    assert fresh(game).players.get(seat=seat).bot

    browser = log_in(late)
    for address in (f"/g/{game.code}/", f"/g/{game.code}/at/{game.ply}/"):
        page = browser.get(address).content.decode()
        assert "Your hand" not in page
        assert 'data-card="' not in page


def test_a_clock_that_ends_the_game_tells_its_end(alice: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=1, turn_time=DAY)
    for _ in range(3):
        now = fresh(game)
        moves.play(game_id=game.pk, user=alice, actions=[END], expected_ply=now.ply)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)

    expiry.expire(game_id=game.pk)

    assert fresh(game).end_reason == "lost"
    kinds = set(alice.notifications.values_list("kind", flat=True))
    assert "over" in kinds
    assert "missed" not in kinds


def test_alone_no_bot_plays_on_for_who_left(alice: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=1, turn_time=DAY, leaver="bot")
    play_on(game, 1)
    game.players.update(missed=1)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)

    expiry.expire(game_id=game.pk)

    assert fresh(game).end_reason == "withdrawn"
    assert game.players.get().place is None


def test_two_people_get_a_clock_where_one_had_none(alice: User, bob: User) -> None:
    owner = UserFactory(is_staff=True, is_superuser=True)
    game = tables.play_now(user=alice, engine_slug=STONES)

    seats.seat_person(by=owner, game_id=game.pk, why="so", seat=1, person=bob)

    assert fresh(game).turn_time is not None
    assert fresh(game).deadline is not None


def test_playing_now_tells_nobody_by_mail(alice: User) -> None:
    for _ in range(6):
        tables.play_now(user=alice, engine_slug=STONES)

    assert not Notification.objects.exists()


def test_a_step_keeps_the_mark_of_the_others_turn(game: Game) -> None:
    moves.play(game_id=game.pk, user=user_to_act(game), actions=[flip(game), END], expected_ply=0)
    now = fresh(game)
    browser = log_in(user_to_act(now))
    assert "is-new" in browser.get(f"/g/{game.code}/").content.decode()

    step = json.dumps([{**flip(now), "cell": 0}])
    answer = browser.post(
        f"/g/{game.code}/draft/", {"actions": step}, headers={"hx-request": "true"}
    )

    assert "is-new" in answer.content.decode()


def test_young_players_may_mix_and_the_others_may_not(
    alice: User, bob: User, charlie: User
) -> None:
    game = tables.open_table(
        opener=alice, engine_slug=STONES, seats=3, options={"young": []}, young=True
    )
    tables.join(game_id=game.pk, user=bob)
    tables.join(game_id=game.pk, user=charlie, young=True)

    game.refresh_from_db()
    assert game.options == {"young": [0, 2]}
    state = game.engine.load(game.state)
    assert [replace(state, turn=seat).playing.mixed for seat in range(3)] == [True, False, True]


def test_where_the_table_has_no_such_rule_nobody_is_young(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=2, young=True)
    with pytest.raises(ServiceError, match="not-possible-now"):
        tables.be_young(game_id=game.pk, user=alice, young=True)

    tables.join(game_id=game.pk, user=bob, young=True)

    game.refresh_from_db()
    assert game.options == {}
    assert not game.players.filter(young=True).exists()


def test_who_sits_there_can_say_later_that_they_are_young(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=2, options={"young": []})
    client = log_in(alice)
    assert "young player" in client.get(f"/g/{game.code}/").content.decode()
    client.post(f"/g/{game.code}/young/", {"young": "1"})
    assert game.players.get(user=alice).young
    client.post(f"/g/{game.code}/young/", {"young": "0"})
    assert not game.players.get(user=alice).young
    with pytest.raises(ServiceError, match="not-your-seat"):
        tables.be_young(game_id=game.pk, user=bob, young=True)

    log_in(bob).post(f"/g/{game.code}/join/", {"young": "1"})

    game.refresh_from_db()
    assert game.options == {"young": [1]}


def test_a_rematch_keeps_who_is_young_wherever_they_sit(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug=STONES, seats=2, options={"young": []})
    tables.join(game_id=game.pk, user=bob, young=True)
    moves.resign(game_id=game.pk, user=alice)

    again = rematches.rematch(game_id=game.pk, user=alice)
    again = rematches.rematch(game_id=game.pk, user=bob)

    seat = again.players.get(user=bob).seat
    assert Game.objects.get(pk=again.pk).options == {"young": [seat]}
