"""Ending a game from outside: with a result, or so that it counts for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from accounts.models import User
from games.machinery.errors import ServiceError
from games.machinery.transactions import one_transaction
from games.models import Act, Game, Player
from games.moderation.services import trail
from games.moderation.services.plans import Change, Plan, carry_out, change_to, check_ply, people_at
from games.now import database_now
from games.play.services import results
from games.play.services.deadlines import CLOCK_FIELDS
from games.play.services.locking import check_going_on
from games.play.services.moves import REVOCABLE

What = Act.What

ADJUDICATED, ANNULLED = "adjudicated", "annulled"
ENDED = ("status", "end_reason", "finished_at", "seed_opens_at", "to_act", *CLOCK_FIELDS)


@dataclass(frozen=True, kw_only=True)
class EndPlan(Plan):
    """The results of those who sit there follow."""

    def apply(self, *, by: User, why: str) -> None:
        Plan.apply(self, by=by, why=why)
        assert self.game is not None
        results.keep(self.game, list(self.game.players.all()))


def plan_adjudicate(*, by: User, game: Game, places: Sequence[int], expected_ply: int) -> Plan:
    """The points stay as they are; who comes where, the moderator says, also when it is over."""
    if not game.is_finished:
        check_going_on(game)
    check_ply(game, expected_ply)
    if len(places) != len(game.players.all()) or not _is_ranking(places):
        raise ServiceError("bad-places", 422)
    return _plan(What.ADJUDICATE, game, _ended(game, Game.Status.FINISHED, ADJUDICATED), places)


@one_transaction
def adjudicate(
    *, by: User, game_id: int, why: str, places: Sequence[int], expected_ply: int
) -> Act:
    """End it with these places."""
    game = trail.open_game(by, What.ADJUDICATE, game_id)
    plan = plan_adjudicate(by=by, game=game, places=places, expected_ply=expected_ply)
    return carry_out(plan, by=by, why=why)


def _is_ranking(places: Sequence[int]) -> bool:
    """1 1 3, not 1 1 2 and not 2 3 4: each place is one more than how many came before it."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def plan_annul(*, by: User, game: Game) -> Plan:
    """As if it had never been played: it counts for nothing, but can be looked at."""
    if game.status == Game.Status.CANCELLED:
        raise ServiceError("is-so-already", 409)
    ended = _ended(game, Game.Status.CANCELLED, ANNULLED)
    return _plan(What.ANNUL, game, ended, [None] * len(game.players.all()))


@one_transaction
def annul(*, by: User, game_id: int, why: str) -> Act:
    """End it so that it counts for nothing."""
    game = trail.open_game(by, What.ANNUL, game_id)
    return carry_out(plan_annul(by=by, game=game), by=by, why=why)


def _ended(game: Game, status: Game.Status, reason: str) -> Game:
    """A seed that is open stays so; else it opens when the end cannot be taken back any more."""
    after, now = copy(game), database_now()
    if not game.is_seed_open:
        finished = status == Game.Status.FINISHED
        after.seed_opens_at = now + REVOCABLE if finished else None
    after.status = status
    after.end_reason = reason
    after.finished_at = game.finished_at or now
    after.to_act = after.deadline = after.remind_at = after.paused_at = after.time_left = None
    after.waits_for_id = None
    return after


def _plan(what: What, game: Game, after: Game, places: Sequence[int | None]) -> Plan:
    players = list(game.players.all())
    placed = [
        Change(player, {"place": place}) for player, place in zip(players, places, strict=True)
    ]
    return EndPlan(
        what=what,
        game=game,
        told=people_at(game),
        before=_facts(game, players, [player.place for player in players]),
        after=_facts(after, players, places),
        changes=(*placed, change_to(game, after, ENDED)),
    )


def _facts(
    game: Game, players: Sequence[Player], places: Sequence[int | None]
) -> dict[str, object]:
    return {
        "status": game.status,
        "end_reason": game.end_reason,
        "ply": game.ply,
        "places": list(places),
        "scores": [player.score for player in players],
    }
