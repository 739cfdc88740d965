"""Taking back moves: the game as it was, replayed from its seed, and all that hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from accounts.models import User
from games.engine.advancing import SKIP_TURN, WITHDRAW
from games.engine.contract import AnyState
from games.machinery.errors import ServiceError
from games.machinery.transactions import one_transaction
from games.models import Act, Game, Move, Notification, Player
from games.moderation.services import trail
from games.moderation.services.endings import ADJUDICATED, ANNULLED
from games.moderation.services.plans import (
    Plan,
    carry_out,
    change_to,
    check_ply,
    each_once,
    people_at,
    player_at,
)
from games.now import database_now
from games.play.positions import position
from games.play.selectors import moves_of
from games.play.services import results
from games.play.services.announcing import announce
from games.play.services.deadlines import CLOCK_FIELDS, begin_turn
from games.post.services.telling import about_turn, make_way, write

What = Act.What
Kind = Notification.Kind

# What is told of a move or its turn, and is not so any more.
OF_A_PLY = (Kind.YOUR_TURN, Kind.REMINDER, Kind.LAST_REMINDER, Kind.MISSED, Kind.REMOVED, Kind.OVER)
# Who undoes what was decided must be allowed to decide it.
UNDONE = {ADJUDICATED: What.ADJUDICATE, ANNULLED: What.ANNUL}
STARTED = (Game.Status.ACTIVE, Game.Status.FINISHED, Game.Status.CANCELLED)
GAME_FIELDS = (
    *("status", "state", "ply", "to_act", "end_reason", "finished_at", "seed_opens_at", "moved_at"),
    *CLOCK_FIELDS,
)
PLAYER_FIELDS = ("score", "place", "draft", "has_moved", "missed", "left", "bot")


@dataclass(frozen=True, kw_only=True)
class TakeBackPlan(Plan):
    """`gone` are the moves that are undone, back to `to_ply`."""

    to_ply: int
    gone: tuple[Move, ...]

    def apply(self, *, by: User, why: str) -> None:
        """What was told of these plies makes way: they come again."""
        assert self.game is not None
        self.game.moves.filter(ply__gte=self.to_ply).delete()
        Plan.apply(self, by=by, why=why)
        results.keep(self.game, list(self.game.players.all()))
        make_way(self.game, OF_A_PLY, self.to_ply)

    def follow_up(self) -> None:
        """Whoever is to move hears of it as of any turn."""
        assert self.game is not None
        players = list(self.game.players.all())
        write(about_turn(self.game, players, mover=None))
        announce(self.game, players)


def plan_take_back(*, by: User, game: Game, to_ply: int, expected_ply: int) -> TakeBackPlan:
    """Back to when so many actions had been played. The game is replayed once."""
    _check(by, game, to_ply, expected_ply)
    played = moves_of(game)
    kept, gone = played[:to_ply], played[to_ply:]
    state = position(game, kept, to_ply)
    if game.engine.outcome(state) is not None:
        raise ServiceError("is-over-there", 422)
    if not game.engine.between_turns(state):
        raise ServiceError("bad-ply", 422)
    players = list(game.players.all())
    came_back = {move.seat for move in gone if move.action == {"kind": WITHDRAW}}
    restored = _restored_players(game, state, kept, came_back)
    after = _restored_game(game, state, restored, to_ply)
    returning = (it.user for it in players if it.seat in came_back and not it.bot)
    return TakeBackPlan(
        what=What.TAKE_BACK,
        game=game,
        told=each_once(*people_at(game), *returning),
        before=_facts(game, players) | {"moves": [_entry(move) for move in gone]},
        after=_facts(after, restored) | {"count": len(gone)},
        changes=(
            *(
                change_to(row, new, PLAYER_FIELDS)
                for row, new in zip(players, restored, strict=True)
            ),
            change_to(game, after, GAME_FIELDS),
        ),
        to_ply=to_ply,
        gone=tuple(gone),
    )


@one_transaction
def take_back(*, by: User, game_id: int, why: str, to_ply: int, expected_ply: int) -> Act:
    """A game that was over goes on again.

    But not one whose seed was shown: somebody would know what will be drawn.
    """
    game = trail.open_game(by, What.TAKE_BACK, game_id)
    plan = plan_take_back(by=by, game=game, to_ply=to_ply, expected_ply=expected_ply)
    return carry_out(plan, by=by, why=why)


def _check(by: User, game: Game, to_ply: int, expected_ply: int) -> None:
    check_ply(game, expected_ply)
    if game.end_reason in UNDONE:
        trail.check_may(by, UNDONE[game.end_reason])
    if game.state is None or game.status not in STARTED:
        raise ServiceError("not-going-on", 409)
    if game.is_seed_open:
        raise ServiceError("is-revealed", 409)
    if not 0 <= to_ply <= game.ply or (game.is_active and to_ply == game.ply):
        raise ServiceError("bad-ply", 422)


def _facts(game: Game, players: Sequence[Player]) -> dict[str, object]:
    return {
        "ply": game.ply,
        "status": game.status,
        "end_reason": game.end_reason,
        "to_act": game.to_act,
        "scores": [player.score for player in players],
        "places": [player.place for player in players],
    }


def _entry(move: Move) -> dict[str, object]:
    return {
        "ply": move.ply,
        "seat": move.seat,
        "action": move.action,
        "points": move.points,
        "made_at": move.made_at.isoformat(),
    }


def _restored_players(
    game: Game, state: AnyState, kept: Sequence[Move], came_back: set[int]
) -> list[Player]:
    """Who left in a move that is taken back sits at the table again."""
    scores = game.engine.scores(state)
    pardoned = set(game.acts.filter(what=What.SKIP).values_list("before__ply", flat=True))
    restored = [copy(player) for player in game.players.all()]
    for player in restored:
        own = [
            move.action
            for move in kept
            if move.seat == player.seat
            and move.action != {"kind": WITHDRAW}
            and move.ply not in pardoned
        ]
        player.score = scores[player.seat]
        player.place = None
        player.draft = []
        player.has_moved = any(action != {"kind": SKIP_TURN} for action in own)
        player.missed = _missed(own)
        if player.seat in came_back:
            _sit_down_again(game, player)
    return restored


def _sit_down_again(game: Game, player: Player) -> None:
    """A bot that had taken over plays on; for an account that is gone, one takes over now."""
    if player.user is None and not player.bot:
        player.bot = game.kind.first_bot
    player.left = bool(player.bot and player.user)


def _missed(own: Sequence[object]) -> int:
    """How many turns in a row were missed last."""
    count = 0
    for action in reversed(own):
        if action != {"kind": SKIP_TURN}:
            break
        count += 1
    return count


def _restored_game(game: Game, state: AnyState, players: Sequence[Player], ply: int) -> Game:
    """A whole new turn for whoever is to act now."""
    after, now = copy(game), database_now()
    after.status = Game.Status.ACTIVE
    after.state = game.engine.dump(state)
    after.ply = ply
    after.to_act = game.engine.to_act(state)
    after.end_reason = ""
    after.finished_at = after.seed_opens_at = None
    after.moved_at = now
    begin_turn(after, player_at(players, after.to_act), now)
    return after
