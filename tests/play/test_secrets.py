"""No page, header or event of a game in progress holds what its reader may not know."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.services import notes
from tests.factories import make_guest
from tests.playing import play_on, start_game, view_of

PAGES = [
    "/g/{code}/",
    "/g/{code}/at/0/",
    "/g/{code}/at/5/",
    "/g/{code}/at/{ply}/",
    "/g/{code}/record/",
]
PAGES += ["/g/{code}/check/", "/", "/lobby/", "/people/alice/", "/people/bob/", "/settings/data/"]
PAGES += ["/next/", "/settings/", "/g/{code}/note/"]
PAGES += ["/g/{code}/at/5/sum/", "/g/{code}/at/{ply}/sum/?shown=2", "/g/{code}/at/{ply}/0.png"]
PAGES += ["/g/{code}/places/?piece=ro"]


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """In the middle, with a trade in it, and a draft on each side."""
    game = play_on(start_game(alice, bob), 5)
    hand = view_of(game, game.to_act)["hand"]
    mover = game.players.get(seat=game.to_act).user
    client = Client()
    client.force_login(mover)
    trade = [{"kind": "trade", "tiles": hand[:3]}]
    client.post(f"/g/{game.code}/play/", {"actions": json.dumps(trade), "ply": game.ply})
    game.refresh_from_db()
    for player in game.players.all():
        tile = view_of(game, player.seat)["hand"][0]
        player.draft = [{"kind": "place", "tiles": [[tile, 77, 78]]}]
        player.save()
        assert player.user
        notes.keep_note(game=game, user=player.user, text=note_of(player.user))
    return game


def note_of(user: User) -> str:
    return f"only for {user.username}"


def everything(client: Client, game: Game) -> str:
    """All that this person gets from every page, headers included, whole and as fragments."""
    texts = []
    for page in PAGES:
        address = page.format(code=game.code, ply=game.ply)
        for headers in ({}, {"hx-request": "true"}):
            response = client.get(address, headers=headers)
            assert response.status_code in (200, 302, 403, 404), address
            texts += [str(response.headers), response.content.decode()]
    return "\n".join(texts)


def tiles_in_hands_shown(text: str) -> set[str]:
    """The tiles that a page offers as a hand, a draft or a hint."""
    found = set(re.findall(r'data-tile="(\w\w)"', text))
    for attribute in ("data-hints", "data-draft"):
        for value in re.findall(rf'{attribute}="([^"]*)"', text):
            found |= set(re.findall(r"&quot;(\w\w)&quot;", value))
    return found


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", "guest", None])
def test_no_reader_gets_what_is_not_theirs(
    game: Game, alice: User, bob: User, charlie: User, who: str | None
) -> None:
    people: dict[str | None, Any] = {"alice": alice, "bob": bob, "charlie": charlie}
    client = Client()
    if who == "guest":
        client, _guest = make_guest()
    elif who:
        client.force_login(people[who])

    text = everything(client, game)

    assert bytes(game.seed).hex() not in text
    assert "bag&quot;:[" not in text.replace(" ", "")
    assert '"bag":[' not in text.replace(" ", "")
    assert "&quot;hands&quot;" not in text
    own = game.players.filter(user__username=who).first()
    mine = set(view_of(game, own.seat)["hand"]) if own else set()
    assert tiles_in_hands_shown(text) <= mine
    told = {user.username for user in people.values() if note_of(user) in text}
    assert told == ({who} if own else set())
    if own is None:
        assert tiles_in_hands_shown(text) == set()
        assert "77" not in re.findall(r"translate\((\d+) 78\)", text)


def test_pages_do_not_change_when_only_hidden_things_change(
    game: Game, alice: User, charlie: User
) -> None:
    """Swap the opponent's hand with tiles of the bag: nobody else's page may differ."""
    clients = []
    for user in (alice, charlie):
        client = Client()
        client.force_login(user)
        clients.append(client)
    masks = re.compile(r'csrfmiddlewaretoken" value="\w+"|x-csrftoken": "\w+"|[\d.]+ (min|h|days?)')

    def seen() -> list[str]:
        pages = (f"/g/{game.code}/", "/learn/qwirkle/3/", "/learn/qwirkle/done/")
        return [
            masks.sub("", client.get(page).content.decode()) for client in clients for page in pages
        ]

    before = seen()
    other = game.players.exclude(user=alice).get().seat
    state = game.state
    state["hands"][other], state["bag"][:6] = state["bag"][:6], state["hands"][other]
    state["bag"].reverse()
    Game.objects.filter(pk=game.pk).update(state=state)

    assert seen() == before


def test_which_tiles_were_traded_is_not_told(game: Game, charlie: User) -> None:
    trade = game.moves.filter(action__kind="trade").last()
    client = Client()
    client.force_login(charlie)

    page = client.get(f"/g/{game.code}/").content.decode()

    assert ">traded 3 tiles<" in page
    entry = page.split(">traded 3")[0].rsplit("<li>", 1)[1]
    assert "tile colour" not in entry
    assert json.dumps(trade.action["tiles"]) not in page
