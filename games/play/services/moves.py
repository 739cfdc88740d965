"""The one door through which a game changes: moves of people and bots, missed turns, leaving.

In this order: lock the game's row; check the seat and the ply; let the rules apply each action;
insert the moves (the database itself refuses a second move at a ply); save state, scores and
deadline; tell open pages; and only after the commit wake Celery.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import timedelta

from accounts.models import User
from games.engine.advancing import SKIP_TURN, WITHDRAW
from games.engine.chance import Chance
from games.engine.contract import AnyState
from games.engine.outcome import places
from games.machinery.errors import ServiceError, moved_on
from games.machinery.transactions import one_transaction
from games.models import Game, Move, Player
from games.models.tables import MOST_PLIES
from games.now import database_now
from games.play.services import results
from games.play.services.announcing import announce
from games.play.services.deadlines import CLOCK_FIELDS, begin_turn, end_turn
from games.play.services.locking import check_going_on, load_players, lock_with_players, seated
from games.play.turns import own_actions, steps_of
from games.post.services import telling

Action = Mapping[str, object]
# How long an end that came from outside can be taken back; so long the seed stays sealed.
REVOCABLE = timedelta(days=3)
# What a turn changes of the game, and of those who play it.
GAME_FIELDS = (
    *("state", "ply", "to_act", "moved_at", "status", "end_reason", "finished_at", "seed_opens_at"),
    *CLOCK_FIELDS,
)
PLAYER_FIELDS = ("score", "place", "left", "bank_left", "missed", "has_moved")


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a submission: the points it made, now or when it first came in."""

    game: Game
    seat: int
    points: int


@one_transaction
def play(*, game_id: int, user: User, actions: Sequence[object], expected_ply: int) -> Played:
    """A person's turn. The same submission again gets the result of the first."""
    game = lock_with_players(game_id)
    player = seated(game, user)
    own = own_actions(game.kind, actions)
    if expected_ply != game.ply:
        repeated = _repeated(game, player, own, expected_ply)
        if repeated is None:
            raise moved_on()
        return repeated
    check_going_on(game)
    if player.left:
        raise ServiceError("left-already", 409)
    if game.to_act != player.seat:
        raise ServiceError("not-your-turn", 409)
    return advance_seat(game, player.seat, own)


@one_transaction
def resign(*, game_id: int, user: User) -> Played:
    """The player leaves for good; the game goes on without them, or ends."""
    game = lock_with_players(game_id)
    player = seated(game, user)
    check_going_on(game)
    if player.left:
        raise ServiceError("left-already", 409)
    return advance_seat(game, player.seat, [{"kind": WITHDRAW}])


@one_transaction
def play_for_bot(*, game_id: int, actions: Sequence[object], expected_ply: int) -> Played | None:
    """What a bot has thought of, if the game still is as it saw it."""
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if game is None or not game.is_active or game.ply != expected_ply:
        return None
    load_players(game)
    player = next(player for player in game.players.all() if player.seat == game.to_act)
    if not player.bot:
        return None
    return advance_seat(game, player.seat, own_actions(game.kind, actions))


def _repeated(
    game: Game, player: Player, actions: Sequence[Action], expected_ply: int
) -> Played | None:
    """The first result, if this seat has played just these actions at just this ply."""
    moves = list(game.moves.filter(ply__gte=expected_ply)[: len(actions)])
    if [(move.seat, move.action) for move in moves] != [(player.seat, it) for it in actions]:
        return None
    return Played(game, player.seat, sum(move.points for move in moves))


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a turn will make of a game, on copies of its rows: nothing of it is stored yet."""

    seat: int
    moves: tuple[Move, ...]
    game: Game
    players: tuple[Player, ...]
    same_turn: bool


def advance_seat(
    game: Game, seat: int, actions: Sequence[Action], *, imposed: bool = False
) -> Played:
    """Let the rules apply the actions, and store what follows. The game's row is locked."""
    return enter(game, rehearse(game, seat, actions, imposed=imposed))


