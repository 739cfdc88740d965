"""Whoever meets at the same rows, one goes after the other: no ring of locks, and no error page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.db import connection, transaction

from accounts import services as accounts
from accounts.models import User
from games.machinery.errors import ServiceError
from games.machinery.transactions import one_transaction
from games.models import Game, Message, Player, TaskRun
from games.moderation.services import endings, people, seats, site
from games.moderation.services import games as acts
from games.moderation.services import shutting_out as sanctions
from games.people.services import leaving, vacations
from games.play.services import expiry, moves, talk
from games.tables.services import rematches, tables
from tests.factories import PASSWORD, UserFactory, log_in
from tests.play.test_simultaneous import at_once
from tests.playing import good_actions, play_on, start_game, user_to_act

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)
Call = Callable[[], object]


def outcome(call: Call) -> str:
    """What a service refuses is an answer; anything else is an error, and fails the test."""
    try:
        call()
    except ServiceError as refused:
        return refused.code
    return "done"


def all_at_once(calls: list[Call]) -> list[str]:
    answers = at_once([partial(outcome, call) for call in calls])
    assert "busy" not in answers
    return answers


def play(game: Game) -> object:
    now = Game.objects.get(pk=game.pk)
    return moves.play(
        game_id=now.pk, user=user_to_act(now), actions=good_actions(now), expected_ply=now.ply
    )


def moderator(name: str) -> User:
    return UserFactory(username=name, is_staff=True, is_superuser=True)


def test_sixty_pairs_of_talk_and_a_move_at_the_same_instant_all_go_well(
    alice: User, bob: User
) -> None:
    games = [start_game(alice, bob) for _ in range(6)]
    ready = {game.pk: game for game in games}
    for _ in range(10):
        calls: list[Call] = []
        for game in ready.values():
            mover = user_to_act(game)
            calls.append(
                partial(
                    moves.play,
                    game_id=game.pk,
                    user=mover,
                    actions=good_actions(game),
                    expected_ply=game.ply,
                )
            )
            calls.append(partial(talk.say, game_id=game.pk, user=mover, text="there"))
        assert Counter(all_at_once(calls)) == {"done": 12}
        ready = {pk: Game.objects.get(pk=pk) for pk in ready}

    assert Message.objects.count() == 60
    assert [game.ply for game in ready.values()] == [10] * 6


def test_going_away_and_moving(alice: User, bob: User) -> None:
    games = [start_game(alice, bob) for _ in range(5)]
    for _ in range(3):
        until = datetime.now(UTC) + DAY
        now = datetime.now(UTC)
        away = partial(vacations.go_away, user=alice, starts_at=now, ends_at=until)
        answers = all_at_once([away, *(partial(play, game) for game in games)])
        assert set(answers) == {"done"}
        back = partial(vacations.come_back, user=alice)
        assert set(all_at_once([back, *(partial(play, game) for game in games)])) == {"done"}


def test_joining_leaving_and_starting(alice: User, bob: User, charlie: User) -> None:
    for _ in range(5):
        game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
        tables.join(game_id=game.pk, user=bob)
        all_at_once(
            [
                partial(tables.join, game_id=game.pk, user=charlie),
                partial(tables.leave, game_id=game.pk, user=bob),
                partial(tables.start, game_id=game.pk, user=alice),
            ]
        )
        game.refresh_from_db()
        sitting = game.players.count()
        assert game.seats == sitting if game.is_active else game.is_open


def test_blocking_and_joining(alice: User, bob: User) -> None:
    for _ in range(5):
        game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
        answers = all_at_once(
            [
                partial(tables.join, game_id=game.pk, user=bob),
                partial(accounts.block, blocker=alice, blocked=bob),
            ]
        )
        assert set(answers) <= {"done", "blocked"}
        accounts.unblock(blocker=alice, blocked=bob)


def test_both_resign_in_a_game_of_two(alice: User, bob: User) -> None:
    for _ in range(5):
        game = start_game(alice, bob)
        answers = all_at_once(
            [partial(moves.resign, game_id=game.pk, user=user) for user in (alice, bob)]
        )
        assert Counter(answers) == {"done": 1, "not-going-on": 1}
        assert Game.objects.get(pk=game.pk).end_reason == "withdrawn"


def test_two_moderators_act_on_the_same_games_and_people(alice: User, bob: User) -> None:
    one, two = moderator("one"), moderator("two")
    for _ in range(3):
        games = [play_on(start_game(alice, bob), 2) for _ in range(4)]
        calls: list[Call] = [
            partial(sanctions.ban, by=one, person_id=alice.pk, why="so", games="bot"),
            partial(sanctions.ban, by=two, person_id=bob.pk, why="so", games="withdraw"),
            partial(site.pause_site, by=two, why="so"),
        ]
        for game in games:
            values = {"game_id": game.pk, "why": "so"}
            calls.append(partial(acts.extend, by=two, span=DAY, **values))
            calls.append(partial(endings.annul, by=one, **values))
            calls.append(partial(seats.seat_bot, by=two, seat=0, **values))
        all_at_once(calls)
        all_at_once(
            [
                partial(site.resume_site, by=one, why="so"),
                partial(site.resume_site, by=two, why="so"),
            ]
        )
        assert not expiry.resume_all()
        for person in (alice, bob):
            people.lift(by=one, person_id=person.pk, why="so")


def test_an_account_is_deleted_while_its_games_go_on_and_end(alice: User, bob: User) -> None:
    for _ in range(4):
        leaver = UserFactory()
        games = [start_game(leaver, bob) for _ in range(4)]
        over = start_game(leaver, bob)
        moves.resign(game_id=over.pk, user=bob)
        table = tables.open_table(opener=leaver, engine_slug="qwirkle", seats=3)
        calls: list[Call] = [partial(leaving.delete_account, user=leaver)]
        calls += [partial(play, game) for game in games]
        calls += [partial(moves.resign, game_id=game.pk, user=bob) for game in games[:2]]
        calls += [partial(talk.say, game_id=over.pk, user=bob, text="well played")]
        calls += [partial(tables.join, game_id=table.pk, user=bob)]
        calls += [partial(rematches.rematch, game_id=over.pk, user=bob)]
        answers = _forgiving(calls)

        assert answers[0] == "done"
        assert not User.objects.filter(pk=leaver.pk).exists()
        assert not Game.objects.filter(pk__in=[game.pk for game in games], status="active").exists()


def _forgiving(calls: list[Call]) -> list[str]:
    """The account of who plays may be gone before the move is there."""

    def one(call: Call) -> str:
        try:
            return outcome(call)
        except (AssertionError, Player.DoesNotExist):
            return "nobody is to act"

    answers = at_once([partial(one, call) for call in calls])
    assert "busy" not in answers
    return answers


@contextmanager
def failing_messages(times: int) -> Iterator[None]:
    """The database itself says so often that the transaction has to be done again."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SEQUENCE tries")
        cursor.execute(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF nextval('tries') <= {times} THEN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; "
            "END IF; RETURN NEW; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER fail BEFORE INSERT ON games_message "
            "FOR EACH ROW EXECUTE FUNCTION fail()"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER fail ON games_message")
            cursor.execute("DROP FUNCTION fail()")
            cursor.execute("DROP SEQUENCE tries")


@pytest.mark.parametrize("htmx", [True, False])
def test_what_the_database_could_not_settle_is_tried_again_unseen(
    alice: User, bob: User, htmx: bool
) -> None:
    game = start_game(alice, bob)
    headers = {"hx-request": "true"} if htmx else {}

    with failing_messages(2):
        answer = log_in(alice).post(f"/g/{game.code}/talk/", {"text": "there"}, headers=headers)

    assert answer.status_code == (200 if htmx else 302)
    assert Message.objects.get().text == "there"


def test_after_some_tries_the_reader_is_told_in_words(alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    with failing_messages(1000):
        answer = log_in(alice).post(
            f"/g/{game.code}/talk/", {"text": "there"}, headers={"hx-request": "true"}
        )

    assert answer.status_code == 503
    assert "Please try again" in answer.content.decode()
    assert not Message.objects.exists()


def test_a_page_that_catches_no_refusal_tells_in_words_too(alice: User) -> None:
    browser = log_in(alice)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'no' USING ERRCODE = '40P01'; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER fail BEFORE DELETE ON accounts_user "
            "FOR EACH ROW EXECUTE FUNCTION fail()"
        )
    try:
        answer = browser.post("/settings/delete/", {"password": PASSWORD})
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER fail ON accounts_user")
            cursor.execute("DROP FUNCTION fail()")

    assert answer.status_code == 503
    assert "Please try again" in answer.content.decode()
    # Still here, and still logged in.
    assert browser.get("/settings/").status_code == 200


def test_the_site_goes_on_while_a_sweep_after_an_outage_begins(alice: User, bob: User) -> None:
    """Both hold the sweep's row before they reach for games: while one waits, it holds none."""
    game = start_game(alice, bob)
    expiry.enforce_deadlines()
    expiry.pause_all()

    both = Barrier(2)

    def sweep() -> object:
        with transaction.atomic():
            TaskRun.objects.select_for_update(no_key=True).get(name=expiry.ENFORCE)
            both.wait(60)
            with connection.cursor() as cursor:
                while True:
                    cursor.execute(
                        "SELECT count(*) FROM pg_locks WHERE NOT granted "
                        "AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
                    )
                    if cursor.fetchone()[0]:
                        break
            return Game.objects.select_for_update(no_key=True, nowait=True).get(pk=game.pk)

    def resume() -> object:
        both.wait(60)
        return expiry.resume_all()

    swept, resumed = at_once([sweep, resume])

    assert swept == game
    assert resumed is not None


def test_a_ring_of_locks_is_undone_and_both_get_through(alice: User, bob: User) -> None:
    both = Barrier(2)
    done: list[Any] = []

    @one_transaction
    def lock(first: User, second: User) -> None:
        User.objects.select_for_update().get(pk=first.pk)
        with suppress(BrokenBarrierError):
            both.wait(5)
        User.objects.select_for_update().get(pk=second.pk)
        done.append(first)
        both.abort()

    at_once([partial(lock, alice, bob), partial(lock, bob, alice)])

    assert len(done) == 2
