"""One mail that fails is one mail; a server that fails costs none."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
import time_machine
from django.conf import settings

from accounts.models import User
from games import tasks
from games.models import Notification, TaskRun
from games.post import composing
from games.post.services import delivery, outbox
from games.qwirkle.presenter import table
from tests.factories import UserFactory, log_in
from tests.machinery.conftest import database_url
from tests.mail import PostOffice, deliver_at
from tests.playing import play_on, start_game, user_to_act

Kind, State = Notification.Kind, Notification.State
LATER = timedelta(minutes=3)


def notify(person: User | None = None, **values: Any) -> Notification:
    """Something that is due, true whatever happens, and needs no game."""
    values = {"kind": Kind.ACCOUNT, "data": {"template": "account/email/password_set"}} | values
    number = Notification.objects.count() + 1
    return Notification.objects.create(
        user=person, ply=number, not_before=datetime.now(UTC) - timedelta(hours=1), **values
    )


def run_of(name: str) -> TaskRun:
    return TaskRun.objects.get(name=name)


POISON = {
    "an address that cannot be encoded": {"email": "a@" + "ü" * 60 + ".com"},
    "an address that is none": {"email": "a@b@c"},
    "no address": {"email": ""},
    "a kind that nobody knows": {"email": "a@example.org", "kind": "gone"},
    "data that nobody wrote": {"email": "a@example.org", "data": []},
    "words that cannot be written": {
        "email": "a@example.org",
        "data": {"template": "account/email/password_reset_key"},
    },
}


@pytest.mark.parametrize("poison", POISON.values(), ids=POISON.keys())
def test_one_that_cannot_be_sent_is_set_aside_and_the_rest_go(
    bob: User, post_office: PostOffice, poison: dict[str, Any]
) -> None:
    bad = notify(**poison)
    good = notify(bob)

    tasks.deliver()

    (message,) = post_office.taken
    assert message["To"] == bob.email
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.state, bad.attempts, bad.claimed_until) == (State.WAITING, 1, None)
    assert bad.last_error
    assert bad.not_before > datetime.now(UTC)
    assert good.state == State.SENT
    assert run_of("deliver").error == ""


def test_a_picture_that_cannot_be_drawn_is_one_mails_misfortune(
    alice: User, bob: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> bytes:
        raise ValueError("no picture \x00 today \udc80" + "!" * 900)

    monkeypatch.setattr(table, "png", fail)
    play_on(start_game(alice, bob), 4)
    Notification.objects.exclude(kind=Kind.YOUR_TURN).delete()
    notify(bob)

    deliver_at(LATER)

    assert len(post_office.taken) == 1
    aside = Notification.objects.filter(state=State.WAITING).get()
    assert aside.last_error.startswith("ValueError: no picture today ?!!!")


def test_a_digest_goes_without_what_cannot_be_told(
    alice: User, bob: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [play_on(start_game(alice, bob), 4) for _ in range(3)]
    Notification.objects.all().delete()
    User.objects.filter(pk=alice.pk).update(cadence=User.Cadence.DIGEST)
    written = [notify(alice, kind=Kind.STARTED, game=game, data={}) for game in games]
    whole = composing.letter_for

    def fail_one(notification: Notification) -> Any:
        assert notification.game_id != games[1].pk
        return whole(notification)

    monkeypatch.setattr(composing, "letter_for", fail_one)

    delivery.deliver()

    (message,) = post_office.taken
    assert message["Subject"] == "2 updates from your games"
    states = [Notification.objects.get(pk=item.pk).state for item in written]
    assert states == [State.SENT, State.WAITING, State.SENT]


def test_a_person_who_cannot_be_loaded_spoils_only_their_own(
    alice: User, bob: User, post_office: PostOffice, unreadable: set[int]
) -> None:
    bad, good = notify(alice), notify(bob)
    unreadable.add(alice.pk)

    assert delivery.deliver() == 1

    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.state, good.state) == (State.WAITING, State.SENT)
    assert "year 10K" in bad.last_error


def test_what_fails_again_and_again_is_given_up(bob: User, post_office: PostOffice) -> None:
    bad = notify(email="a@" + "ü" * 60 + ".com", attempts=outbox.MOST_ATTEMPTS - 3)

    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        while bad.state == State.WAITING:
            delivery.deliver()
            clock.shift(timedelta(hours=4))
            bad.refresh_from_db()

    assert (bad.state, bad.attempts) == (State.FAILED, outbox.MOST_ATTEMPTS)
    assert "label" in bad.last_error


def test_what_kills_every_worker_is_given_up_too(
    bob: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly = notify(bob)

    def die(notifications: object) -> None:
        raise SystemExit

    monkeypatch.setattr(composing, "make", die)
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        for _ in range(outbox.MOST_ATTEMPTS):
            with pytest.raises(SystemExit):
                delivery.deliver()
            assert delivery.deliver() == 0
            clock.shift(settings.POST_LEASE)
        delivery.deliver()

    deadly.refresh_from_db()
    assert deadly.state == State.FAILED


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_the_server_talks(
    alice: User, bob: User, post_office: PostOffice
) -> None:
    notify(alice), notify(bob)
    seen = []

    def look(message: object) -> str:
        with psycopg.connect(database_url()) as other:
            open_ones = other.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND state LIKE 'idle in transaction%'"
            )
            seen.append(open_ones.fetchone())
        return "250 taken"

    post_office.says = look

    assert delivery.deliver() == 2
    assert seen == [(0,), (0,)]


def test_one_connection_serves_a_round(alice: User, bob: User, post_office: PostOffice) -> None:
    for person in (alice, bob, alice):
        notify(person)

    delivery.deliver()

    assert (len(post_office.taken), post_office.visits) == (3, 1)


@pytest.mark.parametrize("refusal", ["451 4.7.0 too many", "421 4.3.2 goodbye"])
def test_a_server_that_takes_only_so_many_on_a_connection_gets_another(
    alice: User, post_office: PostOffice, refusal: str
) -> None:
    for _ in range(5):
        notify(alice)
    asked: list[int] = []

    def two_at_most(address: str) -> str:
        asked.append(post_office.visits)
        return "250 yes" if asked.count(post_office.visits) <= 2 else refusal

    post_office.to_sender = two_at_most

    assert delivery.deliver() == 5
    assert (len(post_office.taken), post_office.visits) == (5, 3)


def test_a_round_has_an_end(
    alice: User, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        notify(alice)
    monkeypatch.setattr(delivery, "LONGEST_ROUND", -1.0)

    assert [delivery.deliver() for _ in range(4)] == [1, 1, 1, 0]


def away(office: PostOffice, settings: Any) -> None:
    settings.EMAIL_PORT = 1


def locked(office: PostOffice, settings: Any) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "post", "wrong"
    office.lets_in = False


def picky(office: PostOffice, settings: Any) -> None:
    office.to_sender = lambda address: "553 5.1.8 we do not know you"


def mended(office: PostOffice, settings: Any) -> None:
    settings.EMAIL_PORT, office.lets_in = office.port, True
    office.to_sender = office.to_recipient = lambda address: "250 yes"
    office.says = lambda message: "250 taken"


@pytest.mark.parametrize("trouble", [away, locked, picky])
def test_a_server_in_trouble_costs_no_mail_and_nobody_their_address(
    alice: User, bob: User, post_office: PostOffice, settings: Any, trouble: Any
) -> None:
    written = [notify(alice), notify(bob), notify(alice)]
    trouble(post_office, settings)
    desk = log_in(UserFactory(is_staff=True, is_superuser=True))

    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        for _ in range(3):
            assert delivery.deliver() == 0
            clock.shift(timedelta(days=1))
        assert run_of("mail server").error
        assert "mail server" in desk.get("/admin/").content.decode()
        assert set(Notification.objects.values_list("state", "attempts", "last_error")) == {
            (State.WAITING, 0, "")
        }
        assert not User.objects.filter(bounced_at__isnull=False).exists()
        mended(post_office, settings)
        assert delivery.deliver() == len(written)

    assert run_of("mail server").error == ""


def test_a_server_in_trouble_is_asked_once_a_pause(
    alice: User, post_office: PostOffice, settings: Any
) -> None:
    """Who knocks with a wrong password too often is locked out for good."""
    notify(alice), notify(alice)
    locked(post_office, settings)

    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        for _ in range(6):
            delivery.deliver()
            clock.shift(settings.POST_FIRST_PAUSE / 3)

    assert post_office.visits == 2


def test_a_recipient_refused_is_marked_and_the_others_served(
    alice: User, bob: User, post_office: PostOffice
) -> None:
    bad, good = notify(alice), notify(bob)
    post_office.to_recipient = lambda address: (
        "550 5.1.1 no such user" if address == alice.email else "250 yes"
    )

    assert delivery.deliver() == 1

    bad.refresh_from_db()
    good.refresh_from_db()
    alice.refresh_from_db()
    assert (bad.state, good.state) == (State.FAILED, State.SENT)
    assert alice.bounce_reason == "550 5.1.1 no such user"


def test_an_address_that_is_not_theirs_yet_does_not_mark_them(
    alice: User, post_office: PostOffice
) -> None:
    notify(alice, email="new@example.org")
    post_office.to_recipient = lambda address: "550 5.1.1 no such user"

    delivery.deliver()

    alice.refresh_from_db()
    assert Notification.objects.get().state == State.FAILED
    assert alice.bounced_at is None


def refuses(office: PostOffice) -> None:
    office.to_recipient = lambda address: "550 5.7.1 relaying denied"


def hangs_up(office: PostOffice) -> None:
    office.says = lambda message: None


@pytest.mark.parametrize(
    ("trouble", "words"), [(refuses, "relaying denied"), (hangs_up, "Disconnected")]
)
def test_a_server_that_takes_nobodys_mail_loses_none_of_it(
    alice: User, post_office: PostOffice, settings: Any, trouble: Any, words: str
) -> None:
    kept = notify(alice, attempts=outbox.MOST_ATTEMPTS - 3)
    trouble(post_office)

    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        for _ in range(6):
            delivery.deliver()
            clock.shift(timedelta(hours=4))
        assert words in run_of("mails refused").error
        kept.refresh_from_db()
        assert (kept.state, kept.attempts) == (State.WAITING, outbox.MOST_ATTEMPTS - 1)
        mended(post_office, settings)
        clock.shift(timedelta(hours=4))
        assert delivery.deliver() == 1

    alice.refresh_from_db()
    assert alice.bounced_at is None
    assert run_of("mails refused").error == ""


def test_a_policy_against_one_mail_gives_up_that_one(
    alice: User, bob: User, post_office: PostOffice
) -> None:
    bad = notify(alice, attempts=outbox.MOST_ATTEMPTS - 3)
    post_office.to_recipient = lambda address: (
        "554 5.7.1 I know you" if address == alice.email else "250 yes"
    )

    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        while bad.state == State.WAITING:
            notify(bob)
            delivery.deliver()
            clock.shift(timedelta(hours=3))
            bad.refresh_from_db()

    assert bad.state == State.FAILED
    alice.refresh_from_db()
    assert alice.bounced_at is None


def test_moderators_see_what_was_set_aside_with_its_error(
    alice: User, post_office: PostOffice
) -> None:
    bad = notify(email="a@" + "ü" * 60 + ".com")
    notify(alice)
    delivery.deliver()
    desk = log_in(UserFactory(is_staff=True, is_superuser=True))
    Notification.objects.filter(pk=bad.pk).update(last_error="<b>label</b> too long")

    front = desk.get("/admin/").content.decode()
    listed = desk.get("/admin/games/notification/?aside=1").content.decode()

    assert re.search(r"will be retried.*?aside=1\">1</a>", front, re.DOTALL)
    assert "&lt;b&gt;label&lt;/b&gt; too long" in listed
    assert "alice" not in re.sub(r"(?s).*<table id=.result_list.|</table>.*", "", listed)


def test_a_turn_made_while_its_mail_is_under_way_stays_as_it_was_decided(
    alice: User, bob: User, post_office: PostOffice
) -> None:
    """Taken back in the middle: what was dropped does not come back to be tried again."""
    game = play_on(start_game(alice, bob), 4)
    row = Notification.objects.filter(user=user_to_act(game), kind=Kind.YOUR_TURN).latest("pk")
    Notification.objects.exclude(pk=row.pk).delete()

    with time_machine.travel(datetime.now(UTC) + LATER, tick=False):
        (claims,) = outbox.claim()
        Notification.objects.filter(pk=row.pk).update(state=State.DROPPED)
        outbox.set_aside(claims=claims, error="451 later")

    row.refresh_from_db()
    assert (row.state, row.last_error) == (State.DROPPED, "")
