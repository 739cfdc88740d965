"""A question that is written once gives what its queryset would give, each time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import Count, QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.machinery.asking import Question, keep_loaded
from games.models import MESSAGES_WITH_NAMES, Game, Message, Player
from games.play.services import talk
from tests.playing import play_on, start_game


def by_code(code: str) -> QuerySet[Game]:
    return Game.objects.filter(code=code).annotate(sitting=Count("players"))


def seats(game: int) -> QuerySet[Player]:
    return Player.objects.select_related("user").filter(game=game)


def said_in(game: int) -> QuerySet[Message]:
    return MESSAGES_WITH_NAMES.filter(game=game)


def codes_of(user: int, status: str) -> QuerySet[Game, str]:
    return Game.objects.filter(players__user=user, status=status).values_list("code", flat=True)


def test_it_gives_the_same_objects_with_all_their_values(alice: User, bob: User) -> None:
    games = [play_on(start_game(alice, bob), turns) for turns in (1, 3)]
    question = Question(by_code, code="a code")

    for game in games:
        (asked,), (known,) = question(code=game.code), by_code(game.code)
        assert {**asked.__dict__, "_state": None} == {**known.__dict__, "_state": None}
        assert not asked._state.adding


def test_those_who_belong_to_them_come_along(
    alice: User, bob: User, django_assert_num_queries: Callable[..., CaptureQueriesContext]
) -> None:
    game = start_game(alice, bob)
    game.players.filter(seat=1).update(user=None)
    question = Question(seats, game=-1)
    question(game=game.pk)

    with django_assert_num_queries(1):
        people = [player.user for player in question(game=game.pk)]
    assert people == [alice, None]


def test_what_is_left_out_is_asked_for_when_it_is_wanted(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    talk.say(game_id=game.pk, user=alice, text="Hello!")

    (message,) = Question(said_in, game=-1)(game=game.pk)

    assert message.author is not None
    assert message.author.get_deferred_fields() >= {"email", "password"}
    assert message.author.email == alice.email


def test_single_values_and_several_parameters(alice: User, bob: User) -> None:
    codes = {start_game(alice, bob).code for _ in range(3)}
    question = Question(codes_of, user=-1, status="a status")

    assert set(question(user=alice.pk, status="active")) == codes
    assert question(user=alice.pk, status="finished") == []
    assert question(user=0, status="active") == []


def test_the_sql_is_written_once(alice: User, bob: User) -> None:
    game, written = start_game(alice, bob), 0

    def counted(code: str) -> QuerySet[Game]:
        nonlocal written
        written += 1
        return by_code(code)

    question = Question(counted, code="a code")
    answers = [question(code=code) for code in (game.code, "no such", game.code)]

    assert [[found.pk for found in answer] for answer in answers] == [[game.pk], [], [game.pk]]
    assert written == 1


def test_a_value_that_would_never_be_asked_for_is_a_mistake(db: None) -> None:
    with pytest.raises(ValueError, match="not in the SQL"):
        Question(lambda game: Player.objects.all(), game=-1)(game=1)


def test_pairs_of_values_are_not_read(db: None) -> None:
    pairs = Question(lambda game: Game.objects.filter(pk=game).values_list("pk", "code"), game=-1)
    with pytest.raises(TypeError):
        pairs(game=1)


def test_what_is_kept_loaded_is_as_if_it_had_been_fetched_with_it(
    alice: User, bob: User, django_assert_num_queries: Callable[..., CaptureQueriesContext]
) -> None:
    game = Game.objects.get(pk=start_game(alice, bob).pk)
    keep_loaded(game, "players", list(seats(game.pk)))

    with django_assert_num_queries(0):
        assert [player.seat for player in game.players.all()] == [0, 1]
        assert all(player.game is game for player in game.players.all())
        assert len(game.players.all()) == 2
    # Whoever asks for some of them asks for this game's alone.
    start_game(alice, bob)
    assert game.players.filter(user=alice).count() == 1
    assert connection.in_atomic_block
