"""What mails say will happen when the time runs out is what happens."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.lateness import Fate, fate
from games.models import Game, Notification
from games.play.services import expiry
from games.post.letters import IF_LATE, IF_LATE_AGAIN, letter_for
from tests.factories import UserFactory
from tests.mail import PostOffice, deliver_at
from tests.playing import play_on, start_game, user_to_act

Kind = Notification.Kind
DAY = timedelta(days=1)
BOT = Game.Leaver.BOT

# Seats, turns played, whether a turn has been missed already, what becomes of leavers; the fate.
CASES = {
    "two, both have moved": (2, 2, False, "", Fate.SKIP),
    "four, all have moved": (4, 4, False, BOT, Fate.SKIP),
    "two, missed before": (2, 2, True, "", Fate.END),
    "three, missed before": (3, 3, True, "", Fate.WITHDRAW),
    "two, missed before, with bots": (2, 2, True, BOT, Fate.BOT),
    "two, never moved": (2, 0, False, "", Fate.CANCEL),
    "two, never moved, with bots": (2, 1, False, BOT, Fate.CANCEL),
    "three, never moved": (3, 1, False, "", Fate.WITHDRAW),
    "three, never moved, with bots": (3, 0, False, BOT, Fate.BOT),
}


@pytest.fixture
def clock() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(datetime(2026, 11, 16, 9, tzinfo=UTC), tick=False) as coordinates:
        yield coordinates


def arrange(
    clock: time_machine.Coordinates, seats: int, turns: int, missed: bool, leaver: str
) -> Game:
    people = [UserFactory() for _ in range(seats)]
    choices = {"leaver": leaver} if leaver else {}
    game = play_on(start_game(*people, turn_time=DAY, **choices), turns)
    if missed:
        late(game, clock)
        game = play_on(Game.objects.get(), seats - 1)
    return game


def late(game: Game, clock: time_machine.Coordinates) -> None:
    clock.shift(DAY)
    expiry.expire(game_id=game.pk)
    game.refresh_from_db()


def what_happened(game: Game, user: User) -> Fate:
    seat = game.players.get(user=user)
    if game.status == Game.Status.CANCELLED:
        return Fate.CANCEL
    if seat.bot:
        return Fate.BOT
    if seat.left:
        return Fate.END if game.is_finished else Fate.WITHDRAW
    return Fate.SKIP


def words_of(game: Game, user: User, kind: Kind, ply: int | None = None) -> str:
    number = game.ply if ply is None else ply
    told = Notification(user=user, kind=kind, game=Game.objects.get(pk=game.pk), ply=number)
    return " ".join(letter_for(told).sentences)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seats", "turns", "missed", "leaver", "expected"), CASES.values(), ids=CASES.keys()
)
def test_the_last_reminder_says_what_will_happen(
    clock: time_machine.Coordinates,
    seats: int,
    turns: int,
    missed: bool,
    leaver: str,
    expected: Fate,
) -> None:
    game = arrange(clock, seats, turns, missed, leaver)
    user = user_to_act(game)
    assert fate(game, game.players.get(user=user)) == expected
    assert str(IF_LATE[expected]) in words_of(game, user, Kind.LAST_REMINDER)

    late(game, clock)

    assert what_happened(game, user) == expected
    if expected != Fate.SKIP:
        told = Notification.objects.get(user=user, kind=Kind.REMOVED)
        words = words_of(game, user, Kind.REMOVED, told.ply)
        assert ("again" in words) == missed
        assert ("first move" in words) == (turns < seats)
        assert ("computer" in words) == (expected == Fate.BOT)
        assert ("carry on without you" in words) == (expected == Fate.WITHDRAW)
        assert ("it's over" in words) == (expected == Fate.END)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seats", "leaver", "expected"),
    [(2, "", Fate.END), (3, "", Fate.WITHDRAW), (2, BOT, Fate.BOT)],
)
def test_who_missed_a_turn_reads_what_the_next_one_would_mean(
    clock: time_machine.Coordinates, seats: int, leaver: str, expected: Fate
) -> None:
    game = arrange(clock, seats, seats, False, leaver)
    user = user_to_act(game)
    late(game, clock)

    assert str(IF_LATE_AGAIN[expected]) in words_of(game, user, Kind.MISSED)
    game = play_on(game, seats)
    assert "next turn" not in words_of(game, user, Kind.MISSED)


def test_who_was_removed_while_the_game_went_on_does_not_read_that_they_ended_it(
    alice: User, bob: User, charlie: User, clock: time_machine.Coordinates
) -> None:
    game = start_game(alice, bob, charlie, turn_time=DAY)
    user = user_to_act(game)
    late(game, clock)
    told = Notification.objects.get(user=user, kind=Kind.REMOVED)
    game = play_on(game)
    assert game.is_finished

    assert "carry on without you" in words_of(game, user, Kind.REMOVED, told.ply)


def test_a_turn_missed_is_not_told_once_the_game_is_over(
    alice: User, bob: User, post_office: PostOffice
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY), 2)
    user = user_to_act(game)
    Notification.objects.all().delete()
    with time_machine.travel(datetime.now(UTC) + DAY, tick=False):
        expiry.expire(game_id=game.pk)
    play_on(Game.objects.get())

    deliver_at(2 * DAY)

    told = Notification.objects.get(user=user, kind=Kind.MISSED)
    assert told.state == Notification.State.DROPPED
