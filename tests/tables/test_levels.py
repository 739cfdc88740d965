"""The computer's levels: offered by name, remembered, told of on a page of their own."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.kinds import KINDS
from games.models import Game
from games.people.own_data import everything_about
from games.tables.services import tables
from tests.factories import log_in

pytestmark = pytest.mark.django_db
SELECTED = re.compile(r'<option value="(\w+)" selected>')


def last_bot() -> str:
    return Game.objects.latest("pk").players.get(user=None).bot


def test_a_new_person_is_offered_the_easiest_and_then_what_they_chose(alice: User) -> None:
    client = log_in(alice)
    easiest = [kind.easiest_bot for kind in KINDS.values()]
    assert SELECTED.findall(client.get("/lobby/").content.decode())[: len(KINDS)] == easiest

    client.post("/play-now/qwirkle/", {"level": "strategist"})

    page = client.get("/").content.decode()
    assert last_bot() == "strategist"
    assert SELECTED.findall(page)[: len(KINDS)] == ["strategist", *easiest[1:]]
    client.post("/play-now/qwirkle/")
    assert last_bot() == "strategist"
    assert everything_about(User.objects.get(pk=alice.pk))["account"]["levels"] == {
        "qwirkle": "strategist"
    }


def test_what_is_not_a_level_any_more_is_not_offered(alice: User) -> None:
    User.objects.update(levels={"qwirkle": "genius", "chess": 7})
    client = log_in(alice)
    assert SELECTED.findall(client.get("/lobby/").content.decode())[0] == "novice"
    client.post("/play-now/qwirkle/")
    assert last_bot() == "novice"


def test_a_level_that_is_unheard_of_is_refused_and_not_remembered(alice: User) -> None:
    answer = log_in(alice).post("/play-now/qwirkle/", {"level": "genius"})
    assert answer.headers["Location"] == "/"
    assert not Game.objects.exists()
    assert User.objects.get(pk=alice.pk).levels == {}


def test_who_plays_alone_has_chosen_no_level(alice: User) -> None:
    tables.play_now(user=alice, engine_slug="shifting_stones", seats=1, bot="clever")
    assert User.objects.get(pk=alice.pk).levels == {}


def test_every_level_is_introduced_with_a_way_to_play_it() -> None:
    page = Client().get("/computer/").content.decode()
    for kind in KINDS.values():
        for code, bot in kind.bots.items():
            assert str(bot.about) in page
            assert f'value="{code}"' in page


def test_a_bot_at_the_table_is_called_a_computer_wherever_it_is_named(alice: User) -> None:
    client = log_in(alice)
    for kind in KINDS.values():
        for code, bot in kind.bots.items():
            assert "omputer" in str(bot.name)
            client.post(f"/play-now/{kind.slug}/", {"level": code})
            game = Game.objects.latest("pk")
            assert f"{bot.name} 2" in client.get(f"/g/{game.code}/").content.decode()
