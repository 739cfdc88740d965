"""How fast the rules are: `python -m tests.bench.qwirkle`.

All on 200 fixed mid-game positions: 30 to 70 tiles lying, six in the hand to act, taken from
greedy games of all seat counts with fixed seeds. Every number is the best of several passes; what
is compared takes turns, pass by pass. "Before" are the rules of the commit named below, in the same
process.
"""

from __future__ import annotations

import gc
import tracemalloc

from games.qwirkle.rules import listing
from games.qwirkle.rules.actions import Action
from games.qwirkle.rules.board import Grid, Laid, PlacedTile
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import mask_of
from tests.bench.earlier import modules_at
from tests.bench.measuring import NAIVE_PASSES, Row, for_each, goal, rate, rates, size, table
from tests.kinds.games import chance_from
from tests.qwirkle import naive
from tests.qwirkle.players import ENGINE, best_action, greedy, moments

POSITIONS = size("BENCH_POSITIONS", 200)
GAMES_A_PASS = size("BENCH_GAMES", 21)
GOAL_POSITIONS = 5_000
GOAL_RATIO = 80
GOAL_SHARE = 0.8
GOAL_FASTER = 1.5
BEFORE, RULES = "8011ba2", "games.qwirkle.rules"
CHANCE = chance_from("bench")


def positions() -> list[State]:
    """A few positions of each game, the seat counts in turn, until there are 200."""
    found: list[State] = []
    number = 0
    while len(found) < POSITIONS:
        seats = ENGINE.seats[number % len(ENGINE.seats)]
        game = [each.before for each in moments(seats, f"bench {number}", greedy)]
        found += [state for state in game if _is_mid_game(state)][::4]
        number += 1
    return found[:POSITIONS]


def main() -> None:
    states = positions()
    views = [ENGINE.view(state, state.turn)["board"] for state in states]
    moves = [(state, best_action(state)) for state in states]
    complete, laying, building, applying = rates(
        POSITIONS,
        lambda: for_each(states, _all_actions),
        lambda: for_each(states, _placings),
        lambda: for_each(views, Grid.of),
        lambda: for_each(moves, _apply),
    )
    fresh = rate(lambda: for_each(states, _actions_of_a_new_hand), POSITIONS)
    games = rate(_whole_games, GAMES_A_PASS)
    slow = rate(lambda: for_each(states, _naively), POSITIONS, NAIVE_PASSES)
    share, ratio = complete / laying, complete / slow
    table(
        f"Qwirkle rules, {POSITIONS} mid-game positions",
        [
            ("all legal actions", f"{complete:,.0f} positions/s", goal(complete, GOAL_POSITIONS)),
            ("the same, no hand seen before", f"{fresh:,.0f} positions/s", ""),
            ("placings only", f"{laying:,.0f} positions/s", ""),
            ("all legal actions to placings only", f"{share:.2f}", goal(share, GOAL_SHARE)),
            ("naive generator, all legal actions", f"{slow:,.1f} positions/s", ""),
            ("faster than the naive one", f"{ratio:,.0f} times", goal(ratio, GOAL_RATIO)),
            ("a grid from a view", f"{building:,.0f} grids/s", ""),
            ("apply", f"{applying:,.0f} actions/s", ""),
            ("whole greedy games", f"{games:,.1f} games/s", ""),
            ("memory of one more state", f"{_bytes_a_state():,.0f} bytes", ""),
            *_compared(states, views),
        ],
    )


def _compared(states: list[State], views: list[list[PlacedTile]]) -> list[Row]:
    before = modules_at(BEFORE, f"{RULES}.moves", f"{RULES}.board", f"{RULES}.state")
    if before is None:
        return [(f"faster than at {BEFORE}", "-", "this clone does not have it")]
    moves, board, state = before
    loaded = [state.load(ENGINE.dump(each)) for each in states]
    then, now, built_then, built_now = rates(
        POSITIONS,
        lambda: for_each(loaded, lambda each: moves.placings(each.grid, _hand(each))),
        lambda: for_each(states, _placings),
        lambda: for_each(views, board.Grid.of),
        lambda: for_each(views, Grid.of),
    )
    laying, building = now / then, built_now / built_then
    return [
        (f"placings, faster than at {BEFORE}", f"{laying:.2f} times", goal(laying, GOAL_FASTER)),
        (f"a grid from a view, faster than at {BEFORE}", f"{building:.2f} times", ""),
    ]


def _all_actions(state: State) -> list[Action]:
    return list(ENGINE.legal_actions(state))


def _actions_of_a_new_hand(state: State) -> list[Action]:
    listing.trades.cache_clear()
    return _all_actions(state)


def _placings(state: State) -> list[tuple[Laid, int]]:
    return placings(state.grid, _hand(state))


def _hand(state: State) -> int:
    return mask_of(state.hands[state.turn])


def _apply(move: tuple[State, Action]) -> State:
    state, action = move
    return ENGINE.apply(state, action, CHANCE).state


def _is_mid_game(state: State) -> bool:
    return 30 <= len(state.grid.tiles) <= 70 and len(state.hands[state.turn]) == 6


def _whole_games() -> None:
    """Deal, find the best action and play it, to the end."""
    for number in range(GAMES_A_PASS):
        chance = chance_from(f"whole {number}")
        state = ENGINE.start(ENGINE.seats[number % len(ENGINE.seats)], {}, chance)
        while ENGINE.to_act(state) is not None:
            state = ENGINE.apply(state, best_action(state), chance).state


def _naively(state: State) -> dict[naive.Key, int]:
    board = {(x, y): name for name, x, y in state.grid.to_json()}
    return naive.actions(board, ENGINE.view(state, state.turn)["hand"], len(state.bag))


def _bytes_a_state() -> float:
    """What keeping the state after one more turn adds, on average over the mid-games kept."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = [each.step.state for each in moments(4, "bench memory", greedy)]
    kept = [state for state in kept if _is_mid_game(state)]
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


if __name__ == "__main__":
    main()
