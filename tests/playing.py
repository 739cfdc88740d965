"""Tables and games for tests, made through the services as people make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from games.models import Game, Player
from games.now import database_now
from games.play.services import deadlines, moves
from games.tables.services import tables


def start_game(*people: User, engine_slug: str = "qwirkle", **choices: Any) -> Game:
    """A game in which these people sit, in this order."""
    game = tables.open_table(
        opener=people[0], engine_slug=engine_slug, seats=len(people), **choices
    )
    for guest in people[1:]:
        game = tables.join(game_id=game.pk, user=guest, token=game.invite_token)
    return Game.objects.get(pk=game.pk)


def user_to_act(game: Game) -> User:
    user = game.players.get(seat=game.to_act).user
    assert user is not None
    return user


def user_waiting(game: Game) -> User:
    user = game.players.exclude(seat=game.to_act).first().user
    assert user is not None
    return user


def view_of(game: Game, seat: int | None) -> dict[str, Any]:
    return game.engine.view(game.engine.load(game.state), seat)


def good_actions(game: Game) -> Sequence[JsonObject]:
    """What a bot would do in the place of who is to act: a whole turn."""
    bots = game.kind.bots
    quick = bots.get("greedy") or next(iter(bots.values()))
    return quick.choose(view_of(game, game.to_act), Thinking())


def play_on(game: Game, plies: int = 10_000) -> Game:
    """Let everybody play as a bot would, as themselves, for so many turns or to the end."""
    for _ in range(plies):
        if not game.is_active:
            break
        moves.play(
            game_id=game.pk,
            user=user_to_act(game),
            actions=good_actions(game),
            expected_ply=game.ply,
        )
        game = Game.objects.get(pk=game.pk)
    return game


def pause_clock(*, game_id: int) -> Game:
    """What a moderator's pause does to the clock, and nothing else."""
    game, player = _with_acting(game_id)
    if game.is_active and not game.is_paused:
        deadlines.hold(game, player, database_now())
        game.save(update_fields=deadlines.CLOCK_FIELDS)
    return game


def resume_clock(*, game_id: int) -> Game:
    game, player = _with_acting(game_id)
    if game.is_active and game.is_paused:
        deadlines.go_on(game, player, database_now())
        game.save(update_fields=deadlines.CLOCK_FIELDS)
    return game


def _with_acting(game_id: int) -> tuple[Game, Player]:
    game = Game.objects.get(pk=game_id)
    return game, game.players.select_related("user").filter(seat=game.to_act).first()
