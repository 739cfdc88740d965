"""Games of Shifting Stones for tests, and tables laid as a test needs them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from accounts.models import User
from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from games.models import Game
from games.play.services import moves
from games.shifting_stones.bots.levels import clever
from games.shifting_stones.rules.deck import CARDS
from tests.playing import start_game, user_to_act, view_of

# "fish seed" and "seed in the corner" match, the other two do not.
LAID = ["sun", "fish", "seed", "horse", "tree", "boat", "boat", "seed", "bird"]
FISH_SEED, CORNER, SEED_ABOVE_FISH, FISH_ANY_SEED = HAND = ["p1-15", "p1-05", "p1-19", "p2-13"]
FIVES = ["p5-01", "p5-02", "p5-03", "p5-04"]


def start_stones(*people: User, **choices: Any) -> Game:
    return start_game(*people, engine_slug="shifting_stones", **choices)


def laid(game: Game, hand: Sequence[str] = HAND, **state: Any) -> Game:
    """The game with these cards in the hand of who is to act, and the stones as in `LAID`."""
    hands = [list(hand) if seat == game.to_act else FIVES for seat in range(game.seats)]
    held = {card for cards in hands for card in cards}
    deck = [card for card in CARDS if card not in held]
    game.state = {**game.state, "stones": LAID, "hands": hands, "deck": deck, **state}
    game.save(update_fields=["state"])
    return game


def bots_turn(game: Game, dice: Random) -> Sequence[JsonObject]:
    return clever(view_of(game, game.to_act), Thinking(dice=dice))


def play_turns(game: Game, dice: Random, turns: int = 10_000) -> Game:
    """So many turns as the clever bot would make them, or to the end."""
    for _ in range(turns):
        if not game.is_active:
            break
        submit(game, bots_turn(game, dice))
        game = Game.objects.get(pk=game.pk)
    return game


def submit(game: Game, actions: Sequence[Any]) -> None:
    user = user_to_act(game)
    moves.play(game_id=game.pk, user=user, actions=actions, expected_ply=game.ply)