def rehearse(
    game: Game, seat: int, actions: Sequence[Action], *, imposed: bool = False
) -> Rehearsal:
    """What the rules make of these actions.

    What the clock or a moderator imposed can be taken back, and with it an end that it brought.
    """
    if game.ply + len(actions) > MOST_PLIES:
        raise ServiceError("game-too-long", 409)
    engine, chance = game.engine, Chance(bytes(game.seed or b""))
    state = engine.load(game.state or {})
    after, players = copy(game), [copy(player) for player in game.players.all()]
    person = _sitting(players, seat)
    moves = []
    steps = steps_of(engine, state, seat, actions, chance)
    for action, step in zip(actions, steps, strict=True):
        made = Move(game=game, ply=after.ply, seat=seat, action=action, points=step.points)
        made.person_id = person
        moves.append(made)
        after.ply += 1
        state = step.state
    same_turn = _is_same_turn(game, state, seat)
    _settle_players(after, state, players, seat, actions[-1])
    _settle_game(after, state, players, same_turn=same_turn, imposed=imposed)
    return Rehearsal(seat, tuple(moves), after, tuple(players), same_turn)


def enter(game: Game, rehearsed: Rehearsal) -> Played:
    """Store what was rehearsed. The game's row is locked, and has been since."""
    Move.objects.bulk_create(rehearsed.moves)
    players = list(game.players.all())
    _take_over(game, rehearsed.game, GAME_FIELDS)
    for player, after in zip(players, rehearsed.players, strict=True):
        _take_over(player, after, (*PLAYER_FIELDS, "draft"))
    game.save(update_fields=GAME_FIELDS)
    _store_players(game, players, rehearsed.seat)
    if not rehearsed.same_turn:
        telling.write(telling.about_turn(game, players, mover=rehearsed.seat))
    announce(game, players)
    return Played(game, rehearsed.seat, sum(move.points for move in rehearsed.moves))


def _take_over(row: Game | Player, after: Game | Player, fields: Sequence[str]) -> None:
    for name in fields:
        setattr(row, name, getattr(after, name))


def _sitting(players: Sequence[Player], seat: int) -> int | None:
    """Who plays from there; what the computer does for somebody who left is not theirs."""
    return next((it.user_id for it in players if it.seat == seat and not it.bot), None)


def _is_same_turn(game: Game, state: AnyState, mover: int) -> bool:
    """Whoever leaves out of turn leaves who is to act as they are: their clock, what they heard."""
    return mover != game.to_act == game.engine.to_act(state)


def _settle_game(
    game: Game, state: AnyState, players: Sequence[Player], *, same_turn: bool, imposed: bool
) -> None:
    engine, now = game.engine, database_now()
    outcome = engine.outcome(state)
    game.state = engine.dump(state)
    game.to_act = engine.to_act(state)
    game.moved_at = now
    if not same_turn:
        begin_turn(game, next((p for p in players if p.seat == game.to_act), None), now)
    if outcome is not None:
        game.status = Game.Status.FINISHED
        game.end_reason = outcome.reason
        game.finished_at = now
        game.seed_opens_at = now + REVOCABLE if imposed else now
        game.paused_at = game.time_left = None


def _store_players(game: Game, players: Sequence[Player], mover: int) -> None:
    """Only who acted has changed, but for the end. Others may be preparing a draft just now."""
    if game.is_finished:
        Player.objects.bulk_update(players, PLAYER_FIELDS)
        results.keep(game, players)
    else:
        acted = next(player for player in players if player.seat == mover)
        acted.save(update_fields=(*PLAYER_FIELDS, "draft"))


def _settle_players(
    game: Game, state: AnyState, players: Sequence[Player], mover: int, last: Action
) -> None:
    """Points for all; for who acted, the clock and what is done with."""
    outcome, scores = game.engine.outcome(state), game.engine.scores(state)
    for player in players:
        player.score = scores[player.seat]
        if player.seat == mover:
            _settle_mover(game, player, last)
    if outcome is not None:
        gone = [player.seat for player in players if player.left]
        for player, place in zip(players, places(scores, last=gone), strict=True):
            player.place = None if outcome.beaten else place


def _settle_mover(game: Game, player: Player, last: Action) -> None:
    player.draft = []
    if last == {"kind": WITHDRAW}:
        player.left = True
    elif last != {"kind": SKIP_TURN}:
        end_turn(game, player, database_now())
        player.missed = 0
        player.has_moved = True
