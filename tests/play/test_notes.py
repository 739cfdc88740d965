"""What a player writes down about a game is theirs alone."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import LONGEST_NOTE, Game, Note
from games.moderation.services.role_groups import make_role_groups
from games.people.services import leaving
from games.play.services import notes
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game

HTMX = {"hx-request": "true"}
SECRET = "he waits for the green star"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return play_on(start_game(alice, bob), 3)


def post(user: User | None, game: Game, text: str, **headers: str):
    return log_in(user).post(f"/g/{game.code}/note/", {"text": text}, headers=headers)


def page_of(user: User | None, game: Game) -> str:
    return log_in(user).get(f"/g/{game.code}/").content.decode()


def test_notes_are_kept_as_one_types(game: Game, alice: User) -> None:
    first = post(alice, game, SECRET, **HTMX)
    post(alice, game, f"  {SECRET}\r\nand <b>trades</b>\x00 ", **HTMX)

    assert first.status_code == 200
    assert "Saved." in first.content.decode()
    assert Note.objects.get().text == f"{SECRET}\nand <b>trades</b>"
    assert "&lt;b&gt;trades" in page_of(alice, game)


def test_without_scripts_notes_are_kept_by_a_form(game: Game, alice: User) -> None:
    response = post(alice, game, SECRET)

    assert response.status_code == 302
    assert response.headers["Location"] == f"/g/{game.code}/"
    assert SECRET in page_of(alice, game)


def test_notes_with_nothing_in_them_are_none(game: Game, alice: User) -> None:
    post(alice, game, SECRET)
    post(alice, game, " \n ")

    assert not Note.objects.exists()


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_notes_that_are_too_long_are_refused_in_words_and_change_nothing(
    game: Game, alice: User, headers: dict[str, str]
) -> None:
    post(alice, game, SECRET)

    client = log_in(alice)
    answer = client.post(
        f"/g/{game.code}/note/", {"text": "x" * (LONGEST_NOTE + 1)}, headers=headers, follow=True
    )

    assert answer.status_code == (422 if headers else 200)
    assert "Your notes are too long: 4,000 characters at most." in answer.content.decode()
    assert Note.objects.get().text == SECRET


def test_notes_outlast_the_game_and_go_on_after_it(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob))

    post(alice, game, SECRET)

    assert SECRET in page_of(alice, game)


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_who_watches_has_no_notes(game: Game, charlie: User, headers: dict[str, str]) -> None:
    for response in (
        post(charlie, game, SECRET, **headers),
        log_in(charlie).get(f"/g/{game.code}/note/", headers=HTMX),
    ):
        assert response.status_code in (302, 403)
    assert not Note.objects.exists()
    assert "panel-notes" not in page_of(charlie, game)
    assert "panel-notes" not in page_of(None, game)


def test_a_visitor_is_asked_to_log_in(game: Game) -> None:
    response = post(None, game, SECRET)

    assert response.status_code == 302
    assert response.headers["Location"].startswith("/accounts/login/")


def test_a_private_game_has_no_notes_for_strangers(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, public=False)

    assert post(charlie, game, SECRET).status_code == 404


def test_each_player_has_notes_of_their_own(game: Game, alice: User, bob: User) -> None:
    post(alice, game, SECRET)
    post(bob, game, "mine")

    assert SECRET not in page_of(bob, game)
    assert "mine" in log_in(bob).get(f"/g/{game.code}/note/", headers=HTMX).content.decode()


def test_no_moderator_reads_them(game: Game, alice: User) -> None:
    """Not on the desk, not in what is hidden, not where all that hangs on somebody is listed."""
    notes.keep_note(game=game, user=alice, text=SECRET)
    make_role_groups()
    owner = UserFactory(username="owner", is_staff=True, is_superuser=True)
    client = log_in(owner)

    hidden = client.post(f"/admin/games/game/{game.pk}/hidden/", {"why": "a report"})
    assert "tile" in hidden.content.decode()
    assert SECRET not in hidden.content.decode()
    for address in (
        f"/g/{game.code}/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/accounts/user/{alice.pk}/change/",
        f"/people/{alice.username}/",
    ):
        page = client.get(address).content.decode()
        assert "alice" in page, address
        assert SECRET not in page, address


def test_notes_are_in_the_data_that_one_takes_away_and_go_with_the_account(
    game: Game, alice: User, bob: User
) -> None:
    post(alice, game, SECRET)
    told = log_in(alice).get("/settings/data/").json()

    assert told["notes"] == [{"game__code": game.code, "text": SECRET}]
    assert log_in(bob).get("/settings/data/").json()["notes"] == []
    leaving.delete_account(user=alice)
    assert not Note.objects.exists()


def test_notes_are_asked_for_only_where_they_are_shown(
    game: Game, alice: User, charlie: User
) -> None:
    """Once for who plays; not for who watches, and not for a page that has them already."""

    def asked(user: User, **headers: str) -> int:
        client = log_in(user)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/g/{game.code}/", headers=headers)
        return sum("games_note" in query["sql"] for query in queries)

    assert asked(alice) == 1
    assert asked(alice, **HTMX) == 0
    assert asked(charlie) == 0
