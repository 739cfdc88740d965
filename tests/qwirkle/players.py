"""Players that make whole games for tests: some want points, some anything, some only trouble."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from games.engine.advancing import SKIP_TURN, WITHDRAW
from games.qwirkle.rules.actions import Action, Pass, Place, Trade
from games.qwirkle.rules.engine import QwirkleEngine
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import mask_of
from tests.kinds.games import NO_OPTIONS, Choice, Moment, TurnPlayer, game_of

ENGINE = QwirkleEngine()
# A board on which nothing fits any more goes on for ever while the bag has tiles to trade.
MOST_PLIES = 400

Player = Callable[[State, Random], Choice]


def turns_of(player: Player) -> TurnPlayer:
    """In Qwirkle a turn is one action."""
    return lambda state, rng: [player(state, rng)]


def moments(
    seats: int, seed: str, player: Player, options: Mapping[str, object] = NO_OPTIONS
) -> Iterator[Moment]:
    return game_of(
        ENGINE,
        turns_of(player),
        seats=seats,
        seed=seed,
        options=options,
        most_plies=MOST_PLIES,
    )


def best_action(state: State) -> Action:
    """Most points now; else trade all that can be traded; else pass."""
    hand = state.hands[state.turn]
    if state.opening is not None:
        return next(ENGINE.legal_actions(state))
    found = placings(state.grid, mask_of(hand))
    if found:
        laid, _ = max(found, key=lambda placing: (placing[1], placing[0]))
        return Place(laid)
    if state.bag:
        return Trade.of(hand[: len(state.bag)])
    return Pass()


def greedy(state: State, rng: Random) -> Choice:
    return state.turn, best_action(state).to_json()


def any_action(state: State, rng: Random) -> Choice:
    """Any legal action; a placing, if there is one, three times in four."""
    legal = list(ENGINE.legal_actions(state))
    placing = [action for action in legal if isinstance(action, Place)]
    chosen = rng.choice(placing if placing and rng.random() < 0.75 else legal)
    return state.turn, chosen.to_json()


def fickle(state: State, rng: Random) -> Choice:
    """Now greedy, now anything; sometimes late, and sometimes somebody leaves."""
    mood = rng.random()
    if mood < 0.04:
        return state.turn, {"kind": SKIP_TURN}
    if mood < 0.06:
        return rng.choice(state.staying), {"kind": WITHDRAW}
    return (greedy if mood < 0.5 else any_action)(state, rng)


def quitter(state: State, rng: Random) -> Choice:
    """Greedy, but every fifth turn or so somebody has had enough."""
    if rng.random() < 0.2:
        return rng.choice(state.staying), {"kind": WITHDRAW}
    return greedy(state, rng)


def blocker(state: State, rng: Random) -> Choice:
    """Leaves as few places as possible for the tiles that are still in hands and bag."""
    if state.opening is not None:
        return greedy(state, rng)
    found = placings(state.grid, mask_of(state.hands[state.turn]))
    if not found:
        return greedy(state, rng)
    laid, _ = min(found, key=lambda placing: (_room_after(state, placing[0]), placing[0]))
    return state.turn, Place(laid).to_json()


def _room_after(state: State, laid: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    gaps = state.grid.lay(laid).gaps.values()
    return sum(gap.fits.bit_count() for gap in gaps), len(laid)
