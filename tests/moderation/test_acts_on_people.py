"""Warning, muting, suspending, banning, lifting; and what the person sees of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Act, Game, Notification
from games.moderation.services import people, shutting_out
from games.post.moderators_notices import MODERATOR
from games.tables.services import tables
from tests.factories import PASSWORD, log_in
from tests.playing import play_on, start_game

WEEK = timedelta(days=7)


def until() -> object:
    return timezone.now() + WEEK


def test_a_warning_is_on_every_page_until_it_is_read(mona: User, alice: User) -> None:
    people.warn(by=mona, person_id=alice.pk, why="Please be kind.")
    browser = log_in(alice)

    for address in ("/", "/lobby/", "/settings/"):
        assert "Please be kind." in browser.get(address).content.decode()
    browser.post("/warning/read/", {"warning": "Please be kind."})

    assert "Please be kind." not in browser.get("/").content.decode()
    notice = alice.notifications.get(kind=Notification.Kind.NOTICE)
    assert notice.data == {"act": Act.objects.get(what="warn").pk}


def test_who_is_muted_plays_but_does_not_talk(game: Game, mona: User, alice: User) -> None:
    people.mute(by=mona, person_id=alice.pk, why="shouting", until=until())
    browser = log_in(alice)

    refused = browser.post(f"/g/{game.code}/talk/", {"text": "HELLO"})

    assert refused.status_code == 403
    assert "chat at tables" in refused.content.decode()
    assert game.messages.count() == 0
    play_on(game, 2)


def test_a_mute_ends_by_itself(game: Game, mona: User, alice: User) -> None:
    people.mute(by=mona, person_id=alice.pk, why="shouting", until=until())
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() - timedelta(seconds=1))

    assert log_in(alice).post(f"/g/{game.code}/talk/", {"text": "hello"}).status_code == 302


@pytest.mark.parametrize("address", ["/", "/lobby/", "/settings/", "/admin/", "/rules/qwirkle/"])
def test_who_is_suspended_reads_why_and_until_when_and_nothing_else(
    mona: User, alice: User, address: str
) -> None:
    browser = log_in(alice)
    shutting_out.suspend(by=mona, person_id=alice.pk, why="Three insults.", until=until())

    page = browser.get(address)

    assert page.status_code == 403
    words = page.content.decode()
    assert "Your account is suspended" in words
    assert "Three insults." in words
    assert str((timezone.now() + WEEK).year) in words


def test_who_is_suspended_logs_in_with_the_password_and_reads_why(mona: User, alice: User) -> None:
    shutting_out.suspend(by=mona, person_id=alice.pk, why="Three insults.", until=until())

    browser = log_in()
    page = browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)

    assert "Three insults." in page.content.decode()
    assert browser.post("/accounts/logout/").status_code == 302


def test_who_is_suspended_cannot_play_by_a_request_either(
    game: Game, mona: User, alice: User
) -> None:
    shutting_out.suspend(by=mona, person_id=alice.pk, why="so", until=until())

    answer = log_in(alice).post(f"/g/{game.code}/resign/", headers={"hx-request": "true"})

    assert answer.status_code == 403
    assert answer.headers["HX-Refresh"] == "true"
    assert not game.players.get(user=alice).left


def test_a_suspension_ends_by_itself(mona: User, alice: User) -> None:
    shutting_out.suspend(by=mona, person_id=alice.pk, why="so", until=until())
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now())

    assert log_in(alice).get("/").status_code == 200


def test_the_games_of_somebody_suspended_go_on_unless_asked_otherwise(
    game: Game, mona: User, alice: User
) -> None:
    shutting_out.suspend(by=mona, person_id=alice.pk, why="so", until=until())

    assert not game.players.get(user=alice).left


@pytest.mark.parametrize("choice", ["bot", "withdraw"])
def test_a_ban_settles_all_games_and_deletes_none(
    sena: User, alice: User, bob: User, charlie: User, choice: str
) -> None:
    two, three = play_on(start_game(alice, bob), 4), play_on(start_game(alice, bob, charlie), 5)
    finished = play_on(start_game(alice, bob))
    own = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    count = Game.objects.count()

    act = shutting_out.ban(by=sena, person_id=alice.pk, why="cheating", games=choice)

    assert Game.objects.count() == count
    assert set(act.after["settled"]) == {two.code, three.code}
    for game in (two, three):
        player = game.players.get(user=alice)
        assert (player.left, bool(player.bot)) == (True, choice == "bot")
    assert Game.objects.get(pk=two.pk).is_active == (choice == "bot")
    assert Game.objects.get(pk=three.pk).is_active
    assert not finished.players.get(user=alice).left
    assert Game.objects.get(pk=own.pk).status == "cancelled"
    assert "banned" in log_in(alice).get("/").content.decode()


def test_who_is_shut_out_gets_no_mail_about_games_that_go_on(
    game: Game, mona: User, alice: User
) -> None:
    shutting_out.suspend(by=mona, person_id=alice.pk, why="so", until=until())
    before = alice.notifications.exclude(kind=Notification.Kind.NOTICE).count()

    play_on(game, 3)

    assert alice.notifications.exclude(kind=Notification.Kind.NOTICE).count() == before
    assert alice.notifications.filter(kind=Notification.Kind.NOTICE).count() == 1


def test_lifting_lets_somebody_in_again(sena: User, alice: User) -> None:
    shutting_out.ban(by=sena, person_id=alice.pk, why="so")

    people.lift(by=sena, person_id=alice.pk, why="a mistake of ours")

    assert log_in(alice).get("/").status_code == 200
    assert User.objects.get(pk=alice.pk).shut_out_reason == ""


def test_a_moderator_cannot_lift_what_only_a_senior_imposes(
    mona: User, sena: User, alice: User
) -> None:
    shutting_out.ban(by=sena, person_id=alice.pk, why="so")

    with pytest.raises(ServiceError) as refused:
        people.lift(by=mona, person_id=alice.pk, why="poor alice")

    assert refused.value.code == "not-allowed"


def test_nobody_acts_on_themselves_nor_a_moderator_on_staff(
    mona: User, sena: User, adam: User, owner: User
) -> None:
    def refused_to(by: User, on: User) -> str:
        with pytest.raises(ServiceError) as refused:
            people.warn(by=by, person_id=on.pk, why="so")
        return refused.value.code

    assert refused_to(mona, mona) == "that-is-you"
    assert refused_to(mona, sena) == "not-allowed"
    assert refused_to(adam, owner) == "not-allowed"
    assert people.warn(by=adam, person_id=mona.pk, why="so")


@pytest.mark.parametrize("days", [0, -1])
def test_refuses_to_punish_into_the_past(mona: User, alice: User, days: int) -> None:
    with pytest.raises(ServiceError) as refused:
        people.mute(
            by=mona, person_id=alice.pk, why="so", until=timezone.now() + timedelta(days=days)
        )

    assert refused.value.code == "in-the-past"


def test_a_note_is_for_moderators_only(mona: User, alice: User) -> None:
    people.note(by=mona, person_id=alice.pk, why="Keeps an eye on the clock.")

    assert not alice.notifications.exists()
    assert "Keeps an eye" not in log_in(alice).get("/").content.decode()
    assert (
        "Keeps an eye"
        in log_in(mona).get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    )


def test_a_role_is_given_and_taken(adam: User, alice: User) -> None:
    people.change_role(by=adam, person_id=alice.pk, why="welcome", role=MODERATOR)
    assert log_in(User.objects.get(pk=alice.pk)).get("/admin/").status_code == 200

    people.change_role(by=adam, person_id=alice.pk, why="thank you", role="")

    alice = User.objects.get(pk=alice.pk)
    assert not alice.is_staff
    assert not alice.has_perm("games.warn")
    assert log_in(alice).get("/admin/").status_code == 302


def test_a_lost_second_factor_can_be_forgotten(adam: User, alice: User) -> None:
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "x"})

    people.forget_factors(by=adam, person_id=alice.pk, why="lost telephone, known by voice")

    assert not Authenticator.objects.filter(user=alice).exists()
