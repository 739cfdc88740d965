"""People who are logged in and games that can go on, printed as JSON: who, where, what to play.

python -m tests.bench.running.world '{"people": 4, "games": 2, "turns": 3, "against_bots": 1}'
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings

from accounts.models import User
from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.thinking import Thinking
from games.models import Game
from games.play.services import bots
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.playing import start_game


def make(people: int, games: int = 0, turns: int = 1, against_bots: int = 0) -> dict[str, Any]:
    """Each game between two of the people, or of one of them and a bot."""
    UserFactory.reset_sequence(User.objects.count())
    persons = [UserFactory() for _ in range(people)]
    sessions = {person.pk: _session(person) for person in persons}
    between = [(persons[2 * n % people], persons[(2 * n + 1) % people]) for n in range(games)]
    made = [start_game(*pair) for pair in between]
    alone = [_against_bot(persons[number % people]) for number in range(against_bots)]
    return {
        "sessions": list(sessions.values()),
        "games": [_script(game, sessions, turns) for game in made],
        "against_bots": [_script(game, sessions, 1) for game in alone],
    }


def _session(person: User) -> str:
    return log_in(person).cookies[settings.SESSION_COOKIE_NAME].value


def _against_bot(person: User) -> Game:
    """The person is to act: their turn wakes the bot."""
    game = tables.play_now(user=person, engine_slug="qwirkle")
    if game.to_act != 0:
        bots.take_turn(game_id=game.pk)
    return Game.objects.get(pk=game.pk)


def _script(game: Game, sessions: dict[int, str], turns: int) -> dict[str, Any]:
    """The turns that a quick bot would make for each, beginning now."""
    engine, chance = game.engine, Chance(bytes(game.seed or b""))
    state, ply, script = engine.load(game.state or {}), game.ply, []
    people = dict(game.players.values_list("seat", "user"))
    choose = game.kind.bots["greedy"].choose
    for _ in range(turns):
        seat = engine.to_act(state)
        if seat is None:
            break
        actions = list(choose(engine.view(state, seat), Thinking()))
        script.append({"session": sessions[people[seat]], "ply": ply, "actions": actions})
        for action in actions:
            state = advance(engine, state, seat, engine.parse(action).to_json(), chance).state
            ply += 1
    return {"code": game.code, "turns": script}


if __name__ == "__main__":
    print(json.dumps(make(**json.loads(sys.argv[1]))))
