"""When the clock runs out, step by step. The clock is moved by hand; nothing sleeps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.engine.advancing import advance
from games.engine.chance import Chance
from games.machinery.errors import ServiceError
from games.models import Game, Notification, SitePause, TaskRun
from games.people.services import vacations
from games.play.services import bots, expiry, moves
from games.tables.services import tables
from tests.factories import log_in
from tests.playing import (
    good_actions,
    pause_clock,
    play_on,
    resume_clock,
    start_game,
    user_to_act,
    user_waiting,
)

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def traveller() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(MONDAY, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def game(alice: User, bob: User, traveller: object) -> Game:
    """Both have moved; a day for each turn."""
    return play_on(start_game(alice, bob, turn_time=DAY), 2)


def sweep(traveller: time_machine.Coordinates, span: timedelta) -> None:
    """Time passes with a sweep every half hour, as when the site is up."""
    until = datetime.now(UTC) + span
    while datetime.now(UTC) < until:
        traveller.shift(min(timedelta(minutes=30), until - datetime.now(UTC)))
        expiry.enforce_deadlines()


def kinds(user: User) -> list[str]:
    return list(user.notifications.order_by("pk").values_list("kind", flat=True))


def test_a_turn_is_not_skipped_before_its_time(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    sweep(traveller, DAY - timedelta(seconds=1))

    game.refresh_from_db()
    assert game.ply == 2


def test_a_missed_turn_is_skipped_and_the_player_told(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    late = user_to_act(game)

    sweep(traveller, DAY)

    game.refresh_from_db()
    assert game.moves.last().action == {"kind": "skip-turn"}
    assert user_to_act(game) != late
    assert Notification.Kind.MISSED in kinds(late)
    assert game.deadline == datetime.now(UTC) + DAY
    assert game.players.get(user=late).missed == 1


def test_who_plays_again_begins_anew(game: Game, traveller: time_machine.Coordinates) -> None:
    late = user_to_act(game)
    sweep(traveller, DAY)
    play_on(Game.objects.get(), 2)

    assert game.players.get(user=late).missed == 0


def test_the_second_turn_missed_in_a_row_ends_it_for_the_player(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    late = user_to_act(game)
    sweep(traveller, DAY)
    play_on(Game.objects.get(), 1)
    sweep(traveller, DAY)

    game.refresh_from_db()
    assert (game.status, game.end_reason) == (Game.Status.FINISHED, "withdrawn")
    assert game.players.get(user=late).place == 2
    assert Notification.Kind.REMOVED in kinds(late)


def test_a_bot_takes_the_seat_if_the_table_chose_so_and_the_leaver_is_last(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY, leaver=Game.Leaver.BOT), 2)
    late = user_to_act(game)
    sweep(traveller, DAY)
    play_on(Game.objects.get(), 1)
    sweep(traveller, DAY)

    game = Game.objects.get()
    seat = game.players.get(user=late)
    assert game.is_active
    assert (seat.left, seat.bot, game.deadline) == (True, "greedy", None)
    with pytest.raises(ServiceError, match="left-already"):
        moves.play(game_id=game.pk, user=late, actions=good_actions(game), expected_ply=game.ply)
    while game.is_active:
        if game.to_act == seat.seat:
            assert bots.take_turn(game_id=game.pk)
        else:
            play_on(game, 1)
        game = Game.objects.get()
    assert game.players.get(user=late).place == 2


def test_who_never_made_a_first_move_cancels_a_game_of_two(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = start_game(alice, bob, turn_time=DAY)

    sweep(traveller, DAY)

    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    assert not game.players.filter(place__isnull=False).exists()


def test_who_never_made_a_first_move_leaves_a_larger_table_at_once(
    alice: User, bob: User, charlie: User, traveller: time_machine.Coordinates
) -> None:
    game = start_game(alice, bob, charlie, turn_time=DAY)
    late = user_to_act(game)

    sweep(traveller, DAY)

    game.refresh_from_db()
    assert game.is_active
    assert game.players.get(user=late).left


def test_the_bank_is_used_up_first_and_only_what_was_needed(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY, bank=3 * DAY), 2)
    slow = user_to_act(game)

    sweep(traveller, 2 * DAY)
    game = Game.objects.get()
    assert game.ply == 2
    play_on(game, 1)
    assert game.players.get(user=slow).bank_left == 2 * DAY

    play_on(Game.objects.get(), 1)
    assert Game.objects.get().deadline == datetime.now(UTC) + 3 * DAY
    sweep(traveller, 3 * DAY)
    assert Game.objects.get().moves.last().action == {"kind": "skip-turn"}
    assert game.players.get(user=slow).bank_left == timedelta(0)


def test_weekends_are_off_by_the_players_own_time_zone(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    User.objects.update(time_zone="Asia/Tokyo")
    traveller.move_to(datetime(2026, 11, 20, 12, tzinfo=UTC))  # Friday, 21:00 in Tokyo

    game = start_game(alice, bob, turn_time=DAY, weekends_off=True)

    # Three hours on Friday, the rest from Monday 0:00 in Tokyo on.
    assert game.deadline == datetime(2026, 11, 22, 15, tzinfo=UTC) + timedelta(hours=21)


def test_a_vacation_moves_the_deadline_and_coming_back_early_gives_it_back(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    away = user_to_act(game)
    before = game.deadline
    start = datetime.now(UTC) + timedelta(hours=2)

    vacations.go_away(user=away, starts_at=start, ends_at=start + 10 * DAY)
    assert Game.objects.get().deadline == before + 10 * DAY
    traveller.move_to(start + 4 * DAY)
    vacations.come_back(user=away)

    # Two hours were used before it began; the rest of the day is left.
    assert Game.objects.get().deadline == datetime.now(UTC) + DAY - timedelta(hours=2)
    assert vacations.days_left(User.objects.get(pk=away.pk), datetime.now(UTC)) == 26


@pytest.mark.parametrize(
    ("days", "code"), [(31, "too-many-days"), (0, "bad-vacation"), (-3, "bad-vacation")]
)
def test_a_vacation_has_its_limits(game: Game, days: int, code: str) -> None:
    now = datetime.now(UTC)

    with pytest.raises(ServiceError, match=code):
        vacations.go_away(user=user_to_act(game), starts_at=now, ends_at=now + days * DAY)


def test_a_paused_game_stands_still_and_goes_on_with_what_was_left(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    traveller.shift(timedelta(hours=6))
    pause_clock(game_id=game.pk)
    sweep(traveller, 5 * DAY)
    assert Game.objects.get().ply == 2

    resume_clock(game_id=game.pk)

    game = Game.objects.get()
    assert game.deadline == datetime.now(UTC) + timedelta(hours=18)
    assert not game.is_paused


def test_a_move_in_a_paused_game_leaves_the_next_player_all_their_time(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    pause_clock(game_id=game.pk)
    play_on(Game.objects.get(), 1)
    traveller.shift(3 * DAY)
    assert Game.objects.get().deadline is None

    resume_clock(game_id=game.pk)

    assert Game.objects.get().deadline == datetime.now(UTC) + DAY


def test_a_paused_site_costs_nobody_their_time(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    sweep(traveller, timedelta(hours=1))
    before = Game.objects.get().deadline
    expiry.pause_all()
    sweep(traveller, 3 * DAY)
    assert Game.objects.get().ply == 2

    assert expiry.resume_all() == 3 * DAY

    assert Game.objects.get().deadline == before + 3 * DAY
    assert not SitePause.objects.exists()
    sweep(traveller, timedelta(hours=1))
    assert Game.objects.get().ply == 2


def test_an_outage_moves_the_deadlines_instead_of_expiring_turns(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    expiry.enforce_deadlines()
    before = Game.objects.get().deadline

    traveller.shift(2 * DAY)
    expiry.enforce_deadlines()

    game = Game.objects.get()
    assert game.ply == 2
    assert game.deadline == before + 2 * DAY
    assert TaskRun.objects.get(name=expiry.ENFORCE).ran_at == datetime.now(UTC)


def test_a_sweep_a_little_late_is_no_outage(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    expiry.enforce_deadlines()
    traveller.shift(DAY - timedelta(minutes=30))
    TaskRun.objects.update(began_at=datetime.now(UTC))
    traveller.shift(timedelta(minutes=50))

    expiry.enforce_deadlines()

    assert Game.objects.get().ply == 3


def test_a_bots_turn_has_no_deadline(alice: User, traveller: time_machine.Coordinates) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act == 0:
        play_on(game, 1)

    assert Game.objects.get().deadline is None


def test_reminders_come_at_half_and_at_a_fifth_as_wanted(
    game: Game, traveller: time_machine.Coordinates
) -> None:
    slow = user_to_act(game)
    told = []
    for _ in range(48):
        traveller.shift(timedelta(minutes=30))
        told += [expiry.send_reminders()]

    reminders = [kind for kind in kinds(slow) if "reminder" in kind]
    assert reminders == ["reminder", "last_reminder"]
    assert [number for number, sent in enumerate(told, start=1) if sent] == [24, 39]


def test_no_reminder_for_who_wants_none(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    User.objects.update(remind_half=False, remind_last=False)

    assert start_game(alice, bob).remind_at is None


def test_a_sweep_looks_at_due_games_only(alice: User, bob: User, django_assert_num_queries) -> None:
    for _ in range(3):
        start_game(alice, bob)
    TaskRun.objects.create(name=expiry.ENFORCE, began_at=datetime.now(UTC))

    with django_assert_num_queries(7):  # two of them the transaction within the test's own
        assert expiry.enforce_deadlines() == 0


def test_a_game_with_skips_and_leavers_replays(
    alice: User, bob: User, charlie: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, charlie, turn_time=DAY), 3)
    sweep(traveller, DAY)
    play_on(Game.objects.get(), 2)
    sweep(traveller, DAY)
    game = Game.objects.get()

    chance = Chance(bytes(game.seed))
    state = game.engine.start(3, game.options, chance)
    for move in game.moves.all():
        state = advance(game.engine, state, move.seat, move.action, chance).state
    assert game.engine.dump(state) == game.state
    assert user_waiting(game)


def test_the_page_of_a_game_that_was_cancelled_can_be_looked_at(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = start_game(alice, bob, turn_time=DAY)
    sweep(traveller, 2 * DAY)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED

    for reader in (None, alice, bob):
        page = log_in(reader).get(f"/g/{game.code}/")
        assert page.status_code == 200
        assert "This game was cancelled" in page.content.decode()
