"""Who comes by an invitation mail has shown whose address it is: a name, a password, a seat."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Invitation
from games.people import own_data
from games.post.services import delivery
from games.tables.services import invitations, tables
from tests.factories import PASSWORD, UserFactory, log_in, make_guest
from tests.signing_up import ZONE_FIRST

FORM = {"username": "dora", "password1": "a long way home", "time_zone": "Asia/Jerusalem"}
ADDRESS = "dora@example.org"


@pytest.fixture
def table(alice: User) -> Game:
    table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2, public=False)
    invitations.invite(game_id=table.pk, user=alice, who=ADDRESS)
    delivery.deliver()
    return table


def link() -> str:
    found = re.search(r"https?://[^/]+(/invitations/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_a_name_and_a_password_and_one_sits_there(table: Game) -> None:
    client = Client(headers={"accept-language": "fr"})

    page = client.get(link()).content.decode()
    answer = client.post(link(), FORM)

    dora = User.objects.get(username="dora")
    assert ADDRESS in page
    assert 'name="email"' not in page
    assert re.search(ZONE_FIRST, page)
    assert answer.headers["Location"] == f"/g/{table.code}/"
    assert get_user(client) == dora
    assert EmailAddress.objects.get(user=dora).verified
    assert (dora.email, dora.language, dora.time_zone) == (ADDRESS, "fr", "Asia/Jerusalem")
    assert Game.objects.get().is_active
    assert Invitation.objects.get().answer == Invitation.Answer.ACCEPTED
    assert client.get("/").status_code == 200


def test_what_is_wrong_is_said_and_nobody_is_made(table: Game) -> None:
    for wrong, words in (
        ({"username": "alice"}, "This name is taken"),
        ({"password1": "1234"}, "at least 8"),
        ({"username": ""}, "required"),
    ):
        answer = Client().post(link(), FORM | wrong)
        assert answer.status_code == 422
        assert words in answer.content.decode()

    assert User.objects.count() == 1


def test_it_never_opens_an_account_that_is_there(table: Game) -> None:
    dora = UserFactory(username="dorothea", email=ADDRESS)
    client = Client()

    page = client.get(link()).content.decode()
    client.post(link(), FORM)

    assert 'name="password1"' not in page
    assert "/accounts/login/?next=" in page
    assert not get_user(client).is_authenticated
    dora.refresh_from_db()
    assert dora.check_password(PASSWORD)
    assert User.objects.count() == 2


def test_it_serves_one_person_once(table: Game) -> None:
    Client().post(link(), FORM)
    late = Client()

    answer = late.post(link(), FORM | {"username": "mallory"})

    assert answer.status_code == 410
    assert not get_user(late).is_authenticated
    assert not User.objects.filter(username="mallory").exists()


def test_it_expires(table: Game) -> None:
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=15))

    page = Client().get(link()).content.decode()
    Client().post(link(), FORM)

    assert 'name="password1"' not in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("state", ["declined", "not mailed", "by name", "cancelled"])
def test_only_what_waits_and_was_mailed_shows_an_address(
    table: Game, alice: User, bob: User, state: str
) -> None:
    address = link()
    if state == "declined":
        Invitation.objects.update(answer=Invitation.Answer.DECLINED)
    if state == "not mailed":
        Invitation.objects.update(mailed=False)
    if state == "by name":
        address = f"/invitations/{_by_name(table, alice).token}/"
    if state == "cancelled":
        tables.cancel(game_id=table.pk, user=alice)

    Client().post(address, FORM)

    assert not User.objects.filter(username="dora").exists()


def _by_name(table: Game, alice: User) -> Invitation:
    return invitations.invite(game_id=table.pk, user=alice, who="bob")


def test_the_link_that_anybody_may_pass_on_shows_no_address(table: Game) -> None:
    address = f"/invitations/{table.invite_token}/"

    page = Client().get(address).content.decode()
    Client().post(address, FORM)

    assert 'name="password1"' not in page
    assert ADDRESS not in page
    assert User.objects.count() == 1


def test_who_invites_never_sees_the_link(table: Game, alice: User) -> None:
    """Or they could sign up with an address that is not theirs."""
    token = Invitation.objects.get().token
    owner = log_in(UserFactory(is_staff=True, is_superuser=True))
    host = log_in(alice)
    pages = [host.get(f"/g/{table.code}/"), host.get("/"), host.get("/settings/mail/")]
    pages += [owner.get(f"/admin/games/game/{table.pk}/change/")]
    pages += [owner.get("/admin/games/notification/")]

    assert ADDRESS in pages[0].content.decode()
    assert not any(token in page.content.decode() for page in pages)
    assert token not in str(own_data.everything_about(alice))


def test_a_table_that_filled_up_meanwhile_leaves_an_account_and_says_so(
    table: Game, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tables.join

    def slowly(**values: object) -> Game:
        monkeypatch.setattr(tables, "join", whole)
        whole(game_id=table.pk, user=bob, token=table.invite_token)
        return whole(**values)

    monkeypatch.setattr(tables, "join", slowly)
    client = Client()

    page = client.post(link(), FORM, follow=True)

    assert get_user(client).username == "dora"
    assert "This table is no longer open." in page.content.decode()


def test_a_guest_brings_their_games(table: Game) -> None:
    client, guest = make_guest()

    page = client.get(link()).content.decode()
    client.post(link(), FORM)

    dora = User.objects.get(username="dora")
    assert "Sign up and join" in page
    assert dora.pk == guest.pk
    assert get_user(client) == dora
    assert Game.objects.filter(players__user=dora, status="active").count() == 2


def test_a_member_joins_under_their_own_name(table: Game, bob: User) -> None:
    client = log_in(bob)

    page = client.get(link()).content.decode()
    client.post(link(), FORM)

    assert f"/g/{table.code}/join/" in page
    assert not User.objects.filter(username="dora").exists()


@pytest.mark.usefixtures("still")
def test_names_are_not_tried_without_end(table: Game) -> None:
    client = Client()

    answers = {client.post(link(), FORM | {"username": "alice"}).status_code for _ in range(25)}

    assert answers == {422, 429}
