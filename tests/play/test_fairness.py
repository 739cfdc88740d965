"""Time that counts for nobody, and clocks that are nobody else's business."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.models import Game, Notification, Player, TaskRun
from games.moderation.services import games as acts
from games.moderation.services import seats
from games.moderation.services import shutting_out as sanctions
from games.people.services import leaving, vacations
from games.play.clock import off_periods, time_between
from games.play.services import bots, deadlines, expiry, moves
from games.post.services import still_true
from games.tables.services import tables
from tests.factories import UserFactory
from tests.playing import pause_clock, play_on, resume_clock, start_game, user_to_act

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NONE = timedelta(0)


@pytest.fixture
def traveller() -> Iterator[time_machine.Coordinates]:
    with time_machine.travel(MONDAY, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def owner(db: None) -> User:
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


def now() -> datetime:
    return datetime.now(UTC)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def bank_of(game: Game, user: User) -> timedelta:
    return game.players.get(user=user).bank_left


# Pauses.


def test_a_move_in_a_paused_game_costs_no_bank(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY, bank=3 * DAY), 2)
    mover = user_to_act(game)
    pause_clock(game_id=game.pk)
    traveller.shift(10 * DAY)

    play_on(fresh(game), 1)

    assert bank_of(game, mover) == 3 * DAY


def test_a_move_while_the_site_is_paused_costs_no_bank(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY, bank=3 * DAY), 2)
    mover = user_to_act(game)
    traveller.shift(2 * DAY)
    expiry.pause_all()
    traveller.shift(10 * DAY)

    play_on(fresh(game), 1)

    assert bank_of(game, mover) == 2 * DAY


def test_a_turn_begun_while_the_site_is_paused_gets_its_time_and_no_more(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY), 2)
    expiry.pause_all()
    traveller.shift(4 * DAY)
    play_on(fresh(game), 1)
    traveller.shift(2 * DAY)

    expiry.resume_all()

    assert fresh(game).deadline == now() + DAY


def test_a_pause_of_the_site_over_a_weekend_that_is_off_gives_no_more_than_was_left(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    friday = datetime(2026, 11, 20, 18, tzinfo=UTC)
    traveller.move_to(friday)
    game = start_game(alice, bob, turn_time=12 * HOUR, weekends_off=True)
    expiry.pause_all()
    traveller.shift(DAY)

    expiry.resume_all()

    # On Saturday, with twelve hours left, which run from Monday on.
    assert fresh(game).deadline == datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_a_pause_of_the_site_within_a_vacation_changes_nothing(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY), 2)
    vacations.go_away(user=user_to_act(game), starts_at=now(), ends_at=now() + 10 * DAY)
    before = fresh(game).deadline
    traveller.shift(DAY)
    expiry.pause_all()
    traveller.shift(3 * DAY)

    expiry.resume_all()

    assert fresh(game).deadline == before


def test_an_outage_over_a_weekend_that_is_off_gives_no_more_than_was_left(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    traveller.move_to(datetime(2026, 11, 20, 18, tzinfo=UTC))
    game = start_game(alice, bob, turn_time=12 * HOUR, weekends_off=True)
    expiry.enforce_deadlines()
    traveller.shift(DAY)

    expiry.enforce_deadlines()

    assert fresh(game).deadline == datetime(2026, 11, 23, 12, tzinfo=UTC)
    assert TaskRun.objects.get(name=expiry.ENFORCE).ran_at == now()


def test_a_gift_during_a_pause_of_the_site_is_a_gift(
    alice: User, bob: User, owner: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY, bank=DAY), 2)
    traveller.shift(6 * HOUR)
    expiry.pause_all()
    traveller.shift(5 * DAY)
    acts.extend(by=owner, game_id=game.pk, why="so", span=2 * DAY)
    traveller.shift(5 * DAY)

    expiry.resume_all()

    assert fresh(game).deadline == now() + 4 * DAY - 6 * HOUR


def test_a_vacation_begun_while_the_site_is_paused_leaves_what_was_left(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY), 2)
    traveller.shift(6 * HOUR)
    expiry.pause_all()
    traveller.shift(2 * DAY)
    back = now() + 10 * DAY
    vacations.go_away(user=user_to_act(game), starts_at=now(), ends_at=back)
    traveller.shift(DAY)

    expiry.resume_all()

    assert fresh(game).deadline == back + 18 * HOUR


def test_a_vacation_ended_early_costs_what_the_turn_took_and_no_less(
    alice: User, bob: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=3 * DAY, bank=3 * DAY), 2)
    mover = user_to_act(game)
    traveller.shift(DAY)
    vacations.go_away(user=mover, starts_at=now(), ends_at=now() + 8 * DAY)
    traveller.shift(3 * DAY)
    vacations.come_back(user=mover)
    traveller.shift(4 * DAY)

    play_on(fresh(game), 1)

    # A day before it and four after it: two beyond the turn's own three.
    assert bank_of(game, mover) == DAY


def test_a_pause_while_a_bot_acts_leaves_no_time_behind(
    alice: User, bob: User, owner: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY), 2)
    pause_clock(game_id=game.pk)
    seats.seat_bot(by=owner, game_id=game.pk, why="so", seat=fresh(game).to_act)
    assert (fresh(game).time_left, fresh(game).deadline) == (None, None)
    bots.take_turn(game_id=game.pk)
    traveller.shift(3 * DAY)

    resume_clock(game_id=game.pk)

    assert fresh(game).deadline == now() + DAY


def test_pausing_a_game_without_a_clock_gives_it_none(
    alice: User, traveller: time_machine.Coordinates
) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    pause_clock(game_id=game.pk)
    expiry.pause_all()
    traveller.shift(DAY)
    expiry.resume_all()
    resume_clock(game_id=game.pk)

    assert (fresh(game).deadline, fresh(game).time_left) == (None, None)


def test_a_game_for_one_that_becomes_one_for_two_gives_its_clock_to_who_is_to_act(
    alice: User, bob: User, owner: User, traveller: time_machine.Coordinates
) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    if game.to_act != 0:
        bots.take_turn(game_id=game.pk)

    seats.seat_person(by=owner, game_id=game.pk, why="so", seat=1, person=bob)

    assert user_to_act(fresh(game)) == alice
    assert fresh(game).deadline == now() + seats.FIRST_CLOCK


# Leaving out of turn.


def clock_of(game: Game) -> tuple[object, ...]:
    game = fresh(game)
    return game.to_act, game.deadline, game.turn_began_at, game.remind_at, game.time_left


LEAVING = {
    "resigning": lambda game, person, owner: moves.resign(game_id=game.pk, user=person),
    "deleting the account": lambda game, person, owner: leaving.delete_account(user=person),
    "being removed": lambda game, person, owner: seats.remove(
        by=owner, game_id=game.pk, why="so", seat=game.players.get(user=person).seat
    ),
    "being banned": lambda game, person, owner: sanctions.ban(
        by=owner, person_id=person.pk, why="so", games="withdraw"
    ),
    "making way for a bot": lambda game, person, owner: sanctions.ban(
        by=owner, person_id=person.pk, why="so", games="bot"
    ),
}


@pytest.mark.parametrize("how", LEAVING)
@pytest.mark.parametrize("paused", [False, True])
def test_who_leaves_out_of_turn_leaves_the_clock_of_who_is_to_act_alone(
    alice: User,
    bob: User,
    charlie: User,
    owner: User,
    traveller: time_machine.Coordinates,
    how: str,
    paused: bool,
) -> None:
    game = play_on(start_game(alice, bob, charlie, turn_time=DAY, bank=DAY), 3)
    acting = user_to_act(game)
    traveller.shift(18 * HOUR)
    if paused:
        pause_clock(game_id=game.pk)
    before = clock_of(game)
    leaver = next(user for user in (alice, bob, charlie) if user != acting)

    LEAVING[how](game, leaver, owner)

    assert clock_of(game) == before
    assert bank_of(game, acting) == DAY
    told = acting.notifications.filter(kind=Notification.Kind.YOUR_TURN, game=game)
    assert told.filter(ply__gte=3).count() == 1
    # What waits to be told of this turn is as true as it was.
    waiting = told.get(ply=3)
    assert still_true.is_still_true(waiting, fresh(game))
    play_on(fresh(game), 1)
    assert not still_true.is_still_true(waiting, fresh(game))


def test_who_leaves_in_turn_starts_the_clock_of_the_next(
    alice: User, bob: User, charlie: User, traveller: time_machine.Coordinates
) -> None:
    game = play_on(start_game(alice, bob, charlie, turn_time=DAY), 3)
    traveller.shift(18 * HOUR)

    moves.resign(game_id=game.pk, user=user_to_act(game))

    game = fresh(game)
    assert game.deadline == now() + DAY
    kinds = user_to_act(game).notifications.filter(ply=game.ply).values_list("kind", flat=True)
    assert list(kinds) == [Notification.Kind.YOUR_TURN]


# Always.

EVENTS = ("pause", "resume", "pause site", "resume site", "move")
ZONES = ("UTC", "Europe/Amsterdam", "Pacific/Kiritimati", "America/St_Johns")
steps = st.tuples(
    st.timedeltas(NONE, 3 * DAY), st.sampled_from(EVENTS), st.timedeltas(NONE, 2 * DAY)
)


@dataclass
class Reckoning:
    """By hand, beside the site: what each has left, with every stretch of time looked at."""

    zone: ZoneInfo | None
    away: dict[int, tuple[datetime, datetime]]
    banks: dict[int, timedelta]
    turn_time: timedelta
    acts: int
    paused: set[str] = field(default_factory=set)
    left: timedelta = NONE

    def begin(self, seat: int) -> None:
        self.acts, self.left = seat, self.turn_time + self.banks[seat]

    def pass_time(self, start: datetime, end: datetime) -> None:
        if self.paused:
            return
        away = [self.away[self.acts]] if self.acts in self.away else []
        off = off_periods(start, weekends_in=self.zone, vacations=away)
        self.left = max(NONE, self.left - time_between(start, end, off))

    def move(self, following: int) -> None:
        self.banks[self.acts] = min(self.banks[self.acts], self.left)
        self.begin(following)


def _do(game: Game, event: str, hand: Reckoning) -> None:
    if event == "pause":
        pause_clock(game_id=game.pk)
        hand.paused.add("game")
    elif event == "resume":
        resume_clock(game_id=game.pk)
        hand.paused.discard("game")
    elif event == "pause site":
        expiry.pause_all()
        hand.paused.add("site")
    elif event == "resume site":
        expiry.resume_all()
        hand.paused.discard("site")
    else:
        play_on(fresh(game), 1)
        hand.move(fresh(game).to_act)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    script=st.lists(steps, max_size=6),
    zone=st.sampled_from(ZONES),
    weekends=st.booleans(),
    bank=st.sampled_from([NONE, 2 * DAY]),
    away=st.none() | st.tuples(st.timedeltas(NONE, 6 * DAY), st.timedeltas(HOUR, 9 * DAY)),
)
@example(
    script=[(DAY, "pause site", DAY), (DAY, "move", DAY), (HOUR, "resume site", DAY)],
    zone="UTC",
    weekends=True,
    bank=2 * DAY,
    away=(DAY, 2 * DAY),
)
def test_pauses_leave_everybodys_time_and_bank_as_if_they_had_not_been(
    alice: User,
    bob: User,
    script: list[tuple[timedelta, str, timedelta]],
    zone: str,
    weekends: bool,
    bank: timedelta,
    away: tuple[timedelta, timedelta] | None,
) -> None:
    with time_machine.travel(MONDAY, tick=False) as traveller, transaction.atomic():
        User.objects.update(time_zone=zone)
        game = start_game(alice, bob, turn_time=2 * DAY, bank=bank, weekends_off=weekends)
        hand = Reckoning(
            zone=ZoneInfo(zone) if weekends else None,
            away={},
            banks={0: bank, 1: bank},
            turn_time=2 * DAY,
            acts=0,
        )
        hand.begin(game.to_act)
        if away is not None:
            period = (MONDAY + away[0], MONDAY + away[0] + away[1])
            vacations.go_away(user=alice, starts_at=period[0], ends_at=period[1])
            hand.away = {game.players.get(user=alice).seat: period}
        for before, event, after in [*script, (NONE, "resume", NONE), (NONE, "resume site", NONE)]:
            for span, this in ((before, event), (after, None)):
                hand.pass_time(now(), now() + span)
                traveller.shift(span)
                if this is not None:
                    _do(game, this, hand)

        game = fresh(game)
        player = Player.objects.select_related("user").get(game=game, seat=hand.acts)
        off = list(_until(game, deadlines.off_for(game, player, now())))
        assert time_between(now(), game.deadline, off) == hand.left
        banks = {player.seat: player.bank_left for player in game.players.all()}
        assert banks == hand.banks
        transaction.set_rollback(True)


def _until(game: Game, off: Iterator[tuple[datetime, datetime]]) -> Iterator[object]:
    for period in off:
        if period[0] >= game.deadline:
            return
        yield period
