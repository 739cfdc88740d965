"""What a person takes away: all that we keep of them, and nothing that is not theirs."""

from __future__ import annotations

import json
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.models import Game, Move, Notification
from games.moderation.services import people, reports, seats
from games.people import own_data
from games.people.services import vacations
from games.play.services import bots, expiry, moves, talk
from games.tables.services import invitations, tables
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game, user_to_act

DAY = timedelta(days=1)

# Where each thing that belongs to a person is in the file.
TOLD = {
    "vacations": "vacations",
    "learned": "tutorials",
    "blocks_made": "blocked",
    "seats_taken": "games",
    "notes": "notes",
    "invitations": "invitations",
    "reports_made": "reports",
    "acts_done": "acts",
    "acts_suffered": "sanctions",
    "acts_that_seated": "sanctions",
    "notifications": "mails",
    "emailaddress": "mail_addresses",
    "authenticator": "factors",
    "usersession": "sessions",
    "games.Game.opened_by": "tables_opened",
    "games.Invitation.invited_by": "invitations",
    "games.Message.author": "messages",
    "games.Move.person": "games",
    "accounts.User_groups.user": "account",
}
# What others said of somebody in confidence; what nobody ever writes; what others' reports ask.
NOT_TOLD = {
    "blocks_suffered",
    "reports_suffered",
    "logentry",
    "games.Report.assigned_to",
    # What is counted of the games, which are told.
    "games.Game.waits_for",
    "tallies",
    "accounts.User_user_permissions.user",
}
# Secrets, and what only follows from the rest.
NOT_TOLD_OF_ACCOUNT = {
    *("id", "password", "calendar_token", "name_skeleton", "is_superuser", "is_active"),
    *("away_from", "away_until", "groups", "user_permissions"),
}


@pytest.fixture
def owner(db: None) -> User:
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


def data_of(user: User) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(log_in(user).get("/settings/data/").content)
    return answer


def relation(it: Any) -> str:
    if it.name.endswith("+"):
        return f"{it.related_model._meta.label}.{it.field.name}"
    return str(it.name)


def test_whatever_is_kept_of_a_person_is_told_or_kept_back_for_a_reason(alice: User) -> None:
    fields = {it.name for it in User._meta.get_fields() if not it.auto_created or it.concrete}
    related = {
        relation(it)
        for it in User._meta.get_fields(include_hidden=True)
        if it.auto_created and not it.concrete
    }
    told = {*own_data.ACCOUNT, *own_data.MAIL, *own_data.IMPOSED}

    assert fields == told | NOT_TOLD_OF_ACCOUNT
    assert related == set(TOLD) | NOT_TOLD
    assert set(TOLD.values()) <= set(data_of(alice))


def test_a_person_takes_vacations_reports_sanctions_and_choices_away(
    alice: User, bob: User, charlie: User, owner: User
) -> None:
    accounts.update_settings(user=alice, cadence=User.Cadence.DIGEST, quiet_from=22, quiet_until=7)
    now = timezone.now()
    vacations.go_away(user=alice, starts_at=now + DAY, ends_at=now + 2 * DAY)
    table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    invitations.invite(game_id=table.pk, user=alice, who="bob")
    accounts.block(blocker=alice, blocked=charlie)
    talk.say(game_id=start_game(alice, bob).pk, user=alice, text="mine")
    reports.report(reporter=alice, category="abuse", text="he was rude", person=bob)
    people.mute(by=owner, person_id=alice.pk, why="too loud", until=now + 3 * DAY)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "never"})

    data = data_of(User.objects.get(pk=alice.pk))

    assert data["mail_settings"]["cadence"] == "digest"
    assert (data["mail_settings"]["quiet_from"], data["mail_settings"]["quiet_until"]) == (22, 7)
    assert len(data["vacations"]) == 1
    (report,) = data["reports"]
    assert (report["text"], report["person__username"]) == ("he was rude", "bob")
    assert data["sanctions"]["muted_until"]
    assert [(act["what"], act["why"]) for act in data["sanctions"]["history"]] == [
        ("mute", "too loud")
    ]
    assert data["blocked"][0]["blocked__username"] == "charlie"
    assert {it["code"] for it in data["tables_opened"]} >= {table.code}
    assert data["invitations"][0]["user__username"] == "bob"
    assert [it["text"] for it in data["messages"]] == ["mine"]
    assert data["factors"][0]["type"] == "totp"
    assert data["mails"]
    assert "never" not in str(data)


