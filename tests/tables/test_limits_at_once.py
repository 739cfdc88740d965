"""Limits hold for many requests at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Game, Invitation, Message, Notification, Player
from games.play.services import moves, talk
from games.tables import limits
from games.tables.services import invitations, rematches, tables
from tests.factories import UserFactory
from tests.play.test_simultaneous import at_once
from tests.playing import start_game
from tests.signing_up import DORA, SIGN_UP, code_mailed_to

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_people_who_want_names_that_look_alike_at_once_one_gets_it() -> None:
    wanted = ["coco", "сосо", "COCO", "c0co"] * 2
    browsers = [Client() for _ in wanted]
    for number, (browser, name) in enumerate(zip(browsers, wanted, strict=True)):
        browser.post(SIGN_UP, DORA | {"username": name, "email": f"{number}@example.org"})
    codes = [{"code": code_mailed_to(f"{number}@example.org")} for number in range(len(wanted))]

    def enter(number: int) -> int:
        return browsers[number].post(SIGN_UP, codes[number]).status_code

    answers = at_once([partial(enter, number) for number in range(len(wanted))])

    assert User.objects.count() == 1
    assert Counter(answers) == {302: 1, 409: len(wanted) - 1}


def outcome(act: Callable[..., Any], **values: Any) -> str:
    try:
        act(**values)
    except ServiceError as error:
        return error.code
    return "done"


def open_table(opener: User, **choices: Any) -> Game:
    return tables.open_table(opener=opener, engine_slug="qwirkle", seats=3, **choices)


def test_of_forty_invitations_at_once_as_many_are_made_as_may_be(alice: User) -> None:
    games = [open_table(alice) for _ in range(4)]

    answers = at_once(
        [
            partial(
                outcome,
                invitations.invite,
                game_id=games[number % 4].pk,
                user=alice,
                who=f"{number}@example.org",
            )
            for number in range(40)
        ]
    )

    assert Counter(answers) == {"done": 5, "too-many-invitations": 35}
    assert Invitation.objects.count() == Notification.objects.count() == 5


def test_twenty_who_ask_one_stranger_at_once_send_as_many_mails_as_may_be(db: None) -> None:
    hosts = [UserFactory() for _ in range(20)]
    games = [open_table(host) for host in hosts]

    answers = at_once(
        [
            partial(outcome, invitations.invite, game_id=game.pk, user=host, who="dora@example.org")
            for game, host in zip(games, hosts, strict=True)
        ]
    )

    assert Counter(answers) == {"done": 20}
    assert Notification.objects.count() == 3


def test_people_who_invite_each_other_at_once_do_not_lock_each_other(db: None) -> None:
    people = [UserFactory() for _ in range(6)]
    games = [open_table(person) for person in people]

    answers = at_once(
        [
            partial(
                outcome,
                invitations.invite,
                game_id=game.pk,
                user=host,
                who=guest.email if (host.pk + guest.pk) % 2 else guest.username,
            )
            for game, host in zip(games, people, strict=True)
            for guest in people
            if guest != host
        ]
    )

    assert Counter(answers) == {"done": 30}


@pytest.mark.parametrize("alone", [False, True])
def test_of_forty_tables_at_once_as_many_are_opened_as_may_be(
    alice: User, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    monkeypatch.setattr(limits, "MOST_ALONE", 4)
    opened = partial(tables.play_now, user=alice, engine_slug="qwirkle") if alone else None

    answers = at_once([partial(outcome, opened or partial(open_table, alice))] * 40)

    wanted = {"done": 4, "many-alone": 36} if alone else {"done": 5, "public-tables": 35}
    assert Counter(answers) == wanted
    assert Game.objects.count() == wanted["done"]


def test_who_sits_down_everywhere_at_once_gets_as_many_seats_as_may_be(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [open_table(UserFactory()) for _ in range(12)]
    monkeypatch.setattr(limits, "MOST_SEATS", 3)

    answers = at_once(
        [partial(outcome, tables.join, game_id=game.pk, user=alice) for game in games]
    )

    assert Counter(answers) == {"done": 3, "many-games": 9}
    assert Player.objects.filter(user=alice).count() == 3


def test_rematches_of_the_same_people_at_once_do_not_lock_each_other(
    alice: User, bob: User
) -> None:
    games = [start_game(alice, bob) for _ in range(4)]
    for game in games:
        moves.resign(game_id=game.pk, user=alice)

    answers = at_once(
        [
            partial(outcome, rematches.rematch, game_id=game.pk, user=user)
            for game in games
            for user in (alice, bob)
        ]
    )

    assert Counter(answers) == {"done": 8}
    assert Game.objects.filter(rematch_of__isnull=False, status="active").count() == 4


def test_of_forty_messages_at_once_ten_are_said(alice: User, bob: User) -> None:
    game = start_game(alice, bob)

    answers = at_once([partial(outcome, talk.say, game_id=game.pk, user=alice, text="x")] * 40)

    assert Counter(answers) == {"done": 10, "too-fast": 30}
    assert Message.objects.count() == 10
