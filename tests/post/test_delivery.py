"""From the outbox to a real SMTP server, and what happens when it says no."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game, Notification, TaskRun
from games.moderation.services.games import pause
from games.play.services import moves, talk
from games.post import cadence
from games.post.services import delivery, outbox, telling
from games.tables.services import invitations, tables
from tests.factories import UserFactory
from tests.mail import PostOffice, deliver_at
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting

Kind, State = Notification.Kind, Notification.State
LATER = timedelta(minutes=3)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Both have moved, and all that was written so far is gone."""
    game = play_on(start_game(alice, bob), 4)
    Notification.objects.all().delete()
    return play_on(game, 1)


def subjects(office: PostOffice) -> list[str]:
    return [str(message["Subject"]) for message in office.taken]


def test_a_turn_is_told_after_two_minutes_and_once(game: Game, post_office: PostOffice) -> None:
    assert deliver_at(timedelta(minutes=1)) == 0
    assert deliver_at(LATER) == 1
    assert deliver_at(LATER) == 0

    (message,) = post_office.taken
    assert message["To"] == user_to_act(game).email
    assert message["Subject"] == f"Your turn: Qwirkle with {user_waiting(game).username}"
    assert Notification.objects.get().state == State.SENT


def test_who_moves_within_the_delay_gets_no_mail(game: Game, post_office: PostOffice) -> None:
    mover = user_to_act(game)
    play_on(game, 1)

    deliver_at(LATER)

    assert mover.email not in [message["To"] for message in post_office.taken]
    assert Notification.objects.get(user=mover).state == State.DROPPED


def test_a_mail_has_text_pictures_and_the_headers_that_mail_programs_want(
    game: Game, post_office: PostOffice
) -> None:
    deliver_at(LATER)

    (message,) = post_office.taken
    notification = Notification.objects.get()
    text = message.get_body(("plain",)).get_content()
    html = message.get_body(("html",)).get_content()
    address = f"{settings.SITE_URL}/g/{game.code}/?mine"
    assert address in text
    assert f'href="{address}"' in html
    assert 'style="' in html
    pictures = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert {part["Content-ID"] for part in pictures} == {"<board0>", "<hand0>"}
    assert all(part.get_payload(decode=True).startswith(b"\x89PNG") for part in pictures)
    assert message["Message-ID"] == f"<notification-{notification.pk}@127.0.0.1>"
    assert message["References"] == f"<game-{game.code}@127.0.0.1>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"


def test_a_mail_shows_the_readers_hand_and_nobody_elses(
    game: Game, post_office: PostOffice
) -> None:
    deliver_at(LATER)

    text = post_office.taken[0].get_body(("plain",)).get_content()
    view = game.engine.view(game.engine.load(game.state), game.to_act)
    line = next(line for line in text.splitlines() if line.startswith("Your hand:"))
    assert line.count(",") == len(view["hand"]) - 1
    assert bytes(game.seed).hex() not in str(post_office.taken[0])


def test_a_mail_is_in_the_readers_language_and_time_zone(
    game: Game, post_office: PostOffice
) -> None:
    reader = user_to_act(game)
    User.objects.filter(pk=reader.pk).update(language="he", time_zone="Asia/Jerusalem")
    local = game.deadline.astimezone().astimezone(tz=None)
    assert local

    deliver_at(LATER)

    html = post_office.taken[0].get_body(("html",)).get_content()
    assert 'lang="he"' in html
    assert 'dir="rtl"' in html


