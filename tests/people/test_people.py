from __future__ import annotations

import base64
import hmac
import json
import re
import time

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import Block, User
from games.models import Game, Message, Player
from games.people import selectors
from games.play.services import bots, moves, talk
from games.post.services import delivery
from games.tables.services import tables
from tests.factories import PASSWORD, log_in
from tests.playing import play_on, start_game
from tests.signing_up import DORA, SIGN_UP, code_mailed_to, sign_up

SETTINGS = {
    "language": "fr",
    "time_zone": "Europe/Paris",
    "birth_date": "1970-01-31",
    "theme": "dark",
    "tile_letters": "on",
    "after_turn": "next",
    "confirm_turn": "people",
    "sounds": "on",
}


@pytest.mark.django_db
def test_a_new_person_signs_up_confirms_the_address_and_is_in() -> None:
    client = Client(headers={"accept-language": "nl"})

    client.post(SIGN_UP, DORA | {"time_zone": "Europe/Amsterdam"})
    assert not User.objects.exists()
    answer = client.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})

    dora = User.objects.get()
    assert answer["Location"] == "/"
    assert get_user(client) == dora
    assert EmailAddress.objects.get(user=dora).verified
    assert (dora.time_zone, dora.language) == ("Europe/Amsterdam", "nl")
    assert dora.password.startswith("md5$")  # Argon2 outside of tests


@pytest.mark.django_db
def test_the_code_of_the_mail_lets_nobody_else_in() -> None:
    client, elsewhere = Client(), Client()
    client.post(SIGN_UP, DORA)
    elsewhere.post(SIGN_UP, DORA | {"username": "mallory", "email": "mallory@example.org"})

    elsewhere.post(SIGN_UP, {"code": code_mailed_to(DORA["email"])})

    assert not User.objects.exists()
    assert not get_user(elsewhere).is_authenticated


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["", "Middle/Earth", "../../etc/passwd"])
def test_a_browser_that_talks_nonsense_is_in_utc(zone: str) -> None:
    sign_up(time_zone=zone)

    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize("name", ["alice", "ALICE", "admin", "Computer"])
def test_a_name_that_is_taken_or_misleading_is_refused(alice: User, name: str) -> None:
    form = {"username": name, "email": "dora@example.org", "password1": "a long way home"}

    Client().post("/accounts/signup/", form)

    assert User.objects.count() == 1


def test_an_address_that_is_not_confirmed_does_not_get_in(alice: User) -> None:
    EmailAddress.objects.update(verified=False)
    client = Client()

    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert "_auth_user_id" not in client.session
    delivery.deliver()
    assert len(mail.outbox) == 1


def test_a_forgotten_password_is_reset_by_mail(alice: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    delivery.deliver()
    (message,) = mail.outbox
    link = re.search(r"https?://[^/]+(/\S*password/reset/key/\S+)", message.body)
    assert link

    page = client.get(link[1], follow=True)
    new = {"password1": "another long way", "password2": "another long way"}
    client.post(page.redirect_chain[-1][0], new)

    alice.refresh_from_db()
    assert alice.check_password("another long way")


@pytest.mark.usefixtures("still")
def test_wrong_passwords_are_limited(alice: User) -> None:
    client = Client()
    answers = [
        client.post("/accounts/login/", {"login": "alice", "password": f"wrong {n}"})
        for n in range(7)
    ]

    assert "Too many attempts. Please try again later." in answers[-1].content.decode()


def test_settings_are_kept_and_change_the_page(alice: User) -> None:
    client = log_in(alice)

    client.post("/settings/", SETTINGS)

    alice.refresh_from_db()
    assert (alice.language, alice.time_zone, alice.theme) == ("fr", "Europe/Paris", "dark")
    assert (alice.tile_letters, alice.hints) == (True, False)
    assert (alice.after_turn, alice.confirm_turn, alice.sounds) == ("next", "people", True)
    page = client.get("/settings/").content.decode()
    assert '<html lang="fr" dir="ltr" data-theme="dark">' in page
    assert 'value="1970-01-31"' in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_zone": "Middle/Earth"},
        {"birth_date": "2999-01-01"},
        {"birth_date": "1066-10-14"},
        {"birth_date": "yesterday"},
        {"language": "tlh"},
        {"theme": "pink"},
        {"after_turn": "fly"},
        {"confirm_turn": "twice"},
    ],
    ids=lambda wrong: " ".join(*wrong.items()),
)
def test_senseless_settings_are_refused(alice: User, wrong: dict[str, str]) -> None:
    client = log_in(alice)
    client.get("/settings/")
    before = User.objects.values().get()

    response = client.post("/settings/", SETTINGS | wrong)

    assert response.status_code == 422
    assert User.objects.values().get() == before


