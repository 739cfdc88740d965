"""Several mails are claimed and read together, and still each is one mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings

from accounts.models import User
from games.models import Game, Notification
from games.post import composing
from games.post.services import delivery, outbox
from tests.mail import PostOffice
from tests.playing import start_game
from tests.post.test_trouble import notify

Kind, State = Notification.Kind, Notification.State


def numbers(mails: list[list[outbox.Claim]]) -> list[list[int]]:
    return [[claim.number for claim in claims] for claims in mails]


def test_what_is_due_first_is_claimed_together(alice: User, bob: User) -> None:
    written = [notify(person) for person in (alice, bob, alice, bob)]

    assert numbers(outbox.claim(3)) == [[item.pk] for item in written[:3]]
    assert numbers(outbox.claim(3)) == [[written[3].pk]]
    assert outbox.claim(3) == []


def test_mails_about_accounts_keep_no_company(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    Notification.objects.all().delete()
    first = notify(alice, kind=Kind.STARTED, game=game, data={})
    account = notify(bob)

    assert numbers(outbox.claim(10)) == [[account.pk]]
    assert numbers(outbox.claim(10)) == [[first.pk]]


def test_what_a_person_wants_once_a_day_is_one_mail_and_comes_alone(alice: User, bob: User) -> None:
    games = [start_game(alice, bob) for _ in range(3)]
    Notification.objects.all().delete()
    User.objects.filter(pk=alice.pk).update(cadence=User.Cadence.DIGEST)
    early, *others = [
        notify(person, kind=Kind.STARTED, game=game, data={})
        for person, game in zip((bob, alice, alice), games, strict=True)
    ]

    assert numbers(outbox.claim(10)) == [[early.pk]]
    assert numbers(outbox.claim(10)) == [[item.pk for item in others]]


def test_what_was_in_hand_of_a_worker_that_was_killed_comes_alone(
    alice: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them may have killed it: it is not to take the others with it again and again."""
    deadly, *others = [notify(alice) for _ in range(4)]
    make = composing.make

    def die(notifications: list[Notification]) -> composing.Made:
        if notifications[0].pk == deadly.pk:
            raise SystemExit
        return make(notifications)

    monkeypatch.setattr(composing, "make", die)
    # Whoever is killed puts nothing back.
    monkeypatch.setattr(outbox, "release", lambda **_: None)
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        with pytest.raises(SystemExit):
            delivery.deliver()
        clock.shift(settings.POST_LEASE)
        with pytest.raises(SystemExit):
            delivery.deliver()
        assert post_office.taken == []
        assert delivery.deliver() == len(others)

    assert {Notification.objects.get(pk=item.pk).attempts for item in others} == {2}


def test_what_there_is_no_time_for_is_put_back_as_if_nobody_had_had_it(
    alice: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = [notify(alice) for _ in range(3)]
    monkeypatch.setattr(delivery, "LONGEST_IN_HAND", -1.0)
    monkeypatch.setattr(delivery, "LONGEST_ROUND", -1.0)

    assert delivery.deliver() == 1

    rows = Notification.objects.order_by("pk").values_list("state", "attempts", "claimed_until")
    assert list(rows)[1:] == [(State.WAITING, 0, None)] * 2
    monkeypatch.setattr(delivery, "LONGEST_ROUND", 60.0)
    assert delivery.deliver() == len(written) - 1


def test_what_changes_while_others_are_sent_is_seen(
    alice: User, bob: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read together, they are read again as soon as they have waited for long."""
    monkeypatch.setattr(delivery, "LONGEST_IN_HAND", -1.0)
    game = start_game(alice, bob)
    Notification.objects.all().delete()
    for person in (alice, bob):
        notify(person, kind=Kind.STARTED, game=game, data={})

    note_sent = outbox.note_sent

    def and_then_it_is_over(*, claims: list[outbox.Claim]) -> None:
        note_sent(claims=claims)
        over = {"status": Game.Status.CANCELLED, "to_act": None, "deadline": None}
        Game.objects.filter(pk=game.pk).update(**over)

    monkeypatch.setattr(outbox, "note_sent", and_then_it_is_over)

    assert delivery.deliver() == 1
    states = Notification.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [State.SENT, State.DROPPED]


def test_nothing_is_put_back_that_somebody_else_has_tried_since(alice: User) -> None:
    row = notify(alice)
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        (ours,) = outbox.claim()
        clock.shift(settings.POST_LEASE + timedelta(seconds=1))
        (theirs,) = outbox.claim()
        outbox.release(claims=ours, later=False)

    row.refresh_from_db()
    assert (row.attempts, theirs[0].attempt) == (2, 2)
    assert row.claimed_until is not None


def test_a_server_that_hangs_up_after_some_mails_gets_another_connection(
    alice: User, post_office: PostOffice
) -> None:
    for _ in range(5):
        notify(alice)
    post_office.patience = 2

    assert delivery.deliver() == 5
    assert len({message["Message-ID"] for message in post_office.taken}) == 5
    assert not Notification.objects.exclude(state=State.SENT).exists()


REFUSALS: dict[str, dict[str, Any]] = {
    "a recipient": {"to_recipient": "550 5.1.1 no such user"},
    "what is in it": {"says": "554 5.6.0 not like this"},
    "its size": {"says": "552 5.3.4 too large"},
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_who_refuses_one_mail_takes_the_next_on_the_same_connection(
    alice: User, bob: User, post_office: PostOffice, refusal: dict[str, str]
) -> None:
    for person in (bob, alice, bob):
        notify(person)
    (stage, answer), *_ = refusal.items()
    refused: list[int] = []

    def second(about: object) -> str:
        refused.append(1)
        return answer if len(refused) == 2 else "250 yes"

    setattr(post_office, stage, second)

    assert delivery.deliver() == 2
    assert post_office.visits == 1
    assert [message["To"] for message in post_office.taken] == [bob.email] * 2
