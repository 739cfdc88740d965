"""Odd ways to come by: tables that have not started, strange characters, people who fell out."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest
from django.db import connection
from django.test import Client

from accounts.models import Block, User
from accounts.services import update_settings
from games.models import Game, Invitation, Player
from games.play.listening import Hub
from games.play.services import drafts, moves
from games.tables.services import invitations, rematches, tables
from tests.factories import UserFactory, log_in
from tests.patience import PATIENCE
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting

HTMX = {"hx-request": "true"}


def open_table(opener: User, seats: int = 3, **choices: object) -> Game:
    return tables.open_table(opener=opener, engine_slug="qwirkle", seats=seats, **choices)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize(
    ("act", "data"),
    [
        ("play", {"ply": "0", "actions": '[{"kind": "pass"}]'}),
        ("draft", {"actions": "[]"}),
        ("draft", {"actions": "x"}),
        ("order", {"pieces": "x"}),
        ("resign", {}),
        ("talk", {"text": "hi"}),
        ("talk", {"text": ""}),
    ],
    ids=str,
)
def test_a_table_without_a_game_answers_in_words(
    alice: User, act: str, data: dict[str, str], closed: bool, headers: dict[str, str]
) -> None:
    game = open_table(alice)
    if closed:
        Game.objects.update(status=Game.Status.CANCELLED)

    response = log_in(alice).post(f"/g/{game.code}/{act}/", data, headers=headers)

    assert response.status_code in (200, 302, 409, 422)


@pytest.mark.parametrize("piece", ["\x00", "\ud800", "x y", "ROBERT'); DROP"])
def test_a_hand_is_ordered_by_names_of_pieces_only(alice: User, bob: User, piece: str) -> None:
    game = start_game(alice, bob)
    form = {"pieces": json.dumps([piece])}

    assert log_in(alice).post(f"/g/{game.code}/order/", form).status_code == 422


@pytest.mark.parametrize("address", ["/people/%00/", "/invitations/%00/", "/calendar/%00.ics"])
def test_strange_characters_lead_nowhere(db: None, address: str) -> None:
    assert log_in().get(address).status_code == 404


def test_a_strange_token_opens_no_private_table(alice: User, bob: User) -> None:
    game = open_table(alice, public=False)

    assert log_in(bob).post(f"/g/{game.code}/join/", {"token": "\x00"}).status_code == 404


def test_a_person_invited_by_address_and_by_name_sits_down(alice: User) -> None:
    game = open_table(alice, public=False)
    invitations.invite(game_id=game.pk, user=alice, who="new@example.org")
    newcomer = UserFactory(username="newbie", email="new@example.org")
    invitations.invite(game_id=game.pk, user=alice, who="newbie")

    log_in(newcomer).post(f"/g/{game.code}/join/")

    assert game.players.filter(user=newcomer).exists()
    assert not Invitation.objects.filter(answer=Invitation.Answer.WAITING).exists()


def test_inviting_an_address_does_not_tell_whose_it_is(alice: User, bob: User) -> None:
    game = open_table(alice)
    client = log_in(alice)

    answers = [
        client.post(f"/g/{game.code}/invite/", {"who": who}, follow=True).content.decode()
        for who in ("bob@example.org", "nobody@example.org", "alice@example.org")
    ]

    assert all("Your invitation is on its way." in answer for answer in answers)
    listed = client.get(f"/g/{game.code}/").content.decode().split("Not answered yet:")[1][:200]
    assert "bob" not in listed.replace("bob@example.org", "")


def test_whoever_blocks_the_host_hears_nothing_of_an_invitation_by_address(
    alice: User, bob: User
) -> None:
    Block.objects.create(blocker=bob, blocked=alice)
    game = open_table(alice)

    invitations.invite(game_id=game.pk, user=alice, who="bob@example.org")

    assert "You're invited" not in log_in(bob).get("/").content.decode()


def test_nobody_writes_to_the_whole_world_through_us(alice: User) -> None:
    for _ in range(2):
        game = open_table(alice)
        answers = [
            log_in(alice)
            .post(f"/g/{game.code}/invite/", {"who": f"{n}-{game.pk}@example.org"}, follow=True)
            .content.decode()
            for n in range(4)
        ]

    assert Invitation.objects.count() == 5
    assert "sent a lot of invitations today." in answers[-1]


def test_a_person_changes_the_language_in_the_footer(alice: User) -> None:
    update_settings(user=alice, language="en")
    client = log_in(alice)

    client.post("/language/setlang/", {"language": "fr", "next": "/"})
    client.post("/language/setlang/", {"language": "klingon", "next": "/"})

    assert '<html lang="fr"' in client.get("/").content.decode()


def test_sitting_down_as_a_visitor_leads_through_log_in_to_the_table(alice: User) -> None:
    game = open_table(alice)

    plain = log_in().post(f"/g/{game.code}/join/")
    htmx = log_in().post(f"/g/{game.code}/talk/", headers=HTMX)

    address = f"/accounts/login/?next=%2Fg%2F{game.code}%2F"
    assert plain.headers["Location"] == address
    assert htmx.headers["HX-Redirect"] == address


def test_an_invitation_by_link_is_remembered_over_signing_up(alice: User, bob: User) -> None:
    game = open_table(alice, public=False)
    client = log_in()
    client.get(f"/invitations/{game.invite_token}/")

    client.force_login(bob)

    assert client.get("/").headers["Location"] == f"/invitations/{game.invite_token}/"
    assert client.get("/").status_code == 200


def test_a_rematch_does_not_invite_who_has_blocked_me(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob))
    Block.objects.create(blocker=bob, blocked=alice)

    log_in(alice).post(f"/g/{game.code}/rematch/")

    assert not Invitation.objects.exists()


def test_who_comes_too_late_for_a_rematch_begins_their_own(
    alice: User, bob: User, charlie: User
) -> None:
    game = play_on(start_game(alice, bob, charlie))
    again = rematches.rematch(game_id=game.pk, user=alice)
    rematches.rematch(game_id=game.pk, user=bob)
    tables.start(game_id=again.pk, user=alice)

    response = log_in(charlie).post(f"/g/{game.code}/rematch/", follow=True)

    assert response.status_code == 200
    assert Game.objects.filter(rematch_of=game).count() == 2


def test_who_declined_does_not_watch_a_private_game(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice, seats=2, public=False)
    invitation = invitations.invite(game_id=game.pk, user=alice, who="charlie")
    invitations.decline(invitation_id=invitation.pk, user=charlie)
    tables.join(game_id=game.pk, user=bob, token=game.invite_token)

    assert log_in(charlie).get(f"/g/{game.code}/").status_code == 404


def test_a_refused_draft_replaces_the_game_and_not_the_hand_alone(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 3)
    far_out = json.dumps([{"kind": "place", "tiles": [["ro", 300, 0]]}])

    response = log_in(alice).post(f"/g/{game.code}/draft/", {"actions": far_out}, headers=HTMX)

    assert response.status_code == 422
    assert response.headers["HX-Retarget"] == "#game"


def test_a_page_whose_session_has_ended_is_fetched_anew(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    assert log_in().get("/", headers=HTMX).headers["HX-Refresh"] == "true"
    stale = client.post(f"/g/{game.code}/talk/", {"text": "x"}, headers=HTMX)
    assert stale.headers["HX-Refresh"] == "true"


def test_who_waits_gets_a_whole_page_when_the_game_begins(alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    response = log_in(alice).get(f"/g/{game.code}/?from=waiting", headers=HTMX)

    assert response.headers["HX-Refresh"] == "true"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["victim@example.org", "..", "-x", "a b", "x" * 31])
def test_a_name_cannot_be_taken_for_something_else(name: str) -> None:
    form = {"username": name, "email": "evil@example.org", "password1": "a long way home"}

    Client().post("/accounts/signup/", form)

    assert not User.objects.exists()


def test_the_admin_asks_for_log_in_where_attempts_are_counted(db: None) -> None:
    response = log_in().get("/admin/login/?next=/admin/")

    assert response.status_code == 302
    assert response.headers["Location"].startswith("/accounts/login/")


@pytest.mark.django_db(transaction=True)
def test_a_draft_kept_while_the_other_moves_is_not_lost(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saved in the middle of the other's transaction."""
    game = play_on(start_game(alice, bob), 3)
    waiting = user_waiting(game)
    draft = [{"kind": "place", "tiles": [["ro", 50, 50]]}]
    store = moves._store_players

    def save_then_store(*args: object, **how: object) -> None:
        def save() -> None:
            drafts.save_draft(game=game, user=waiting, actions=draft)
            connection.close()

        thread = Thread(target=save)
        thread.start()
        thread.join()
        store(*args, **how)

    monkeypatch.setattr(moves, "_store_players", save_then_store)
    moves.play(
        game_id=game.pk, user=user_to_act(game), actions=good_actions(game), expected_ply=game.ply
    )

    assert Player.objects.get(game=game, user=waiting).draft == draft


@pytest.mark.django_db(transaction=True)
def test_a_reader_who_comes_as_the_last_one_leaves_is_heard() -> None:
    async def come_and_go() -> None:
        hub = Hub()
        for _ in range(3):
            async with asyncio.timeout(PATIENCE), hub.listening(seconds=PATIENCE):
                pass

    # In a thread of its own: a browser test in this process may have left a loop running here.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, come_and_go()).result(PATIENCE)
