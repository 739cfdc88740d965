"""Invitations are no way to write to people who do not want it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.models import Block, User
from accounts.services import update_settings
from games.machinery.errors import ServiceError
from games.models import Game, Invitation, Notification
from games.people.services.leaving import delete_account
from games.play.services import moves
from games.post.services import delivery, unsubscribing
from games.tables.services import invitations, rematches, tables
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game

DORA = "dora@example.org"


def open_table(opener: User, seats: int = 3, **choices: object) -> Game:
    return tables.open_table(opener=opener, engine_slug="qwirkle", seats=seats, **choices)


def invite(game: Game, user: User, who: str) -> str:
    try:
        invitations.invite(game_id=game.pk, user=user, who=who)
    except ServiceError as error:
        return error.code
    return "invited"


def mailed() -> list[str]:
    delivery.deliver()
    return [message.to[0] for message in mail.outbox]


@pytest.fixture
def old_hand(db: None) -> User:
    """Somebody who has been here for long, and has played."""
    person = UserFactory(username="oldhand")
    play_on(start_game(person, UserFactory()), 2)
    User.objects.filter(pk=person.pk).update(date_joined=timezone.now() - timedelta(days=30))
    return User.objects.get(pk=person.pk)


def fill_and_start(game: Game, user: User) -> None:
    while game.is_open:
        tables.add_bot(game_id=game.pk, user=user)
        game.refresh_from_db()


def test_starting_a_game_does_not_make_room_for_more_invitations(old_hand: User) -> None:
    answers = []
    for table in range(7):
        game = open_table(old_hand, seats=2)
        answers += [invite(game, old_hand, f"{table}-{n}@example.org") for n in range(5)]
        fill_and_start(game, old_hand)

    assert answers == ["invited"] * 20 + ["too-many-invitations"] * 15
    assert Notification.objects.filter(kind="invitation").count() == 20


def test_the_count_of_a_day_goes_over_names_and_addresses(old_hand: User) -> None:
    people = [UserFactory() for _ in range(49)]
    answers = []
    for start in range(0, 49, 15):
        game = open_table(old_hand)
        answers += [invite(game, old_hand, who.username) for who in people[start : start + 15]]
    answers += [invite(game, old_hand, who) for who in ("a@example.org", "b@example.org")]

    assert answers == ["invited"] * 50 + ["too-many-invitations"]
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert invite(open_table(old_hand), old_hand, "b@example.org") == "invited"


def test_who_is_new_writes_to_fewer_strangers(alice: User) -> None:
    game = open_table(alice)

    answers = [invite(game, alice, f"{n}@example.org") for n in range(7)]

    assert answers == ["invited"] * 5 + ["too-many-invitations"] * 2


def test_a_table_has_so_many_invitations_whatever_was_answered(old_hand: User) -> None:
    game = open_table(old_hand)
    people = [UserFactory() for _ in range(21)]
    for person in people[:20]:
        invitations.invite(game_id=game.pk, user=old_hand, who=person.username)
    for invitation in Invitation.objects.select_related("user"):
        invitations.decline(invitation_id=invitation.pk, user=invitation.user)

    assert invite(game, old_hand, people[20].username) == "table-invitations"


def test_an_address_that_said_no_hears_nothing_more_from_anybody(alice: User, bob: User) -> None:
    invite(open_table(alice), alice, DORA)
    assert mailed() == [DORA]
    unsubscribing.unsubscribe(user_id=None, email=DORA, kind="invitation")

    answers = [
        invite(open_table(host), host, who)
        for host, who in ((alice, DORA), (bob, "Dora@Example.org"), (bob, "dora+x@example.org"))
    ]

    assert answers == ["invited"] * 3
    assert mailed() == [DORA]


def test_who_said_no_while_a_mail_waited_does_not_get_it(alice: User, bob: User) -> None:
    invite(open_table(alice), alice, DORA)
    assert mailed() == [DORA]
    invite(open_table(bob), bob, DORA)

    unsubscribing.unsubscribe(user_id=None, email=DORA, kind="invitation")

    assert mailed() == [DORA]


def test_a_stranger_hears_of_a_few_tables_in_a_month_whoever_asks(db: None) -> None:
    for _ in range(5):
        host = UserFactory()
        assert invite(open_table(host), host, DORA) == "invited"

    assert mailed() == [DORA] * 3
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        host = UserFactory()
        invite(open_table(host), host, DORA)
        assert len(mailed()) == 4


def test_one_mailbox_is_one_mailbox_however_it_is_written(old_hand: User) -> None:
    game = open_table(old_hand)
    ways = ["dora@example.org", "dora+a@example.org", "Dora+B@example.org", "dora+c@example.org"]

    assert {invite(game, old_hand, who) for who in [*ways, "dora.x@example.org"]} == {"invited"}

    assert mailed() == [*ways[:2], "dora+b@example.org", "dora.x@example.org"]


def test_a_second_address_of_a_member_is_no_second_way_to_them(old_hand: User, bob: User) -> None:
    others = [f"bob{n}@example.org" for n in range(5)]
    for address in others:
        EmailAddress.objects.create(user=bob, email=address, verified=True)

    for who in ("bob", "bob@example.org", *others):
        assert invite(open_table(old_hand, public=False), old_hand, who) == "invited"

    assert mailed() == ["bob@example.org"] * 3


@pytest.mark.parametrize(
    "choice",
    [
        {"mail_off": ["invitation"]},
        {"cadence": User.Cadence.NONE},
        {"is_active": False},
        {"banned_at": timezone.now()},
        {"suspended_until": timezone.now() + timedelta(days=9)},
    ],
    ids=lambda choice: next(iter(choice)),
)
@pytest.mark.parametrize("who", ["bob@example.org", "BOB@example.org", "second@example.org"])
def test_inviting_by_address_respects_what_a_member_chose(
    alice: User, bob: User, choice: dict, who: str
) -> None:
    EmailAddress.objects.create(user=bob, email="second@example.org", verified=True)
    User.objects.filter(pk=bob.pk).update(**choice)

    assert invite(open_table(alice), alice, who) == "invited"
    assert mailed() == []


def test_a_member_invited_by_address_is_written_to_as_a_member(alice: User, bob: User) -> None:
    update_settings(user=bob, language="fr")
    game = open_table(alice)

    invite(game, alice, "bob@example.org")
    invite(game, alice, "bob")

    assert mailed() == ["bob@example.org"]
    assert Notification.objects.get().user == bob


@pytest.mark.parametrize("who", ["bob", "bob@example.org"])
def test_nobody_is_asked_to_a_table_of_somebody_they_blocked(
    alice: User, bob: User, charlie: User, who: str
) -> None:
    Block.objects.create(blocker=bob, blocked=alice)
    game = open_table(alice)
    tables.join(game_id=game.pk, user=charlie)

    assert invite(game, charlie, who) == "invited"
    assert mailed() == []


def test_who_was_blocked_or_banned_since_sends_nothing(alice: User, bob: User) -> None:
    invite(open_table(alice), alice, "bob")
    Block.objects.create(blocker=bob, blocked=alice)
    invite(open_table(alice), alice, DORA)
    User.objects.filter(pk=alice.pk).update(banned_at=timezone.now())

    assert mailed() == []


def test_who_is_muted_invites_by_name_only(alice: User, bob: User) -> None:
    alice.muted_until = timezone.now() + timedelta(days=1)
    alice.save()
    game = open_table(alice)

    assert invite(game, alice, DORA) == "muted-by-mail"
    assert invite(game, alice, "bob") == "invited"


def test_the_mail_names_who_invites_and_not_who_opened(
    alice: User, bob: User, charlie: User
) -> None:
    game = open_table(alice)
    tables.join(game_id=game.pk, user=bob)
    invite(game, bob, "charlie")

    mailed()

    assert mail.outbox[0].subject == "bob invites you to play Qwirkle"


def test_a_name_from_before_is_no_advertisement(alice: User) -> None:
    game = open_table(alice)
    User.objects.filter(pk=alice.pk).update(username="www.casino-win.com")
    invite(game, alice, DORA)

    mailed()

    assert "casino" not in mail.outbox[0].subject


def test_a_rematch_opened_and_closed_again_and_again_is_not_mailed_each_time(
    alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    moves.resign(game_id=game.pk, user=alice)
    Notification.objects.all().delete()

    for _ in range(6):
        again = rematches.rematch(game_id=game.pk, user=alice)
        tables.cancel(game_id=again.pk, user=alice)

    assert Notification.objects.filter(kind="invitation").count() == 3
    assert Invitation.objects.count() == 6


def test_a_rematch_counts_among_the_invitations_of_a_day(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_WHEN_NEW", 1)
    game = start_game(alice, bob)
    moves.resign(game_id=game.pk, user=alice)
    invite(open_table(alice), alice, "bob")

    with pytest.raises(ServiceError, match="too-many-invitations"):
        rematches.rematch(game_id=game.pk, user=alice)
    assert not Game.objects.filter(rematch_of=game).exists()


def test_a_member_hears_of_so_many_tables_in_a_day(bob: User) -> None:
    for _ in range(12):
        host = UserFactory()
        invite(open_table(host), host, "bob")

    assert len(mailed()) == 10
    assert log_in(bob).get("/").content.decode().count("invites you to play") == 12


@pytest.mark.parametrize("who", ["charlie", DORA])
@pytest.mark.parametrize("public", [True, False])
def test_an_unanswered_invitation_comes_too_late_once_the_game_has_started(
    alice: User, bob: User, charlie: User, who: str, public: bool
) -> None:
    game = open_table(alice, seats=2, public=public)
    invitation = invitations.invite(game_id=game.pk, user=alice, who=who)
    tables.join(game_id=game.pk, user=bob, token=game.invite_token)

    invitation.refresh_from_db()
    assert invitation.answer == Invitation.Answer.LAPSED
    for reader in (charlie, None):
        link = log_in(reader).get(f"/invitations/{invitation.token}/")
        assert link.status_code == (302 if public else 410)
        assert public or "Too late" in link.content.decode()
    assert public or log_in(charlie).get(f"/g/{game.code}/").status_code == 404
    assert "You're invited" not in log_in(charlie).get("/").content.decode()


def test_who_wanted_no_mail_and_left_is_not_written_to(alice: User, bob: User) -> None:
    update_settings(user=bob, mail_off=["invitation"])
    delete_account(user=bob)

    invite(open_table(alice), alice, "bob@example.org")

    assert mailed() == []


def test_inviting_again_writes_nothing_and_counts_nothing(alice: User, bob: User) -> None:
    game = open_table(alice)

    assert {invite(game, alice, who) for who in ["bob", DORA] * 20} == {"invited"}
    assert Invitation.objects.count() == 2
    assert sorted(mailed()) == ["bob@example.org", DORA]
