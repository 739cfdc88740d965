"""What each action does to the state, and when the game ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Step
from games.engine.errors import IllegalAction
from games.engine.seating import leave, one_ply_on, put, returned
from games.qwirkle.rules.actions import Place, Trade
from games.qwirkle.rules.board import Grid, named
from games.qwirkle.rules.lines import largest_set
from games.qwirkle.rules.placing import check_cells, check_in_hand, lines_made
from games.qwirkle.rules.scoring import LAST_TILE_BONUS, points_of
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import COPIES, HAND_SIZE, NAMES, Tile, mask_of, names, tiles_in


def place(state: State, action: Place) -> Step[State]:
    """Lay tiles, score every line made or lengthened, refill to six while the bag lasts."""
    laid = tuple(sorted(action.laid))
    tiles = tuple(tile for _, tile in laid)
    hand = state.hands[state.turn]
    _check_chosen(tiles, hand)
    check_cells(state.grid, laid)
    grid, lines = lines_made(state.grid, laid)
    if state.opening is not None and len(tiles) < state.opening:
        raise IllegalAction("opening-too-small", needed=state.opening, tiles=names(tiles))

    points = points_of(lines)
    events = [
        Event(
            "placed",
            state.turn,
            {
                "tiles": [named(*item) for item in laid],
                "lines": [[named(*item) for item in line] for line in lines],
                "points": points,
            },
        )
    ]
    kept = _without(hand, tiles)
    drawn, bag = _draw(state.bag, HAND_SIZE - len(kept))
    out = not kept and not drawn
    if out:
        points += LAST_TILE_BONUS
        events.append(Event("bonus", state.turn, {"points": LAST_TILE_BONUS}))
    state = replace(
        state,
        grid=grid,
        hands=put(state.hands, state.turn, kept + drawn),
        bag=bag,
        scores=put(state.scores, state.turn, state.scores[state.turn] + points),
        opening=None,
        past=state.noted("place", len(tiles)),
    )
    return _next_turn(state, points, events, ended="out" if out else None)


def trade(state: State, action: Trade, chance: Chance) -> Step[State]:
    """Draw new tiles first; only then do the old ones go back and the bag is mixed."""
    tiles = tuple(sorted(action.tiles))
    hand = state.hands[state.turn]
    _check_chosen(tiles, hand)
    if state.opening is not None:
        raise IllegalAction("trade-at-opening", tiles=names(tiles))
    if not state.bag:
        raise IllegalAction("bag-empty", tiles=names(tiles))
    if len(tiles) > len(state.bag):
        raise IllegalAction("trade-exceeds-bag", tiles=names(tiles), bag=len(state.bag))
    drawn, bag = _draw(state.bag, len(tiles))
    state = replace(
        state,
        hands=put(state.hands, state.turn, _without(hand, tiles) + drawn),
        bag=chance.shuffled(bag + tiles, f"trade:{state.ply}"),
        past=state.noted("trade", len(tiles)),
    )
    return _next_turn(state, 0, [Event("traded", state.turn, {"count": len(tiles)})])


def pass_on(state: State) -> Step[State]:
    """Do nothing: only with an empty bag and no tile that can be laid."""
    playable = tiles_that_fit(state.grid, state.hands[state.turn])
    if playable or state.bag:
        raise IllegalAction("can-place", tiles=names(playable), bag=len(state.bag))
    noted = replace(state, past=state.noted("pass"))
    return _next_turn(noted, 0, [Event("passed", state.turn)])


def skip(state: State) -> Step[State]:
    noted = replace(state, past=state.noted("skip"))
    return _next_turn(noted, 0, [Event("skipped", state.turn)])


def withdraw(state: State, seat: int, chance: Chance) -> Step[State]:
    """The seat's tiles go back into the bag. The last seat left has won.

    If it was to open, the largest set among those who stay opens instead.
    """
    state = replace(leave(state, seat), bag=returned(state, seat, state.bag, chance))
    events = [Event("withdrew", seat)]
    if seat != state.turn:
        return _step(state, 0, events)
    following = state.seat_after(seat) if state.grid.tiles else opener(state)
    return _turn_of(following, state, 0, events)


def opener(state: State) -> int:
    """Of those who play, the seat with the largest set; of equals the oldest, which comes first."""
    playing = [seat for seat in state.seniority if seat not in state.withdrawn]
    return max(playing, key=lambda seat: largest_set(state.hands[seat]))


def opened_by(state: State, seat: int) -> State:
    """It is this seat's turn to open, with as many tiles as it announces."""
    return replace(state, turn=seat, opening=largest_set(state.hands[seat]))


def tiles_that_fit(grid: Grid, hand: Sequence[Tile]) -> list[Tile]:
    """The different tiles of a hand that could be laid alone; on an empty table, all of them."""
    mask = mask_of(hand)
    if grid.tiles:
        fitting = 0
        for gap in grid.gaps.values():
            fitting |= gap.fits
        mask &= fitting
    return list(tiles_in(mask))


def _check_chosen(tiles: Sequence[Tile], hand: Sequence[Tile]) -> None:
    if not tiles:
        raise IllegalAction("nothing-chosen")
    check_in_hand(tiles, hand)


def _next_turn(
    state: State, points: int, events: list[Event], ended: str | None = None
) -> Step[State]:
    """Play goes on clockwise, unless the game has ended or nobody left can lay a tile."""
    return _turn_of(state.seat_after(state.turn), replace(state, ended=ended), points, events)


def _turn_of(seat: int, state: State, points: int, events: list[Event]) -> Step[State]:
    state = replace(state, turn=seat) if state.grid.tiles else opened_by(state, seat)
    return _step(state, points, events)


def _step(state: State, points: int, events: list[Event]) -> Step[State]:
    if state.ended is None and _blocked(state):
        state = replace(state, ended="blocked")
    if state.ended is not None:
        state = replace(state, opening=None)
    return one_ply_on(state, points, events)


def _blocked(state: State) -> bool:
    """Nobody left can lay a tile, and the bag is empty or holds none that could ever be laid.

    Otherwise the players would have to trade without end. What is not on the table is known to
    all, so that a game that ends so tells nobody anything.
    """
    if any(tiles_that_fit(state.grid, state.hands[seat]) for seat in state.staying):
        return False
    lying = Counter(state.grid.tiles.values())
    unseen = [tile for tile in range(len(NAMES)) if lying[tile] < COPIES]
    return not state.bag or not tiles_that_fit(state.grid, unseen)


def _draw(bag: tuple[Tile, ...], wanted: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    return bag[:wanted], bag[wanted:]


def _without(hand: tuple[Tile, ...], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The hand less these tiles, the others in the order they were drawn."""
    kept = list(hand)
    for tile in tiles:
        kept.remove(tile)
    return tuple(kept)