def test_what_others_said_in_confidence_is_not_told(
    alice: User, bob: User, charlie: User, owner: User
) -> None:
    report = reports.report(reporter=bob, category="abuse", text="she was rude", person=alice)
    reports.answer(by=owner, report_id=report.pk, why="looked", upheld=True, answer="we acted")
    people.note(by=owner, person_id=alice.pk, why="keep an eye on her")
    accounts.block(blocker=charlie, blocked=alice)

    text = json.dumps(data_of(alice))

    for secret in ("she was rude", "we acted", "looked", "keep an eye", "charlie", "bob"):
        assert secret not in text, secret


def own_plies(user: User, game: Game) -> list[int]:
    (entry,) = [it for it in data_of(user)["games"] if it["code"] == game.code]
    return [move["ply"] for move in entry["moves"]]


def plies_of(game: Game, seat: int) -> list[int]:
    return list(game.moves.filter(seat=seat).values_list("ply", flat=True))


def go_on(game: Game, turns: int) -> Game:
    """Whoever is to act, bots too."""
    for _ in range(turns):
        if bots.take_turn(game_id=game.pk) is None:
            play_on(Game.objects.get(pk=game.pk), 1)
    return Game.objects.get(pk=game.pk)


def bot_by_moderator(game: Game, user: User, owner: User) -> None:
    seat = game.players.get(user=user).seat
    seats.seat_bot(by=owner, game_id=game.pk, why="so", seat=seat)


def bot_by_the_clock(game: Game, user: User, owner: User) -> None:
    game.players.filter(user=user).update(missed=1)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY, leaver=Game.Leaver.BOT)
    expiry.expire(game_id=game.pk)


@pytest.mark.parametrize("leave", [bot_by_moderator, bot_by_the_clock])
def test_what_the_computer_played_after_somebody_left_is_not_theirs(
    alice: User, bob: User, owner: User, leave: Any
) -> None:
    game = play_on(start_game(alice, bob), 4)
    gone = user_to_act(game)
    seat = game.players.get(user=gone).seat
    own = plies_of(game, seat)
    leave(game, gone, owner)
    assert game.players.get(user=gone).bot
    game = go_on(game, 4)

    assert len(plies_of(game, seat)) > len(own)
    assert own_plies(gone, game) == own


def test_of_a_seat_that_changed_hands_each_has_their_own_moves(
    alice: User, bob: User, charlie: User, owner: User
) -> None:
    game = play_on(start_game(alice, bob), 4)
    seat = game.players.get(user=alice).seat
    before = plies_of(game, seat)
    seats.seat_person(by=owner, game_id=game.pk, why="agreed", seat=seat, person=charlie)
    game = play_on(Game.objects.get(pk=game.pk), 4)

    assert own_plies(alice, game) == before
    after = [ply for ply in plies_of(game, seat) if ply not in before]
    assert own_plies(charlie, game) == after != []


def test_who_is_gone_has_made_no_move(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 4)
    moves.resign(game_id=game.pk, user=alice)
    number = alice.pk
    accounts.delete_user(user=alice)

    assert game.moves.filter(person=None).count() == len(plies_of(game, 0))
    assert not Move.objects.filter(person_id=number).exists()


def test_moves_from_before_are_given_to_who_made_them(
    alice: User, bob: User, charlie: User, owner: User
) -> None:
    """What stays with somebody, what went to another, and what a bot took over."""
    games = [play_on(start_game(alice, bob), 4) for _ in range(3)]
    plain, handed, by_bot = games
    seat = handed.players.get(user=alice).seat
    seats.seat_person(by=owner, game_id=handed.pk, why="so", seat=seat, person=charlie)
    bot_by_moderator(by_bot, alice, owner)
    for game in games:
        go_on(game, 4)
    made = {move.pk: move.person_id for move in Move.objects.all()}
    Move.objects.update(person=None)

    with connection.cursor() as cursor:
        cursor.execute(import_module("games.migrations.0073_who_made_a_move").FILL)

    filled = {move.pk: move.person_id for move in Move.objects.all()}
    # Of the seat that changed hands, the first moves are nobody's now.
    lost = {move.pk for move in handed.moves.filter(seat=seat) if made[move.pk] == alice.pk}
    assert lost
    assert filled == {pk: None if pk in lost else person for pk, person in made.items()}
    assert plain.moves.filter(person=None).count() == 0
    assert Notification.objects.exists()
