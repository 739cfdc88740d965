from __future__ import annotations

from datetime import date, timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from accounts.models import Block, User
from games import migrations
from games.machinery.errors import ServiceError
from games.models import Game, Invitation
from games.play.services import moves
from games.tables.services import invitations, rematches, tables
from tests.factories import UserFactory
from tests.playing import play_on, start_game


def open_table(opener: User, seats: int = 3, **choices: object) -> Game:
    return tables.open_table(opener=opener, engine_slug="qwirkle", seats=seats, **choices)


def seated(game: Game) -> list[str | None]:
    return [player.user and player.user.username for player in game.players.all()]


def test_a_table_starts_when_its_last_seat_is_taken(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice)

    tables.join(game_id=game.pk, user=bob)
    game.refresh_from_db()
    assert game.is_open
    tables.join(game_id=game.pk, user=charlie)

    game.refresh_from_db()
    assert game.is_active
    assert seated(game) == ["alice", "bob", "charlie"]
    assert len(bytes(game.seed)) == 32
    assert game.deadline == game.started_at + game.turn_time


def test_who_sits_already_does_not_sit_twice(alice: User) -> None:
    game = open_table(alice)

    tables.join(game_id=game.pk, user=alice)

    assert seated(game) == ["alice"]


def test_nobody_joins_a_game_that_has_started(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)

    with pytest.raises(ServiceError) as refused:
        tables.join(game_id=game.pk, user=charlie)

    assert (refused.value.code, refused.value.status) == ("not-open", 409)


def test_the_opener_starts_with_two_of_four(alice: User, bob: User) -> None:
    game = open_table(alice, seats=4)
    with pytest.raises(ServiceError, match="too-few-players"):
        tables.start(game_id=game.pk, user=alice)
    tables.join(game_id=game.pk, user=bob)

    with pytest.raises(ServiceError, match="not-the-opener"):
        tables.start(game_id=game.pk, user=bob)
    tables.start(game_id=game.pk, user=alice)

    game.refresh_from_db()
    assert (game.is_active, game.seats) == (True, 2)


def test_seats_close_up_when_somebody_in_the_middle_got_up(
    alice: User, bob: User, charlie: User
) -> None:
    game = open_table(alice, seats=4)
    tables.join(game_id=game.pk, user=bob)
    tables.join(game_id=game.pk, user=charlie)
    tables.leave(game_id=game.pk, user=bob)

    tables.start(game_id=game.pk, user=alice)

    assert [player.seat for player in game.players.all()] == [0, 1]
    assert seated(game) == ["alice", "charlie"]


def test_the_table_passes_on_when_its_opener_gets_up(alice: User, bob: User) -> None:
    game = open_table(alice)
    tables.join(game_id=game.pk, user=bob)

    tables.leave(game_id=game.pk, user=alice)
    game.refresh_from_db()
    assert game.opened_by == bob
    tables.leave(game_id=game.pk, user=bob)

    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_only_the_opener_closes_the_table(alice: User, bob: User) -> None:
    game = open_table(alice)
    tables.join(game_id=game.pk, user=bob)

    with pytest.raises(ServiceError, match="not-the-opener"):
        tables.cancel(game_id=game.pk, user=bob)
    tables.cancel(game_id=game.pk, user=alice)

    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


@pytest.mark.parametrize("choices", [{"seats": 1}, {"seats": 9}, {"seats": 2, "bots": 2}])
def test_a_table_that_cannot_be_played_is_not_opened(alice: User, choices: dict) -> None:
    with pytest.raises(ServiceError, match="bad-table"):
        open_table(alice, **choices)


def test_bots_take_the_seats_asked_for(alice: User, bob: User) -> None:
    game = open_table(alice, seats=4, bots=2)

    tables.join(game_id=game.pk, user=bob)

    game.refresh_from_db()
    assert game.is_active
    assert [player.bot for player in game.players.all()] == ["", "", "greedy", "greedy"]


def test_the_opener_adds_bots_until_the_game_starts(alice: User) -> None:
    game = open_table(alice, seats=3)

    tables.add_bot(game_id=game.pk, user=alice)
    tables.add_bot(game_id=game.pk, user=alice)

    game.refresh_from_db()
    assert game.is_active


def test_the_oldest_comes_first_and_unknown_ages_as_they_joined(db: None) -> None:
    young, unknown, old, also_unknown = (
        UserFactory(username=name) for name in ("young", "unknown", "old", "also")
    )
    young.birth_date, old.birth_date = date(2001, 5, 1), date(1950, 2, 28)
    young.save()
    old.save()

    game = start_game(young, unknown, old, also_unknown)

    assert game.options["seniority"] == [2, 0, 1, 3]


