"""Ending a game from outside: with a result, or so that it counts for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.models import Act, Game, Player
from games.now import database_now
from games.services.errors import ServiceError
from games.services.moderation import trail
from games.services.moderation.concerned import concerned
from games.services.moderation.games import check_ply
from games.services.moves import REVOCABLE, check_going_on
from games.services.transactions import one_transaction

What = Act.What

ADJUDICATED, ANNULLED = "adjudicated", "annulled"


@one_transaction
def adjudicate(
    *, by: User, game_id: int, why: str, places: Sequence[int], expected_ply: int
) -> Act:
    """The points stay as they are; who comes where, the moderator says, also when it is over."""
    game = trail.open_game(by, What.ADJUDICATE, game_id)
    if not game.is_finished:
        check_going_on(game)
    check_ply(game, expected_ply)
    players = list(game.players.all())
    if len(places) != len(players) or not _is_ranking(places):
        raise ServiceError("bad-places", 422)
    before, told = _facts(game), concerned(What.ADJUDICATE, game)
    for player, place in zip(players, places, strict=True):
        player.place = place
    Player.objects.bulk_update(players, ["place"])
    _end(game, Game.Status.FINISHED, ADJUDICATED)
    act = trail.write(
        by=by, what=What.ADJUDICATE, why=why, game=game, before=before, after=_facts(game)
    )
    trail.tell(act, told)
    return act


def _is_ranking(places: Sequence[int]) -> bool:
    """1 1 3, not 1 1 2 and not 2 3 4: each place is one more than how many came before it."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


@one_transaction
def annul(*, by: User, game_id: int, why: str) -> Act:
    """As if it had never been played: it counts for nothing, but can be looked at."""
    game = trail.open_game(by, What.ANNUL, game_id)
    if game.status == Game.Status.CANCELLED:
        raise ServiceError("is-so-already", 409)
    before, told = _facts(game), concerned(What.ANNUL, game)
    Player.objects.filter(game=game).update(place=None)
    for player in game.players.all():
        player.place = None
    _end(game, Game.Status.CANCELLED, ANNULLED)
    act = trail.write(by=by, what=What.ANNUL, why=why, game=game, before=before, after=_facts(game))
    trail.tell(act, told)
    return act


def _end(game: Game, status: Game.Status, reason: str) -> None:
    """A seed that is open stays so; else it opens when the end cannot be taken back any more."""
    now = database_now()
    if not game.is_seed_open:
        finished = status == Game.Status.FINISHED
        game.seed_opens_at = now + REVOCABLE if finished else None
    game.status = status
    game.end_reason = reason
    game.finished_at = game.finished_at or now
    game.to_act = game.deadline = game.remind_at = game.paused_at = game.time_left = None
    game.save()


def _facts(game: Game) -> dict[str, Any]:
    return {
        "status": game.status,
        "end_reason": game.end_reason,
        "ply": game.ply,
        "places": [player.place for player in game.players.all()],
        "scores": [player.score for player in game.players.all()],
    }
