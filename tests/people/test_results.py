"""What is kept of results is what counting all games anew would say, whatever happened to them."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F

from accounts.models import User
from games.models import Game, Player, Tally
from games.moderation.services import endings, take_back
from games.people import selectors
from games.people.services import leaving
from games.play.services import bots, moves, results
from games.tables.services import tables
from tests.factories import UserFactory
from tests.playing import play_on, start_game

Company = Player.Company
fill = import_module("games.migrations.0100_lists_by_key").fill


@pytest.fixture
def owner(db: None) -> User:
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


def company_of(seat: Player) -> str:
    """As it was counted when all of a person's games were looked at."""
    game = seat.game
    if game.status != Game.Status.FINISHED:
        return ""
    if game.seats == 1:
        return Company.UNCOUNTED if seat.left else Company.ALONE
    others = game.players.exclude(seat=seat.seat)
    with_people = any(other.user_id or not other.bot for other in others)
    return Company.PEOPLE if with_people else Company.COMPUTER


def counted_anew() -> dict[tuple[int, str], tuple[int, int, int]]:
    counted: dict[tuple[int, str], list[Player]] = {}
    for seat in Player.objects.select_related("game"):
        company = company_of(seat)
        if seat.user_id and company in results.COUNTED:
            counted.setdefault((seat.user_id, company), []).append(seat)
    return {
        key: (len(seats), sum(it.place == 1 for it in seats), max(it.score for it in seats))
        for key, seats in counted.items()
    }


def check_all_is_kept() -> None:
    kept = {(it.user_id, it.company): (it.played, it.won, it.most) for it in Tally.objects.all()}
    assert kept == counted_anew()
    for seat in Player.objects.select_related("game"):
        game = seat.game
        over = game.status in (Game.Status.FINISHED, Game.Status.CANCELLED)
        assert seat.over_at == (game.finished_at if over else None)
        assert seat.company == company_of(seat)
        assert seat.public == (game.is_finished and game.public)
    for game in Game.objects.all():
        acting = game.players.filter(seat=game.to_act, bot="").first()
        assert game.waits_for_id == (acting.user_id if game.is_active and acting else None)


def against_the_computer(alice: User) -> Game:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    while game.is_active:
        if bots.take_turn(game_id=game.pk) is None:
            play_on(game, 1)
        game = Game.objects.get(pk=game.pk)
    return game


def play_a_lot(alice: User, bob: User, charlie: User) -> None:
    play_on(start_game(alice, bob))
    play_on(start_game(bob, alice, charlie, engine_slug="shifting_stones", public=False))
    play_on(start_game(alice, bob), 3)
    against_the_computer(alice)
    play_on(tables.play_now(user=alice, engine_slug="shifting_stones", seats=1))
    given_up = tables.play_now(user=bob, engine_slug="shifting_stones", seats=1)
    moves.resign(game_id=given_up.pk, user=bob)
    moves.resign(game_id=start_game(charlie, alice).pk, user=alice)
    waiting = tables.open_table(opener=bob, engine_slug="qwirkle", seats=3)
    tables.cancel(game_id=waiting.pk, user=bob)
    tables.open_table(opener=charlie, engine_slug="qwirkle", seats=3)


def test_results_are_kept_as_games_end(alice: User, bob: User, charlie: User) -> None:
    play_a_lot(alice, bob, charlie)

    check_all_is_kept()
    assert selectors.results(alice)[Company.PEOPLE].played == 3
    assert {*selectors.results(bob)} == {Company.PEOPLE}


def test_a_game_that_is_annulled_counts_no_more(alice: User, bob: User, owner: User) -> None:
    first, second = (play_on(start_game(alice, bob)) for _ in range(2))
    check_all_is_kept()

    endings.annul(by=owner, game_id=first.pk, why="a bug")

    check_all_is_kept()
    assert selectors.results(alice)[Company.PEOPLE].played == 1
    endings.annul(by=owner, game_id=second.pk, why="a bug")
    check_all_is_kept()
    assert selectors.results(alice) == {}


def test_another_result_and_moves_taken_back_are_counted_anew(
    alice: User, bob: User, owner: User
) -> None:
    play_on(start_game(alice, bob))
    game = play_on(start_game(alice, bob), 6)

    endings.adjudicate(by=owner, game_id=game.pk, why="so", places=[1, 2], expected_ply=game.ply)
    check_all_is_kept()
    before = selectors.results(alice)[Company.PEOPLE]
    endings.adjudicate(by=owner, game_id=game.pk, why="no", places=[2, 1], expected_ply=game.ply)
    check_all_is_kept()
    assert selectors.results(alice)[Company.PEOPLE].won == before.won - 1

    take_back.take_back(by=owner, game_id=game.pk, why="so", to_ply=2, expected_ply=game.ply)
    check_all_is_kept()
    assert selectors.results(alice)[Company.PEOPLE].played == before.played - 1

    play_on(Game.objects.get(pk=game.pk))
    check_all_is_kept()
    assert selectors.results(alice)[Company.PEOPLE].played == before.played


def test_whoever_leaves_the_site_leaves_the_others_their_results(alice: User, bob: User) -> None:
    play_on(start_game(alice, bob))

    leaving.delete_account(user=bob)

    check_all_is_kept()
    assert selectors.results(alice)[Company.PEOPLE].played == 1


@pytest.mark.parametrize("by", ["the migration", "the command"])
def test_what_an_older_version_left_out_is_filled_in(
    alice: User, bob: User, charlie: User, by: str
) -> None:
    play_a_lot(alice, bob, charlie)
    Player.objects.update(over_at=None, company="", public=False)
    Game.objects.update(waits_for=None)
    Tally.objects.update(played=F("played") + 7)

    if by == "the migration":
        with connection.schema_editor() as editor:
            fill(None, editor)
    else:
        call_command("recount")

    check_all_is_kept()