def test_a_game_that_runs_learns_who_is_oldest_when_the_site_is_brought_up_to_date(
    alice: User, bob: User
) -> None:
    bob.birth_date = date(1950, 2, 28)
    bob.save()
    game, stones = start_game(alice, bob), start_game(alice, bob, engine_slug="shifting_stones")
    before = dict(game.state)
    assert before["seniority"] == [1, 0]
    del game.state["seniority"]
    game.save()

    (file,) = Path(migrations.__path__[0]).glob("*_states_know_who_is_oldest.py")
    migration = import_module(f"games.migrations.{file.stem}")
    migration.tell_states(apps, None)

    assert Game.objects.get(pk=game.pk).state == before
    assert Game.objects.get(pk=stones.pk).state == stones.state


def test_a_private_table_is_for_who_has_the_link(alice: User, bob: User) -> None:
    game = open_table(alice, seats=2, public=False)

    for token in ("", "guess"):
        with pytest.raises(ServiceError) as refused:
            tables.join(game_id=game.pk, user=bob, token=token)
        assert (refused.value.code, refused.value.status) == ("not-invited", 403)
    tables.join(game_id=game.pk, user=bob, token=game.invite_token)

    game.refresh_from_db()
    assert game.is_active


@pytest.mark.parametrize("who", ["bob", "BOB", "bob@example.org", " bob "])
def test_somebody_here_is_invited_by_name_or_address(alice: User, bob: User, who: str) -> None:
    game = open_table(alice, seats=2, public=False)

    invitation = invitations.invite(game_id=game.pk, user=alice, who=who)
    again = invitations.invite(game_id=game.pk, user=alice, who=who)
    tables.join(game_id=game.pk, user=bob)

    assert invitation == again
    assert invitation.user == (None if "@" in who else bob)
    assert Invitation.objects.count() == 1
    game.refresh_from_db()
    assert game.is_active


def test_a_mail_address_becomes_a_person_who_takes_the_seat(alice: User) -> None:
    game = open_table(alice, seats=2, public=False)
    invitations.invite(game_id=game.pk, user=alice, who="New@Example.org")

    newcomer = UserFactory(email="new@example.org")
    tables.join(game_id=game.pk, user=newcomer)

    game.refresh_from_db()
    assert game.is_active


@pytest.mark.parametrize(
    ("who", "code"), [("nobody", "nobody-by-that-name"), ("", "nobody-by-that-name")]
)
def test_an_invitation_to_nobody_is_refused(alice: User, who: str, code: str) -> None:
    game = open_table(alice)

    with pytest.raises(ServiceError, match=code):
        invitations.invite(game_id=game.pk, user=alice, who=who)


def test_only_who_sits_at_the_table_invites(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice)

    with pytest.raises(ServiceError, match="not-your-seat"):
        invitations.invite(game_id=game.pk, user=bob, who="charlie")


def test_an_invitation_that_was_declined_is_not_made_again(alice: User, bob: User) -> None:
    game = open_table(alice)
    invitation = invitations.invite(game_id=game.pk, user=alice, who="bob")

    invitations.decline(invitation_id=invitation.pk, user=bob)

    with pytest.raises(ServiceError, match="declined"):
        invitations.invite(game_id=game.pk, user=alice, who="bob")


def test_nobody_declines_for_somebody_else(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice)
    invitation = invitations.invite(game_id=game.pk, user=alice, who="bob")

    with pytest.raises(ServiceError, match="not-found"):
        invitations.decline(invitation_id=invitation.pk, user=charlie)


@pytest.mark.parametrize("blocker_opens", [True, False])
def test_a_block_keeps_both_apart(alice: User, bob: User, blocker_opens: bool) -> None:
    Block.objects.create(blocker=alice, blocked=bob)
    opener, other = (alice, bob) if blocker_opens else (bob, alice)
    game = open_table(opener)

    for act in (
        lambda: tables.join(game_id=game.pk, user=other),
        lambda: invitations.invite(game_id=game.pk, user=opener, who=other.username),
    ):
        with pytest.raises(ServiceError) as refused:
            act()
        assert (refused.value.code, refused.value.status) == ("blocked", 403)


def test_a_rematch_turns_the_seats_by_one(alice: User, bob: User, charlie: User) -> None:
    game = play_on(start_game(alice, bob, charlie, turn_time=timedelta(days=5)))

    again = rematches.rematch(game_id=game.pk, user=bob)
    for guest in (alice, charlie):
        rematches.rematch(game_id=game.pk, user=guest)

    again.refresh_from_db()
    assert again.is_active
    assert seated(again) == ["bob", "charlie", "alice"]
    assert again.turn_time == timedelta(days=5)
    assert Game.objects.filter(rematch_of=game).count() == 1


def test_a_rematch_against_the_computer_starts_at_once(alice: User) -> None:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    moves.resign(game_id=game.pk, user=alice)

    again = rematches.rematch(game_id=game.pk, user=alice)

    assert again.is_active
    assert [bool(player.bot) for player in again.players.all()] == [True, False]


def test_a_rematch_needs_a_game_that_is_over_and_ones_own(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)

    with pytest.raises(ServiceError, match="not-finished"):
        rematches.rematch(game_id=game.pk, user=alice)
    with pytest.raises(ServiceError, match="not-your-seat"):
        rematches.rematch(game_id=game.pk, user=charlie)
