"""How fast Shifting Stones and its bots are: `python -m tests.bench.stones`.

All on 200 fixed positions at the beginning of a turn, taken from games of the easy bot of 2 to 5
seats with fixed seeds, mixed or not in turn. Every number is the best of several passes; the bots'
memory of how far a card is away is emptied before each.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine.thinking import Thinking
from games.shifting_stones.bots import levels as bots
from games.shifting_stones.bots.search import away, plans
from games.shifting_stones.rules.actions import Action
from games.shifting_stones.rules.state import State
from games.shifting_stones.rules.stones import names
from games.shifting_stones.rules.turn import matches
from tests.bench.measuring import NAIVE_PASSES, for_each, goal, rate, size, table
from tests.kinds.games import chance_from
from tests.shifting_stones import naive as naive_stones
from tests.shifting_stones.notation import DECK, ENGINE
from tests.shifting_stones.players import keen, moments

POSITIONS = size("BENCH_POSITIONS", 200)
THINKING = size("BENCH_THINKING", 30)
BOT_PASSES = size("BENCH_PASSES", 3)
GOAL_RATIO = 15
GOAL_TURNS = 4
CHANCE = chance_from("bench")
Bot = Callable[..., object]


def positions() -> list[State]:
    """A few positions of each game, the seat counts in turn, until there are 200."""
    found: list[State] = []
    number = 0
    while len(found) < POSITIONS:
        options = {"mixed": bool(number % 2)}
        game = [each.before for each in moments(2 + number % 4, f"bench {number}", keen, options)]
        found += [state for state in game if state.so_far is None][2::5]
        number += 1
    return found[:POSITIONS]


def main() -> None:
    states = positions()
    seen = [(names(state.stones), state.hands[state.turn]) for state in states]
    matching = rate(lambda: for_each(states, _matching), POSITIONS)
    naively = rate(lambda: for_each(seen, _naively), POSITIONS, NAIVE_PASSES)
    actions = rate(lambda: for_each(states, _all_actions), POSITIONS)
    moves = [(state, next(ENGINE.legal_actions(state))) for state in states]
    applying = rate(lambda: for_each(moves, _apply), POSITIONS)
    easy = _turns(states, bots.easy)
    clever = {
        mixed: _turns([s for s in states if s.mixed is mixed], bots.clever)
        for mixed in (False, True)
    }
    ratio = matching / naively
    table(
        f"Shifting Stones, {POSITIONS} positions ({THINKING} for the bots)",
        [
            ("a hand matched against the table", f"{matching:,.0f} hands/s", ""),
            ("the same, naively", f"{naively:,.0f} hands/s", ""),
            ("faster than the naive one", f"{ratio:,.0f} times", goal(ratio, GOAL_RATIO)),
            ("all legal actions", f"{actions:,.0f} positions/s", ""),
            ("apply", f"{applying:,.0f} actions/s", ""),
            ("plans within three shifts", f"{_plans(states):,.0f} plans/s", ""),
            ("easy bot", f"{easy:,.0f} turns/s", ""),
            ("clever bot", f"{clever[False]:,.1f} turns/s", goal(clever[False], GOAL_TURNS)),
            ("clever bot, mixed", f"{clever[True]:,.1f} turns/s", goal(clever[True], GOAL_TURNS)),
        ],
    )


def _matching(state: State) -> list[str]:
    return [card for card in state.hands[state.turn] if matches(card, state.stones)]


def _naively(seen: tuple[list[str], tuple[str, ...]]) -> list[str]:
    stones, hand = seen
    return [card for card in hand if naive_stones.spots(DECK[card], stones)]


def _all_actions(state: State) -> list[Action]:
    return list(ENGINE.legal_actions(state))


def _apply(move: tuple[State, Action]) -> State:
    state, action = move
    return ENGINE.apply(state, action, CHANCE).state


def _turns(states: list[State], bot: Bot) -> float:
    """Whole turns a second."""
    views = [ENGINE.view(state, state.turn) for state in states[:THINKING]]

    def think() -> None:
        away.cache_clear()
        thinking = Thinking(dice=Random(0))
        for_each(views, lambda view: bot(view, thinking))

    return rate(think, len(views), BOT_PASSES)


def _plans(states: list[State]) -> float:
    def search() -> int:
        return sum(
            1
            for state in states[:THINKING]
            for _ in plans(state.stones, state.hands[state.turn], 3, shifting=True, scoring=True)
        )

    return rate(search, search(), BOT_PASSES)


if __name__ == "__main__":
    main()