@pytest.mark.parametrize("answer", ["451 try later", "421 busy", None], ids=str)
def test_a_passing_failure_is_tried_again_with_growing_pauses(
    game: Game, post_office: PostOffice, answer: str | None
) -> None:
    post_office.says = lambda message: answer
    start = datetime.now(UTC) + LATER
    pauses = []
    with time_machine.travel(start, tick=False) as clock:
        for _ in range(5):
            assert delivery.deliver() == 0
            waiting = Notification.objects.get()
            assert waiting.state == State.WAITING
            pauses.append(waiting.not_before - datetime.now(UTC))
            clock.move_to(waiting.not_before)
        post_office.says = lambda message: "250 now"
        assert delivery.deliver() == 1

    assert pauses == [timedelta(minutes=minutes) for minutes in (1, 2, 4, 8, 16)]
    assert Notification.objects.get().attempts == 6
    assert len(post_office.taken) == 1


def test_a_failure_that_lasts_two_days_is_given_up(game: Game, post_office: PostOffice) -> None:
    post_office.says = lambda message: "451 try later"
    with time_machine.travel(datetime.now(UTC) + LATER, tick=False) as clock:
        while Notification.objects.get().state == State.WAITING:
            delivery.deliver()
            clock.shift(timedelta(hours=1))

    failed = Notification.objects.get()
    assert failed.state == State.FAILED
    assert "451" in failed.last_error
    assert 10 < failed.attempts < 30


def test_a_server_that_says_never_marks_the_address_and_the_player_sees_it(
    game: Game, post_office: PostOffice
) -> None:
    post_office.to_recipient = lambda address: "550 no such mailbox"
    reader = user_to_act(game)

    deliver_at(LATER)

    reader.refresh_from_db()
    assert reader.bounce_reason == "550 no such mailbox"
    assert Notification.objects.get().state == State.FAILED
    client = Client()
    client.force_login(reader)
    assert "don't arrive" in client.get("/").content.decode()
    assert "550 no such mailbox" in client.get("/settings/mail/").content.decode()


def test_a_mail_that_arrives_heals_the_address(game: Game, post_office: PostOffice) -> None:
    reader = user_to_act(game)
    User.objects.filter(pk=reader.pk).update(bounced_at=datetime.now(UTC), bounce_reason="550")

    deliver_at(LATER)

    reader.refresh_from_db()
    assert reader.bounced_at is None


def test_a_server_that_is_not_there_loses_nothing(game: Game, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1

    deliver_at(LATER)

    waiting = Notification.objects.get()
    assert (waiting.state, waiting.attempts, waiting.claimed_until) == (State.WAITING, 0, None)
    assert "ConnectionRefusedError" in TaskRun.objects.get(name="mail server").error


def test_one_address_that_fails_does_not_hold_up_the_others(
    game: Game, alice: User, bob: User, charlie: User, post_office: PostOffice
) -> None:
    play_on(start_game(bob, charlie), 4)
    bad = user_to_act(game).email
    post_office.to_recipient = lambda address: "550 no" if address == bad else "250 yes"

    deliver_at(LATER)

    assert post_office.taken
    assert not Notification.objects.filter(state=State.WAITING).exists()


def test_one_mail_until_the_reader_comes_back(
    alice: User, bob: User, charlie: User, post_office: PostOffice
) -> None:
    User.objects.update(cadence=User.Cadence.UNTIL_BACK)
    for opponent in (bob, charlie):
        game = start_game(alice, opponent)
        play_on(game, 2 if user_to_act(game) == alice else 1)

    deliver_at(LATER)
    to_alice = [message for message in post_office.taken if message["To"] == alice.email]
    assert len(to_alice) == 1

    client = Client()
    client.force_login(alice)
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1), tick=False):
        client.get("/")
        game = Game.objects.latest("pk")
        play_on(game, 2)
    deliver_at(timedelta(hours=2))
    assert len([m for m in post_office.taken if m["To"] == alice.email]) == 2