def test_a_profile_tells_of_results_and_public_games(alice: User, bob: User) -> None:
    play_on(start_game(alice, bob))
    shown, hidden = start_game(alice, bob), start_game(alice, bob, public=False)

    page = Client().get("/people/ALICE/").content.decode()

    assert "Games finished" in page
    assert shown.code in page
    assert hidden.code not in page
    assert "alice@example.org" not in page
    assert Client().get("/people/nobody/").status_code == 404


def test_blocking_and_taking_it_back(alice: User, bob: User) -> None:
    client = log_in(alice)

    client.post("/people/bob/block/", {"block": "1"})
    assert "Unblock" in client.get("/people/bob/").content.decode()
    assert "bob" in client.get("/settings/").content.decode()
    client.post("/people/bob/block/", {"block": "0"})
    client.post("/people/alice/block/", {"block": "1"})

    assert not Block.objects.exists()


def test_a_person_takes_all_their_data_away(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 6)
    talk.say(game_id=game.pk, user=alice, text="mine")
    talk.say(game_id=game.pk, user=bob, text="not mine")

    response = log_in(alice).get("/settings/data/")

    data = json.loads(response.content)
    assert "attachment" in response.headers["Content-Disposition"]
    assert data["account"]["email"] == "alice@example.org"
    assert [message["text"] for message in data["messages"]] == ["mine"]
    assert data["games"][0]["code"] == game.code
    assert len(data["games"][0]["moves"]) == game.moves.filter(seat=0).count()
    assert "password" not in data["account"]


def test_deleting_an_account_leaves_finished_games_intact(
    alice: User, bob: User, charlie: User
) -> None:
    over = play_on(start_game(alice, bob))
    scores = list(over.players.values_list("score", "place"))
    going = start_game(alice, bob)
    of_three = start_game(alice, bob, charlie)
    waiting = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    talk.say(game_id=over.pk, user=alice, text="good-bye")
    client = log_in(alice)

    refused = client.post("/settings/delete/", {"password": "wrong"})
    assert refused.status_code == 422
    client.post("/settings/delete/", {"password": PASSWORD})

    assert not User.objects.filter(username="alice").exists()
    assert list(over.players.values_list("score", "place")) == scores
    page = log_in(bob).get(f"/g/{over.code}/").content.decode()
    assert "deleted player" in page
    assert "alice" not in page
    statuses = {game.pk: game.status for game in Game.objects.all()}
    assert statuses[going.pk] == Game.Status.FINISHED
    assert statuses[of_three.pk] == Game.Status.ACTIVE
    assert statuses[waiting.pk] == Game.Status.CANCELLED
    assert Message.objects.get().author is None
    assert Player.objects.filter(user=None, bot="").count() == 3


@pytest.mark.parametrize("address", ["", "data/", "delete/"])
def test_settings_are_for_who_is_logged_in(client: Client, db: None, address: str) -> None:
    assert client.get(f"/settings/{address}").status_code == 302


