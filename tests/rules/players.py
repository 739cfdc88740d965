"""Players that make whole games for tests: some want points, some anything, some only trouble."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from types import MappingProxyType

from games.records import SKIP_TURN, WITHDRAW, advance
from games.rules.chance import Chance
from games.rules.engine import Step
from games.rules.qwirkle.actions import Action, Pass, Place, Trade
from games.rules.qwirkle.engine import QwirkleEngine
from games.rules.qwirkle.moves import placings
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import mask_of

ENGINE = QwirkleEngine()
# A board on which nothing fits any more goes on for ever while the bag has tiles to trade.
MOST_PLIES = 400
NO_OPTIONS: Mapping[str, object] = MappingProxyType({})

JsonAction = dict[str, object]
Choice = tuple[int, JsonAction]
Player = Callable[[State, Random], Choice]


@dataclass(frozen=True)
class Moment:
    """One ply of a game: what came before, what was done, what became of it."""

    before: State
    seat: int
    action: JsonAction
    step: Step[State]


def chance_from(text: str) -> Chance:
    """A seed that a test can name."""
    return Chance(sha256(text.encode()).digest())


def moments(
    seats: int, seed: str, player: Player, options: Mapping[str, object] = NO_OPTIONS
) -> Iterator[Moment]:
    """A whole game in which every seat plays alike; given up if it does not end."""
    chance, rng = chance_from(seed), Random(seed)
    state = ENGINE.start(seats, options, chance)
    while ENGINE.to_act(state) is not None and state.ply < MOST_PLIES:
        seat, action = player(state, rng)
        step = advance(ENGINE, state, seat, action, chance)
        yield Moment(state, seat, action, step)
        state = step.state


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