def test_a_digest_collects_what_is_due_at_the_readers_hour(
    alice: User, bob: User, charlie: User, post_office: PostOffice
) -> None:
    User.objects.filter(pk=alice.pk).update(
        cadence=User.Cadence.DIGEST, digest_hour=8, time_zone="America/New_York"
    )
    alice.refresh_from_db()
    with time_machine.travel(datetime(2026, 11, 16, 15, tzinfo=UTC), tick=False) as clock:
        for opponent in (bob, charlie):
            game = start_game(alice, opponent)
            play_on(game, 2 if user_to_act(game) == alice else 1)
        clock.shift(timedelta(hours=3))
        delivery.deliver()
        assert alice.email not in [message["To"] for message in post_office.taken]
        clock.move_to(datetime(2026, 11, 17, 13, 1, tzinfo=UTC))  # 8:01 in New York
        delivery.deliver()

    (digest,) = [message for message in post_office.taken if message["To"] == alice.email]
    assert "updates from your games" in digest["Subject"]
    text = digest.get_body(("plain",)).get_content()
    assert "bob" in text
    assert "charlie" in text


def test_quiet_hours_hold_mail_until_they_end(alice: User, bob: User) -> None:
    alice.quiet_from, alice.quiet_until, alice.time_zone = 22, 7, "Europe/Paris"
    late = datetime(2026, 11, 16, 22, 30, tzinfo=UTC)  # 23:30 in Paris

    assert cadence.when(alice, Kind.YOUR_TURN, late) == datetime(2026, 11, 17, 6, tzinfo=UTC)
    assert cadence.when(alice, Kind.LAST_REMINDER, late) == late
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert cadence.when(alice, Kind.YOUR_TURN, noon) == noon


@pytest.mark.parametrize("choice", [{"cadence": "none"}, {"mail_off": ["your_turn"]}])
def test_what_is_not_wanted_is_not_written(alice: User, bob: User, choice: dict[str, Any]) -> None:
    User.objects.update(**choice)

    play_on(start_game(alice, bob), 3)

    assert not Notification.objects.filter(kind=Kind.YOUR_TURN).exists()


def test_what_is_said_is_told_once_until_it_is_read(
    game: Game, alice: User, bob: User, post_office: PostOffice
) -> None:
    Notification.objects.all().delete()
    for text in ("one", "two", "three"):
        talk.say(game_id=game.pk, user=alice, text=text)

    deliver_at(timedelta(minutes=11))

    (message,) = [m for m in post_office.taken if "New message" in m["Subject"]]
    assert message["To"] == bob.email
    text = message.get_body(("plain",)).get_content()
    assert all(f"alice: {word}" in text for word in ("one", "two", "three"))


def test_what_was_read_meanwhile_is_not_mailed(
    game: Game, alice: User, bob: User, post_office: PostOffice
) -> None:
    Notification.objects.all().delete()
    talk.say(game_id=game.pk, user=alice, text="hello")
    client = Client()
    client.force_login(bob)
    client.get(f"/g/{game.code}/")

    deliver_at(timedelta(minutes=11))

    assert post_office.taken == []


def test_the_end_is_told_to_who_did_not_make_it(
    alice: User, bob: User, post_office: PostOffice
) -> None:
    game = play_on(start_game(alice, bob))
    mover = game.players.get(seat=game.moves.last().seat).user

    deliver_at(LATER)

    over = [message for message in post_office.taken if "over" in message["Subject"]]
    assert [message["To"] for message in over] == [
        user.email for user in (alice, bob) if user != mover
    ]


