from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Block, User
from games.models import Game, Invitation
from games.post.services import delivery
from games.tables.services import invitations, rematches, tables
from tests.factories import log_in
from tests.playing import play_on, start_game, user_to_act

TABLE = {
    "game": "qwirkle",
    "seats": "3",
    "bots": "0",
    "turn_time": "86400",
    "bank": "172800",
    "weekends_off": "on",
    "leaver": "bot",
    "public": "0",
}


def test_opening_a_table_stores_every_choice(alice: User) -> None:
    response = log_in(alice).post("/tables/new/", TABLE)

    game = Game.objects.get()
    assert response.headers["Location"] == f"/g/{game.code}/"
    assert (game.seats, game.turn_time, game.bank) == (3, timedelta(days=1), timedelta(days=2))
    assert (game.weekends_off, game.leaver, game.public) == (True, "bot", False)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seats": "9"}, "Select a valid choice"),
        ({"seats": "many"}, "Select a valid choice"),
        ({"bots": "3"}, "One seat is yours"),
        ({"turn_time": "1"}, "Select a valid choice"),
        ({"turn_time": ""}, "This field is required"),
    ],
)
def test_a_wrong_choice_is_explained(alice: User, wrong: dict[str, str], words: str) -> None:
    response = log_in(alice).post("/tables/new/", TABLE | wrong)

    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Game.objects.exists()


def test_play_now_is_one_click(alice: User) -> None:
    client = log_in(alice)
    assert "/play-now/qwirkle/" in client.get("/").content.decode()

    response = client.post("/play-now/qwirkle/", follow=True)

    assert response.status_code == 200
    assert Game.objects.get().is_active


def test_play_now_knows_its_games(alice: User) -> None:
    response = log_in(alice).post("/play-now/chess/", follow=True)

    assert "This game doesn&#x27;t exist." in response.content.decode()


def test_joining_is_one_click_from_the_lobby(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    client = log_in(bob)
    assert f"/g/{game.code}/join/" in client.get("/lobby/").content.decode()

    response = client.post(f"/g/{game.code}/join/", follow=True)

    assert 'id="board"' in response.content.decode()


def test_ones_own_table_is_gone_to_and_not_joined(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)

    page = log_in(alice).get("/lobby/").content.decode()

    assert f"/g/{game.code}/join/" not in page
    assert f'href="/g/{game.code}/"' in page
    assert f"/g/{game.code}/join/" in log_in(bob).get("/lobby/").content.decode()


def test_ones_own_rematch_is_gone_to_and_not_joined(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob))
    rematch = rematches.rematch(game_id=game.pk, user=alice)

    own = log_in(alice).get(f"/g/{game.code}/").content.decode()

    assert f'href="/g/{rematch.code}/"' in own
    assert f"/g/{game.code}/rematch/" not in own
    assert f"/g/{game.code}/rematch/" in log_in(bob).get(f"/g/{game.code}/").content.decode()


def test_the_lobby_hides_tables_of_people_who_are_blocked(
    alice: User, bob: User, charlie: User
) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    Block.objects.create(blocker=alice, blocked=bob)
    Block.objects.create(blocker=charlie, blocked=alice)

    for user in (bob, charlie):
        assert game.code not in log_in(user).get("/lobby/").content.decode()
        response = log_in(user).post(f"/g/{game.code}/join/", follow=True)
        assert "have blocked each other" in response.content.decode()


def test_a_private_table_is_not_in_the_lobby(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2, public=False)

    assert game.code not in log_in(bob).get("/lobby/").content.decode()


def test_home_lists_games_by_time_left_yours_first(alice: User, bob: User) -> None:
    slow, fast = (start_game(alice, bob, turn_time=timedelta(days=days)) for days in (7, 1))
    games = [play_on(game, 1) if user_to_act(game) == bob else game for game in (slow, fast)]

    page = log_in(alice).get("/").content.decode()

    assert page.index(games[1].code) < page.index(games[0].code)
    assert "(2) Your games" in page


def test_next_game_goes_round_the_games_that_wait(alice: User, bob: User) -> None:
    games = [start_game(alice, bob, turn_time=timedelta(days=days)) for days in (1, 2, 3)]
    games = [play_on(game, 1) if user_to_act(game) == bob else game for game in games]
    client = log_in(alice)
    client.session.save()

    def after(code: str) -> str:
        return client.get("/next/", {"from": code}).headers["Location"]

    codes = [game.code for game in Game.objects.order_by("deadline")]
    assert after("") == f"/g/{codes[0]}/"
    assert [after(code) for code in codes] == [f"/g/{codes[n]}/" for n in (1, 2, 0)]
    assert after("garbage") == f"/g/{codes[0]}/"


def test_next_game_leaves_a_skipped_one_for_the_end_of_the_round(alice: User, bob: User) -> None:
    """And what is played on the way does not begin the round anew."""
    games = [start_game(alice, bob, turn_time=timedelta(days=days)) for days in (1, 2, 3)]
    for game in games:
        if user_to_act(game) == bob:
            play_on(game, 1)
    first, second, third = Game.objects.order_by("deadline")
    client = log_in(alice)

    def after(game: Game) -> str:
        return client.get("/next/", {"from": game.code}).headers["Location"]

    assert after(first) == f"/g/{second.code}/"
    play_on(second, 1)
    assert after(second) == f"/g/{third.code}/"
    play_on(third, 1)
    assert after(third) == f"/g/{first.code}/"
    assert after(first) == "/"


