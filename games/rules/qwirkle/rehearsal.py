"""Trying out a turn from what one seat may see, before it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.engine import Step
from games.rules.qwirkle.actions import Place
from games.rules.qwirkle.board import EAST, SOUTH, Cell, Grid, Laid, cell_at, near_middle
from games.rules.qwirkle.lines import FAMILIES
from games.rules.qwirkle.moves import placings
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import Tile, mask_of, tiles_named
from games.rules.qwirkle.turns import place


def rehearse(view: Mapping[str, Any], action: Place) -> Step[State]:
    """What laying these tiles would do if it were this seat's turn; `IllegalAction` if nothing.

    The bag is played by tiles of no matter which kind: only their number is known.
    """
    hand = tiles_named(view["hand"])
    alone = State(
        grid=Grid.of(view["board"]),
        hands=(hand, hand),
        bag=(0,) * view["bag"],
        scores=(0, 0),
        turn=0,
        seniority=(0, 1),
        opening=view["opening"],
    )
    return place(alone, action)


def cells_that_fit(view: Mapping[str, Any], draft: Laid) -> dict[Tile, set[Cell]]:
    """For each tile of the hand the cells where it can go on from the draft to a legal placing."""
    hand = mask_of(tiles_named(view["hand"]))
    fitting: dict[Tile, set[Cell]] = {}
    started = set(draft)
    if not view["board"]:
        candidates = _openings(hand, view["opening"] or 0, draft)
    else:
        found = (laid for laid, _ in placings(Grid.of(view["board"]), hand))
        candidates = (item for laid in found if started <= set(laid) for item in laid)
    for cell, tile in candidates:
        if (cell, tile) not in started:
            fitting.setdefault(tile, set()).add(cell)
    return fitting


def _openings(hand: int, size: int, draft: Laid) -> Iterator[tuple[Cell, Tile]]:
    """On an empty table: anywhere to begin with, then at either end of what is begun."""
    begun = mask_of(tile for _, tile in draft)
    for tile in range(hand.bit_length()):
        wanted = begun | 1 << tile
        if not hand >> tile & 1 or begun >> tile & 1:
            continue
        if not any(
            not wanted & ~family and (hand & family).bit_count() >= size for family in FAMILIES
        ):
            continue
        for cell in filter(near_middle, _ends(draft)):
            yield cell, tile


def _ends(draft: Laid) -> Iterator[Cell]:
    if not draft:
        yield cell_at(0, 0)
        return
    first, last = draft[0][0], draft[-1][0]
    steps = (EAST, SOUTH) if first == last else ((EAST,) if last - first < SOUTH else (SOUTH,))
    for step in steps:
        yield first - step
        yield last + step
