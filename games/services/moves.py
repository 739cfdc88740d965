"""The one door through which a game changes: moves of people and bots, missed turns, leaving.

In this order: lock the game's row; check the seat and the ply; let the rules apply each action;
insert the moves (the database itself refuses a second move at a ply); save state, scores and
deadline; tell open pages; and only after the commit wake Celery.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects

from accounts.models import User
from games import live
from games.bots import BOTS
from games.models import Game, Move, Player
from games.models.tables import MOST_PLIES
from games.now import database_now
from games.records import SKIP_TURN, WITHDRAW, advance
from games.rules import AnyEngine
from games.rules.chance import Chance
from games.rules.outcome import places
from games.selectors import seat_of
from games.services import post
from games.services.clock import CLOCK_FIELDS, begin_turn, end_turn
from games.services.errors import ServiceError, moved_on, not_found, not_your_seat
from games.services.simple_turns import any_turn
from games.services.transactions import one_transaction
from games.services.wake import wake_bot

Action = Mapping[str, object]
# Far more than a turn can have.
MOST_ACTIONS = 30
# How long an end that came from outside can be taken back; so long the seed stays sealed.
REVOCABLE = timedelta(days=3)


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
    player = _seat_of(game, user)
    own_actions = _own(game, actions)
    if expected_ply != game.ply:
        repeated = _repeated(game, player, own_actions, expected_ply)
        if repeated is None:
            raise moved_on()
        return repeated
    check_going_on(game)
    if player.left:
        raise ServiceError("left-already", 409)
    if game.to_act != player.seat:
        raise ServiceError("not-your-turn", 409)
    return advance_seat(game, player.seat, own_actions)


@one_transaction
def resign(*, game_id: int, user: User) -> Played:
    """The player leaves for good; the game goes on without them, or ends."""
    game = lock_with_players(game_id)
    player = _seat_of(game, user)
    check_going_on(game)
    if player.left:
        raise ServiceError("left-already", 409)
    return advance_seat(game, player.seat, [{"kind": WITHDRAW}])


@one_transaction
def play_bot(*, game_id: int, simply: bool = False) -> Played | None:
    """The bot's turn, if it is one: chosen from what that seat may see, and nothing else.

    Simply: any turn that the rules allow, for a bot that fails.
    """
    game = Game.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=game_id).first()
    if game is None or not game.is_active:
        return None
    load_players(game)
    player = next(player for player in game.players.all() if player.seat == game.to_act)
    if not player.bot:
        return None
    if simply:
        return advance_seat(game, player.seat, any_turn(game))
    view = game.engine.view(game.engine.load(game.state or {}), player.seat)
    choose = BOTS[game.engine_slug][player.bot]
    return advance_seat(game, player.seat, _own(game, choose(view)))


def lock_game(game_id: int) -> Game:
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    if game is None:
        raise not_found()
    return game


def lock_with_players(game_id: int) -> Game:
    game = lock_game(game_id)
    load_players(game)
    return game


def load_players(game: Game) -> None:
    """Once for all that follows, the page that shows the result included."""
    prefetch_related_objects([game], Prefetch("players", Player.objects.select_related("user")))


def _seat_of(game: Game, user: User) -> Player:
    player = seat_of(game, user)
    if player is None:
        raise not_your_seat()
    return player


def player_of(game: Game, user: User) -> Player:
    player = game.players.filter(user=user).first()
    if player is None:
        raise not_your_seat()
    return player


def check_going_on(game: Game) -> None:
    if not game.is_active:
        raise ServiceError("not-going-on", 409)


def _own(game: Game, actions: Sequence[object]) -> list[Action]:
    """What a seat itself may do, as it is stored. Skipping and leaving only happen to it."""
    if not actions:
        raise ServiceError("nothing-done", 422)
    if len(actions) > MOST_ACTIONS:
        raise ServiceError("not-a-turn", 422)
    return [game.engine.parse(action).to_json() for action in actions]


def _repeated(
    game: Game, player: Player, actions: Sequence[Action], expected_ply: int
) -> Played | None:
    """The first result, if this seat has played just these actions at just this ply."""
    moves = list(game.moves.filter(ply__gte=expected_ply)[: len(actions)])
    if [(move.seat, move.action) for move in moves] != [(player.seat, it) for it in actions]:
        return None
    return Played(game, player.seat, sum(move.points for move in moves))


def advance_seat(
    game: Game, seat: int, actions: Sequence[Action], *, imposed: bool = False
) -> Played:
    """Let the rules apply the actions, and store what follows. The game's row is locked.

    What the clock or a moderator imposed can be taken back, and with it an end that it brought.
    """
    if game.ply + len(actions) > MOST_PLIES:
        raise ServiceError("game-too-long", 409)
    engine, chance = game.engine, Chance(bytes(game.seed or b""))
    state = engine.load(game.state or {})
    players = list(game.players.all())
    person = _sitting(players, seat)
    moves = []
    for number, action in enumerate(actions, start=1):
        step = advance(engine, state, seat, action, chance)
        made = Move(game=game, ply=game.ply, seat=seat, action=action, points=step.points)
        made.person_id = person
        moves.append(made)
        game.ply += 1
        state = step.state
        if _turn_is_over(engine, state) != (number == len(actions)):
            raise ServiceError("not-a-turn", 422)
    Move.objects.bulk_create(moves)
    same_turn = _is_same_turn(game, state, seat)
    _settle_players(game, state, players, seat, actions[-1])
    _store_game(game, state, players, same_turn=same_turn, imposed=imposed)
    _store_players(game, players, seat)
    if not same_turn:
        post.write(post.about_turn(game, players, mover=seat))
    announce(game, players)
    return Played(game, seat, sum(move.points for move in moves))


def _sitting(players: Sequence[Player], seat: int) -> int | None:
    """Who plays from there; what the computer does for somebody who left is not theirs."""
    return next((it.user_id for it in players if it.seat == seat and not it.bot), None)


def _turn_is_over(engine: AnyEngine, state: Any) -> bool:
    """A turn comes in whole: one clock, one mail to who is next."""
    return engine.outcome(state) is not None or engine.between_turns(state)


def _is_same_turn(game: Game, state: Any, mover: int) -> bool:
    """Whoever leaves out of turn leaves who is to act as they are: their clock, what they heard."""
    return mover != game.to_act == game.engine.to_act(state)


def _store_game(
    game: Game, state: Any, players: Sequence[Player], *, same_turn: bool, imposed: bool
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
    changed = ("state", "ply", "to_act", "moved_at", "status", "end_reason")
    ended = ("finished_at", "seed_opens_at")
    game.save(update_fields=(*changed, *ended, *CLOCK_FIELDS))


def _store_players(game: Game, players: Sequence[Player], mover: int) -> None:
    """Only who acted has changed, but for the end. Others may be preparing a draft just now."""
    changed = ["score", "place", "left", "bank_left", "missed", "has_moved"]
    if game.is_finished:
        Player.objects.bulk_update(players, changed)
    else:
        acted = next(player for player in players if player.seat == mover)
        acted.save(update_fields=[*changed, "draft"])


def _settle_players(
    game: Game, state: Any, players: Sequence[Player], mover: int, last: Action
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


def announce(game: Game, players: Sequence[Player]) -> None:
    """Open pages look again; if it is a bot's turn, Celery wakes it once this is committed."""
    live.tell(code=game.code, users=[p.user_id for p in players if p.user_id and not p.left])
    if any(player.bot and player.seat == game.to_act for player in players):
        wake_bot(game.pk)
