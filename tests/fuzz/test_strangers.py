"""Thousands of senseless requests: each gets an answer, and nothing is broken by them.

`make fuzz` sends more. FUZZ_SEED and FUZZ_REQUESTS say which and how many; a request that fails
is printed with its seed and round, which `FUZZ_SEED=… FUZZ_ROUND=… make fuzz` plays again.
"""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest
from django.core.cache import cache

from accounts.models import User
from games.models import Game
from games.play.positions import position
from games.play.selectors import moves_of
from tests.factories import UserFactory, log_in
from tests.fuzz.addresses import Address, all_addresses
from tests.fuzz.asking import ask, broken
from tests.fuzz.requests import Request, make_request
from tests.fuzz.world import GUEST, PLAYERS, STAFF, WHO, World, make_world

SEED = os.environ.get("FUZZ_SEED", "16")
REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "2560"))
A_ROUND = 256
ROUNDS = (
    [int(os.environ["FUZZ_ROUND"])]
    if "FUZZ_ROUND" in os.environ
    else range(math.ceil(REQUESTS / A_ROUND))
)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Every refusal is a line in the log, some with a traceback."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def combinations() -> list[tuple[Address, str, str]]:
    """Every address, by everybody, to look and to act; those who get furthest twice."""
    every = [
        (address, who, method)
        for address in all_addresses()
        for who in (*WHO, *(STAFF if address.template.startswith("admin/") else PLAYERS))
        for method in ("GET", "POST")
    ]
    Random(SEED).shuffle(every)
    return every


@pytest.mark.skipif("FUZZ_REQUESTS" in os.environ, reason="somebody asked for so many")
def test_every_address_is_asked_by_everybody_both_ways() -> None:
    assert max(2000, len(combinations())) <= REQUESTS


# Hundreds of pages: on a machine with much else to do that takes its time.
@pytest.mark.timeout(1200)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", ROUNDS)
def test_whatever_strangers_send_is_answered(number: int) -> None:
    world = make_world()
    dice = Random(f"{SEED}:{number}")
    failures: dict[str, str] = {}
    chosen = islice(cycle(combinations()), number * A_ROUND, (number + 1) * A_ROUND)
    for count, combination in enumerate(chosen):
        if count % 32 == 0:
            world.look()
        request = make_request(dice, world, *combination)
        problem = trouble_with(request)
        if problem:
            # Of each kind one is enough.
            where = f"FUZZ_SEED={SEED} FUZZ_ROUND={number}"
            failures.setdefault(problem[-200:], f"{where}\n{request}\n{problem}")

    assert not failures, "\n\n".join(failures.values())
    check_all_is_well(world)


def trouble_with(request: Request) -> str:
    with broken() as heard:
        try:
            answer = ask(request)
        except Exception as error:
            return f"not even answered: {error!r}"
    if heard or answer.status_code >= 500:
        return f"{answer.status_code}\n" + "\n".join(heard)
    return ""


def check_all_is_well(world: World) -> None:
    """Each game is what its moves make of it, and every page opens."""
    cache.clear()
    for game in Game.objects.exclude(state=None):
        played = moves_of(game)
        assert len(played) == game.ply
        assert game.engine.dump(position(game, played, game.ply)) == game.state
    owner = log_in(UserFactory(username="zoe", is_staff=True, is_superuser=True))
    lists = [f"/admin/games/{name}/" for name in ("game", "notification", "act", "report")]
    for address in ("/", "/lobby/", "/settings/", "/admin/", "/admin/accounts/user/", *lists):
        assert owner.get(address).status_code == 200, address
    *games, guests_game = world.games
    # A guest who leaves takes it along.
    if User.objects.filter(pk=world.persons[GUEST].pk).exists():
        games.append(guests_game)
    for game in games:
        assert owner.get(f"/admin/games/game/{game.pk}/change/").status_code == 200
        assert owner.get(f"/g/{game.code}/").status_code in (200, 404)
