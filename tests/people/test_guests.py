"""What becomes of guests: they vanish with their games, leave, or take their games along."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.utils import timezone

from accounts import signing_up
from accounts.models import User
from games import tasks
from games.machinery.errors import ServiceError
from games.models import Game, Move, Player, Setback
from games.moderation.services import people as acts
from games.moderation.services import shutting_out
from games.moderation.services.role_groups import make_role_groups
from games.people.services import guests
from games.play.services import moves, notes
from games.post.moderators_notices import MODERATOR
from tests.factories import PASSWORD, UserFactory, log_in, make_guest
from tests.playing import good_actions, start_game

pytestmark = pytest.mark.django_db


def gone_for(guest: User, **span: int) -> None:
    User.objects.filter(pk=guest.pk).update(last_seen_at=timezone.now() - timedelta(**span))


def log_in_as_alice(client: Client) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})


def test_a_guest_goes_after_a_week_with_all_that_was_theirs(alice: User, bob: User) -> None:
    client, guest = make_guest()
    client.post("/play-now/shifting_stones/alone/")
    start_game(alice, bob)
    gone_for(guest, days=7, minutes=1)

    tasks.forget_guests()

    assert not User.objects.filter(is_guest=True).exists()
    assert Game.objects.get().players.filter(user=alice).exists()
    assert client.get("/").status_code == 200
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("days", [0, 6])
def test_who_was_here_this_week_stays(days: int) -> None:
    _client, guest = make_guest()
    gone_for(guest, days=days)

    assert guests.forget_guests() == 0
    assert Game.objects.count() == 1


def test_a_visit_is_enough_to_stay() -> None:
    client, guest = make_guest()
    gone_for(guest, days=8)

    client.get("/")

    assert guests.forget_guests() == 0


def test_members_never_go(alice: User) -> None:
    log_in(alice).post("/play-now/qwirkle/")
    gone_for(alice, days=800)

    guests.forget_guests()

    assert User.objects.get() == alice
    assert Game.objects.exists()


def test_a_game_that_cannot_be_deleted_is_set_aside_and_the_others_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    crowd = [make_guest()[1] for _ in range(3)]
    for guest in crowd:
        gone_for(guest, days=8)
    stuck = Game.objects.get(players__user=crowd[1])
    whole = Game.delete

    def delete(game: Game) -> object:
        if game.pk == stuck.pk:
            raise OSError("it sticks")
        return whole(game)

    monkeypatch.setattr(Game, "delete", delete)

    assert guests.forget_guests() == 2
    assert list(User.objects.all()) == [crowd[1]]
    setback = Setback.objects.get()
    assert (setback.game, setback.task) == (stuck, Setback.Task.GUEST)
    assert "it sticks" in setback.error
    # It waits, and then goes.
    assert guests.forget_guests() == 0
    monkeypatch.setattr(Game, "delete", whole)
    Setback.objects.update(next_try=timezone.now() - timedelta(minutes=1))
    assert guests.forget_guests() == 1
    assert not User.objects.exists()


def test_a_guest_without_a_game_goes_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    crowd = [make_guest()[1] for _ in range(2)]
    Game.objects.all().delete()
    for guest in crowd:
        gone_for(guest, days=8)
    whole = User.delete

    def delete(user: User) -> object:
        if user.pk == crowd[0].pk:
            raise OSError("it sticks")
        return whole(user)

    monkeypatch.setattr(User, "delete", delete)

    guests.forget_guests()

    assert list(User.objects.all()) == [crowd[0]]
    assert "cannot be deleted" in caplog.text


def test_a_game_in_which_a_moderator_seated_somebody_stays_theirs(alice: User) -> None:
    _client, guest = make_guest()
    game = Game.objects.get()
    Player.objects.filter(game=game, user=None).update(user=alice, bot="")
    gone_for(guest, days=8)

    guests.forget_guests()

    assert list(User.objects.all()) == [alice]
    assert Game.objects.get().is_finished
    assert Game.objects.get().players.filter(user=alice).exists()


@pytest.mark.parametrize("games", [1, 4])
def test_a_round_is_as_much_work_for_each_game_however_many_there_are(
    games: int, django_assert_max_num_queries: object
) -> None:
    for _ in range(games):
        gone_for(make_guest("shifting_stones", seats=1)[1], days=8)

    with django_assert_max_num_queries(10 + 60 * games):
        assert guests.forget_guests() == games


# Leaving, and one's own data.


def test_a_guest_deletes_all_of_it_without_a_password() -> None:
    client, _guest = make_guest()
    assert "Delete my games" in client.get("/settings/").content.decode()
    assert 'name="password"' not in client.get("/settings/delete/").content.decode()

    page = client.post("/settings/delete/", follow=True)

    assert "Your games have been deleted." in page.content.decode()
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_a_guest_takes_their_data_away() -> None:
    client, guest = make_guest("shifting_stones", seats=1)
    game = Game.objects.get()
    form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}
    client.post(f"/g/{game.code}/play/", form)

    told = client.get("/settings/data/").json()

    assert told["account"]["username"] == guest.username
    assert told["account"]["is_guest"] is True
    assert told["games"][0]["moves"]
    assert told["invitations"] == []


def test_a_guest_chooses_how_things_look() -> None:
    client, guest = make_guest()

    page = client.get("/settings/").content.decode()
    form = {"language": "nl", "time_zone": "UTC", "theme": "dark", "tile_letters": "on"}
    client.post("/settings/", form)

    guest.refresh_from_db()
    assert (guest.language, guest.theme, guest.tile_letters) == ("nl", "dark", True)
    assert "birth_date" not in page
    assert "/settings/mail/" not in page


# From guest to an account that is there.


def test_who_logs_in_is_asked_and_takes_the_games_along(alice: User) -> None:
    client, guest = make_guest("shifting_stones", seats=1)
    game = Game.objects.get()
    form = {"actions": json.dumps(good_actions(game)), "ply": game.ply}
    client.post(f"/g/{game.code}/play/", form)
    log_in_as_alice(client)

    page = client.get("/").content.decode()
    answer = client.post("/settings/guest/", {"take": "1"}, follow=True).content.decode()

    assert "played 1 game here as a guest" in page
    assert "Your games have come along." in answer
    assert "as a guest" not in answer
    assert not User.objects.filter(pk=guest.pk).exists()
    game.refresh_from_db()
    assert game.opened_by == alice
    assert game.players.get().user == alice
    assert set(Move.objects.values_list("person", flat=True)) == {alice.pk}
    assert client.get(f"/g/{game.code}/").status_code == 200


def test_turns_notes_and_results_come_along_too(alice: User) -> None:
    client, guest = make_guest()
    moves.resign(game_id=Game.objects.get().pk, user=guest)
    client.post("/play-now/shifting_stones/alone/")
    game = Game.objects.get(engine_slug="shifting_stones")
    notes.keep_note(game=game, user=guest, text="mind the moon")
    assert game.waits_for == guest
    assert guest.tallies.get().played == 1

    guests.take_along(user=alice, guest_id=guest.pk)

    game.refresh_from_db()
    assert game.waits_for == alice
    assert alice.notes.get().text == "mind the moon"
    assert alice.tallies.get().played == 1


def test_who_does_not_want_them_is_not_asked_again(alice: User) -> None:
    client, guest = make_guest()
    log_in_as_alice(client)

    page = client.post("/settings/guest/", {"take": "0"}, follow=True).content.decode()

    assert "as a guest" not in page
    assert Game.objects.get().players.get(bot="").user == guest
    client.post("/settings/guest/", {"take": "1"})
    assert Game.objects.get().players.get(bot="").user == guest


def test_nobody_takes_what_they_did_not_play(alice: User, bob: User) -> None:
    _client, guest = make_guest()
    start_game(bob, alice)

    log_in(alice).post("/settings/guest/", {"take": "1", "guest_id": guest.pk})
    with pytest.raises(ServiceError):
        guests.take_along(user=alice, guest_id=bob.pk)

    assert Player.objects.filter(user=guest).exists()
    assert Player.objects.filter(user=bob).exists()


def test_a_guest_who_has_gone_meanwhile_is_no_trouble(alice: User) -> None:
    client, guest = make_guest()
    log_in_as_alice(client)
    gone_for(guest, days=8)
    guests.forget_guests()

    assert client.session[signing_up.GUEST_BEFORE] == guest.pk
    assert "as a guest" not in client.get("/").content.decode()
    assert client.post("/settings/guest/", {"take": "1"}, follow=True).status_code == 200


# The desk.


def test_moderators_find_guests_and_act_on_them() -> None:
    make_role_groups()
    owner = UserFactory(username="owner", is_staff=True, is_superuser=True)
    client, guest = make_guest()
    desk = log_in(owner)

    guests_only = desk.get("/admin/accounts/user/?standing=guest").content.decode()
    members_only = desk.get("/admin/accounts/user/?standing=member").content.decode()
    page = desk.get(f"/admin/accounts/user/{guest.pk}/change/").content.decode()
    acts.warn(by=owner, person_id=guest.pk, why="Be kind.")
    warned = client.get("/").content.decode()
    client.post("/warning/read/", {"warning": "Be kind."})
    acts.mute(by=owner, person_id=guest.pk, why="x", until=timezone.now() + timedelta(days=1))
    shutting_out.ban(by=owner, person_id=guest.pk, why="Spam.", games="withdraw")

    assert guest.username in guests_only
    assert "owner@example.org" not in guests_only
    assert "owner" in members_only
    assert guest.username not in members_only
    assert 'class="chip">guest<' in page
    assert f"/people/{guest.username}/" not in page
    assert "Be kind." in warned
    guest.refresh_from_db()
    assert guest.warning == ""
    assert client.get("/").status_code == 403
    with pytest.raises(ServiceError):
        acts.change_role(by=owner, person_id=guest.pk, why="x", role=MODERATOR)
    gone_for(guest, days=8)
    guests.forget_guests()
    assert not User.objects.filter(pk=guest.pk).exists()