def test_an_invitation_reaches_an_address_that_is_not_here_yet(
    alice: User, post_office: PostOffice
) -> None:
    table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2, public=False)
    invitation = invitations.invite(game_id=table.pk, user=alice, who="dora@example.org")

    deliver_at(timedelta(0))

    (message,) = post_office.taken
    assert message["To"] == "dora@example.org"
    assert f"/invitations/{invitation.token}/" in message.get_body(("plain",)).get_content()


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_mail_can_be_written(
    alice: User, bob: User, post_office: PostOffice, kind: Kind
) -> None:
    game = play_on(start_game(alice, bob), 5)
    user = user_to_act(game)
    Notification.objects.all().delete()
    data: dict[str, Any] = {}
    if kind == Kind.INVITATION:
        table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
        data = {"invitation": invitations.invite(game_id=table.pk, user=alice, who="bob").pk}
        Notification.objects.all().delete()
        game, user = table, bob
    if kind == Kind.MESSAGE:
        talk.say(game_id=game.pk, user=user_waiting(game), text="<b>hi</b>")
        Notification.objects.all().delete()
    if kind == Kind.NOTICE:
        owner = UserFactory(is_staff=True, is_superuser=True)
        data = {"act": pause(by=owner, game_id=game.pk, why="<b>hi</b>").pk}
        Notification.objects.all().delete()
    if kind == Kind.ACCOUNT:
        game, data = None, {"template": "account/email/password_changed"}
    if kind == Kind.OVER:
        game = play_on(game)
        Notification.objects.all().delete()

    ply = game.ply if game else 0
    telling.write([telling.notification_for(user=user, kind=kind, game=game, ply=ply, data=data)])
    deliver_at(LATER)

    (message,) = post_office.taken
    assert message["Subject"]
    assert message.get_body(("plain",)).get_content().strip()
    assert "<b>hi</b>" not in message.get_body(("html",)).get_content()


def test_one_click_unsubscribes_without_logging_in_and_does_only_that(
    game: Game, post_office: PostOffice
) -> None:
    deliver_at(LATER)
    reader = user_to_act(game)
    link = str(post_office.taken[0]["List-Unsubscribe"]).strip("<> ")
    path = link.removeprefix(settings.SITE_URL)
    visitor = Client(enforce_csrf_checks=True)
    before = User.objects.filter(pk=reader.pk).values().get()

    assert visitor.get(path).status_code == 200
    assert User.objects.filter(pk=reader.pk).values().get() == before
    assert visitor.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200

    assert User.objects.filter(pk=reader.pk).values().get() == before | {"mail_off": ["your_turn"]}
    assert visitor.post("/unsubscribe/forged/").status_code == 404


def test_the_button_of_a_mail_leads_through_log_in_to_the_game(alice: User, bob: User) -> None:
    game = start_game(alice, bob, public=False)

    response = Client().get(f"/g/{game.code}/")

    assert response.headers["Location"] == f"/accounts/login/?next=%2Fg%2F{game.code}%2F"


def test_a_worker_killed_after_the_server_took_the_mail_sends_the_same_again(
    game: Game, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the server's yes and our own note of it: at worst a double, same id."""

    def die(claims: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "note_sent", die)
        with pytest.raises(SystemExit):
            deliver_at(LATER)
    assert deliver_at(LATER) == 0
    assert deliver_at(LATER + settings.POST_LEASE + timedelta(seconds=5)) == 1

    first, second = post_office.taken
    assert first["Message-ID"] == second["Message-ID"]


def test_a_move_and_its_notification_are_written_together_or_not_at_all(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(moves, "announce", fail)
    before = Notification.objects.count()

    with pytest.raises(RuntimeError):
        moves.play(
            game_id=game.pk,
            user=user_to_act(game),
            actions=good_actions(game),
            expected_ply=game.ply,
        )

    assert Notification.objects.count() == before
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_a_turn_of_shifting_stones_comes_with_stones_and_hand(
    alice: User, bob: User, post_office: PostOffice
) -> None:
    game = play_on(start_game(alice, bob, engine_slug="shifting_stones"), 6)
    Notification.objects.exclude(ply=game.ply).delete()

    deliver_at(LATER)

    (message,) = post_office.taken
    pictures = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert len(pictures) == 2
    assert all(part.get_content()[:4] == b"\x89PNG" for part in pictures)
    words = message.get_body(("plain",)).get_content()
    assert "Your hand:" in words
    assert "The last moves:" in words
    mine = game.state["hands"][game.to_act]
    others = game.state["hands"][1 - game.to_act]
    assert not any(card in words for card in [*mine, *others])