@pytest.mark.parametrize(
    "address",
    ["email/", "password/change/", "2fa/", "2fa/webauthn/", "sessions/", "reauthenticate/"],
)
def test_the_pages_of_the_log_in_open(alice: User, address: str) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert client.get(f"/accounts/{address}").status_code == 200


def one_time_code(secret: str) -> str:
    """RFC 6238, as an authenticator app works it out."""
    counter = int(time.time()) // 30
    digest = hmac.digest(base64.b32decode(secret), counter.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    return f"{int.from_bytes(digest[start : start + 4], 'big') % 2**31 % 10**6:06}"


def test_a_second_factor_is_asked_for_once_it_is_set_up(alice: User) -> None:
    client = Client()
    credentials = {"login": "alice", "password": PASSWORD}
    client.post("/accounts/login/", credentials)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r"\b([A-Z2-7]{32})\b", page)
    assert secret
    client.post("/accounts/2fa/totp/activate/", {"code": one_time_code(secret[1])})
    assert "recovery" in client.get("/accounts/2fa/recovery-codes/").content.decode().lower()

    elsewhere = Client()
    response = elsewhere.post("/accounts/login/", credentials)

    assert response.headers["Location"] == "/accounts/2fa/authenticate/"
    assert "_auth_user_id" not in elsewhere.session
    elsewhere.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "_auth_user_id" not in elsewhere.session
    cache.clear()  # a code serves once, also for setting it up
    elsewhere.post("/accounts/2fa/authenticate/", {"code": one_time_code(secret[1])})
    assert elsewhere.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.usefixtures("still")
def test_the_password_for_deleting_an_account_cannot_be_guessed_for_ever(alice: User) -> None:
    client = log_in(alice)
    for number in range(5):
        client.post("/settings/delete/", {"password": f"guess {number}"})

    response = client.post("/settings/delete/", {"password": PASSWORD}, follow=True)

    assert "Too many attempts." in response.content.decode()
    assert User.objects.filter(pk=alice.pk).exists()


def test_results_alone_are_a_record_of_their_own(alice: User, bob: User) -> None:
    for _ in range(2):
        game = tables.play_now(user=alice, engine_slug="shifting_stones", seats=1)
        for _ in range(4):
            ply = Game.objects.get(pk=game.pk).ply
            moves.play(game_id=game.pk, user=alice, actions=[{"kind": "end"}], expected_ply=ply)

    own = log_in(alice).get("/people/alice/").content.decode()

    assert "Won 0 of 2" in own
    assert f"/g/{game.code}/" in own
    others = log_in(bob).get("/people/alice/").content.decode()
    assert "Won 0 of 2" in others
    assert game.code not in others


def against_the_computer(alice: User) -> Game:
    game = tables.play_now(user=alice, engine_slug="qwirkle")
    while game.is_active:
        if game.to_act == 0:
            game = play_on(game, 1)
        else:
            bots.take_turn(game_id=game.pk)
            game = Game.objects.get(pk=game.pk)
    return game


def test_results_with_people_and_against_the_computer_are_told_apart(
    alice: User, bob: User
) -> None:
    play_on(start_game(alice, bob))
    game = against_the_computer(alice)

    assert selectors.results(alice)["people"].played == 1
    assert selectors.results(alice)["computer"].played == 1
    own = log_in(alice).get("/people/alice/").content.decode()
    assert "Against the computer" in own
    assert f"/g/{game.code}/" in own
    others = log_in(bob).get("/people/alice/").content.decode()
    assert "Against the computer" in others
    assert game.code not in others
    assert "Against the computer" not in log_in(bob).get("/people/bob/").content.decode()


def test_a_finished_game_says_in_lists_who_has_won(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob))
    first = game.players.filter(place=1)
    winners = [f"<bdi>{player.user.username}</bdi>" for player in first]

    for address in ("/", "/people/alice/"):
        page = log_in(alice).get(address).content.decode()
        assert f"{', '.join(winners)} won." in page
        assert page.count('<li class="is-winner">') == len(winners)