def test_next_game_counts_the_others_only(alice: User, bob: User) -> None:
    games = [start_game(alice, bob) for _ in range(2)]
    for game in games:
        if user_to_act(game) == bob:
            play_on(game, 1)
    client = log_in(alice)

    page = client.get(f"/g/{games[0].code}/").content.decode()
    assert re.search(r'id="next-game"[^>]*>.*?<span class="count">1</span>', page, re.DOTALL)
    play_on(Game.objects.get(pk=games[1].pk), 1)
    page = client.get(f"/g/{games[0].code}/").content.decode()
    assert re.search(r'id="next-game"[^>]* hidden ', page)
    assert "(1) " in page


def test_next_game_with_none_says_so(alice: User) -> None:
    response = log_in(alice).get("/next/", follow=True)

    assert "No games are waiting for you." in response.content.decode()


def test_a_link_leads_a_stranger_through_log_in_to_the_seat(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2, public=False)
    address = f"/invitations/{game.invite_token}/"

    stranger = Client().get(address).content.decode()
    client = log_in(bob)
    page = client.get(address).content.decode()
    response = client.post(f"/g/{game.code}/join/", {"token": game.invite_token})

    assert f"/accounts/signup/?next={address}" in stranger
    assert "You're invited to play Qwirkle" in page
    assert response.headers["Location"] == f"/g/{game.code}/"
    assert Game.objects.get().is_active


def test_a_link_to_a_table_that_has_started_is_too_late(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, public=False)

    assert log_in(charlie).get(f"/invitations/{game.invite_token}/").status_code == 410
    assert log_in(alice).get(f"/invitations/{game.invite_token}/").status_code == 302
    assert log_in(alice).get("/invitations/nonsense/").status_code == 404


def test_an_invitation_is_mailed_once_and_leads_to_the_table(alice: User) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2, public=False)
    log_in(alice).post(f"/g/{game.code}/invite/", {"who": "dora@example.org"})
    invitation = Invitation.objects.get()

    delivery.deliver()
    delivery.deliver()

    (message,) = mail.outbox
    assert message.to == ["dora@example.org"]
    assert message.subject == "alice invites you to play Qwirkle"
    assert f"/invitations/{invitation.token}/" in message.body


def test_whoever_sits_down_first_gets_no_mail(alice: User, bob: User) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    invitation = invitations.invite(game_id=game.pk, user=alice, who="bob")
    tables.join(game_id=game.pk, user=bob)

    assert invitation.answer == Invitation.Answer.WAITING
    delivery.deliver()
    assert mail.outbox == []


@pytest.mark.parametrize("act", ["start", "cancel", "computer", "invite", "leave"])
def test_only_who_may_changes_a_table(alice: User, bob: User, act: str) -> None:
    game = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    before: Any = Game.objects.values().get()

    response = log_in(bob).post(f"/g/{game.code}/{act}/", {"who": "bob"})

    assert response.status_code == 302
    assert Game.objects.values().get() == before
    assert game.players.count() == 1
    assert not Invitation.objects.exists()


def test_a_table_for_a_game_that_we_do_not_have_is_not_found(alice: User) -> None:
    assert log_in(alice).get("/tables/new/?game=chess").status_code == 404
    assert log_in(alice).post("/tables/new/?game=%00", TABLE).status_code == 404


def test_without_a_clock_nobody_else_may_wait(alice: User) -> None:
    browser = log_in(alice)

    page = browser.post("/tables/new/", TABLE | {"turn_time": "none"})
    assert page.status_code == 422
    assert "Choose a time limit" in page.content.decode()

    browser.post("/tables/new/", TABLE | {"turn_time": "none", "seats": "2", "bots": "1"})
    game = Game.objects.get()
    assert (game.turn_time, game.deadline, game.status) == (None, None, "active")


def test_alone_is_one_click_where_a_game_can_be_played_alone(alice: User) -> None:
    browser = log_in(alice)
    home = browser.get("/").content.decode()
    assert "/play-now/shifting_stones/alone/" in home
    assert "/play-now/qwirkle/alone/" not in home

    browser.post("/play-now/shifting_stones/alone/")

    game = Game.objects.get()
    assert (game.seats, game.status, game.turn_time) == (1, "active", None)
    assert browser.post("/play-now/qwirkle/alone/", follow=True).status_code == 200
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("chosen", "options"),
    [("", {}), ("1", {"mixed": True}), ("0", {"mixed": False}), ("young", {"young": []})],
)
def test_what_a_game_offers_can_be_chosen(
    alice: User, chosen: str, options: dict[str, object]
) -> None:
    form = TABLE | {"mixed": chosen, "bot": "easy", "bots": "1", "seats": "4"}

    log_in(alice).post("/tables/new/?game=shifting_stones", form)

    game = Game.objects.get()
    assert (game.engine_slug, game.options) == ("shifting_stones", options)
    assert game.players.get(bot__gt="").bot == "easy"


def test_more_seats_than_a_game_has_are_refused(alice: User) -> None:
    form = TABLE | {"seats": "6", "bot": "easy"}

    assert log_in(alice).post("/tables/new/?game=shifting_stones", form).status_code == 422
