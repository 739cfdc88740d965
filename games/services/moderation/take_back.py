"""Taking back moves: the game as it was, replayed from its seed, and all that hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.bots import FIRST_CHOICE
from games.models import Act, Game, Move, Notification, Player
from games.now import database_now
from games.records import SKIP_TURN, WITHDRAW
from games.selectors import moves_of, position
from games.services.clock import begin_turn
from games.services.errors import ServiceError
from games.services.moderation import trail
from games.services.moderation.concerned import concerned
from games.services.moderation.endings import ADJUDICATED, ANNULLED
from games.services.moderation.games import check_ply
from games.services.moves import announce
from games.services.post import about_turn, vacate, write
from games.services.transactions import one_transaction

What = Act.What
Kind = Notification.Kind
State = Notification.State

# What is told of a move or its turn, and is not so any more.
OF_A_PLY = (Kind.YOUR_TURN, Kind.REMINDER, Kind.LAST_REMINDER, Kind.MISSED, Kind.REMOVED, Kind.OVER)
# Who undoes what was decided must be allowed to decide it.
UNDONE = {ADJUDICATED: What.ADJUDICATE, ANNULLED: What.ANNUL}
STARTED = (Game.Status.ACTIVE, Game.Status.FINISHED, Game.Status.CANCELLED)


@one_transaction
def take_back(*, by: User, game_id: int, why: str, to_ply: int, expected_ply: int) -> Act:
    """Back to when so many actions had been played. A game that was over goes on again.

    But not one whose seed was shown: somebody would know what will be drawn.
    """
    game = trail.open_game(by, What.TAKE_BACK, game_id)
    check_ply(game, expected_ply)
    if game.end_reason in UNDONE:
        trail.check_may(by, UNDONE[game.end_reason])
    if game.state is None or game.status not in STARTED:
        raise ServiceError("not-going-on", 409)
    if game.is_seed_open:
        raise ServiceError("is-revealed", 409)
    if not 0 <= to_ply <= game.ply or (game.is_active and to_ply == game.ply):
        raise ServiceError("bad-ply", 422)
    played = moves_of(game)
    kept, gone = played[:to_ply], played[to_ply:]
    state = position(game, kept, to_ply)
    if game.engine.outcome(state) is not None:
        raise ServiceError("is-over-there", 422)
    if not game.engine.between_turns(state):
        raise ServiceError("bad-ply", 422)
    before = _facts(game) | {"moves": [_entry(move) for move in gone]}
    told = concerned(What.TAKE_BACK, game, to_ply=to_ply)
    game.moves.filter(ply__gte=to_ply).delete()
    players = list(game.players.all())
    _restore_players(game, state, players, kept, gone)
    _restore_game(game, state, players, to_ply)
    vacate(game, OF_A_PLY, to_ply)
    after = _facts(game) | {"count": len(gone)}
    act = trail.write(by=by, what=What.TAKE_BACK, why=why, game=game, before=before, after=after)
    trail.tell(act, told)
    write(about_turn(game, players, mover=None))
    announce(game, players)
    return act


def _facts(game: Game) -> dict[str, Any]:
    return {
        "ply": game.ply,
        "status": game.status,
        "end_reason": game.end_reason,
        "to_act": game.to_act,
        "scores": [player.score for player in game.players.all()],
        "places": [player.place for player in game.players.all()],
    }


def _entry(move: Move) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "seat": move.seat,
        "action": move.action,
        "points": move.points,
        "made_at": move.made_at.isoformat(),
    }


def _restore_players(
    game: Game, state: Any, players: Sequence[Player], kept: Sequence[Move], gone: Sequence[Move]
) -> None:
    """Who left in a move that is taken back sits at the table again."""
    scores = game.engine.scores(state)
    came_back = {move.seat for move in gone if move.action == {"kind": WITHDRAW}}
    pardoned = set(game.acts.filter(what=What.SKIP).values_list("before__ply", flat=True))
    for player in players:
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
    changed = ["score", "place", "draft", "has_moved", "missed", "left", "bot"]
    Player.objects.bulk_update(players, changed)


def _sit_down_again(game: Game, player: Player) -> None:
    """A bot that had taken over plays on; for an account that is gone, one takes over now."""
    if player.user is None and not player.bot:
        player.bot = FIRST_CHOICE[game.engine_slug]
    player.left = bool(player.bot and player.user)


def _missed(own: Sequence[object]) -> int:
    """How many turns in a row were missed last."""
    count = 0
    for action in reversed(own):
        if action != {"kind": SKIP_TURN}:
            break
        count += 1
    return count


def _restore_game(game: Game, state: Any, players: Sequence[Player], ply: int) -> None:
    """A whole new turn for whoever is to act now."""
    now = database_now()
    game.status = Game.Status.ACTIVE
    game.state = game.engine.dump(state)
    game.ply = ply
    game.to_act = game.engine.to_act(state)
    game.end_reason = ""
    game.finished_at = game.seed_opens_at = None
    game.moved_at = now
    begin_turn(game, next(p for p in players if p.seat == game.to_act), now)
    game.save()
