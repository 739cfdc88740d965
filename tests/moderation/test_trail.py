"""The trail is written once: nobody changes or deletes it, not even by SQL."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from games.models import Act, Game
from games.moderation.services import games
from tests.factories import log_in


@pytest.fixture
def act(game: Game, mona: User) -> Act:
    return games.pause(by=mona, game_id=game.pk, why="a storm")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_act SET why = 'another reason'",
        "UPDATE games_act SET by_name = 'bob'",
        "UPDATE games_act SET after = '{}'",
        "UPDATE games_act SET other_id = (SELECT max(id) FROM accounts_user)",
        "UPDATE games_act SET by_id = (SELECT max(id) FROM accounts_user)",
        "DELETE FROM games_act",
    ],
)
def test_the_database_refuses_to_change_it(act: Act, alice: User, statement: str) -> None:
    User.objects.create(username="later", email="later@example.org")

    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert Act.objects.get(pk=act.pk).why == "a storm"


def test_a_moderator_who_goes_is_still_named(act: Act, mona: User) -> None:
    mona.delete()

    kept = Act.objects.get(pk=act.pk)
    assert (kept.by, kept.by_name, kept.why) == (None, "mona", "a storm")


def test_nobody_edits_or_deletes_it_in_the_admin(act: Act, owner: User) -> None:
    browser = log_in(owner)

    page = browser.get(f"/admin/games/act/{act.pk}/change/")
    assert page.status_code == 200
    assert "a storm" in page.content.decode()
    assert browser.get(f"/admin/games/act/{act.pk}/delete/").status_code == 404
    assert browser.post(f"/admin/games/act/{act.pk}/delete/", {"post": "yes"}).status_code == 404
    assert browser.get("/admin/games/act/add/").status_code == 404
    browser.post(f"/admin/games/act/{act.pk}/change/", {"why": "another"})
    chosen = {"action": "delete_selected", "_selected_action": [act.pk], "post": "yes"}
    browser.post("/admin/games/act/", chosen)
    assert Act.objects.get(pk=act.pk).why == "a storm"


def test_it_is_on_the_page_of_the_game_and_of_the_person(
    act: Act, game: Game, mona: User, alice: User
) -> None:
    assert "a storm" in log_in(mona).get(f"/admin/games/game/{game.pk}/change/").content.decode()
    players_page = log_in(alice).get(f"/g/{game.code}/").content.decode()
    assert "The moderators have paused this game" in players_page
    assert "a storm" in players_page
