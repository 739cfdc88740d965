"""Trying out a turn from what one seat may see, before it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from games.engine.contract import Step
from games.qwirkle.rules.actions import Place
from games.qwirkle.rules.board import EAST, SOUTH, Cell, Grid, Laid, cell_at, near_middle
from games.qwirkle.rules.lines import FAMILIES
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import Tile, mask_of, tiles_named
from games.qwirkle.rules.turns import place
from games.qwirkle.rules.view import QwirkleView


def rehearse(view: QwirkleView, action: Place) -> Step[State]:
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


@dataclass(frozen=True, slots=True)
class Fitting:
    """For each tile of the hand the cells where it can lie now, and where only after others."""

    now: Mapping[Tile, set[Cell]] = field(default_factory=dict)
    later: Mapping[Tile, set[Cell]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.now or self.later)


def cells_that_fit(view: QwirkleView, draft: Laid) -> Fitting:
    """Where each tile can go on from the draft to a legal placing, at once or with more tiles.

    The opening is legal only when it is whole, so there each step towards it counts.
    """
    hand = mask_of(tiles_named(view["hand"]))
    if not view["board"]:
        return Fitting(now=_by_tile(_openings(hand, view["opening"] or 0, draft)))
    started = set(draft)
    added = [
        set(laid) - started
        for laid, _ in placings(Grid.of(view["board"]), hand)
        if started <= set(laid)
    ]
    now = _by_tile(item for items in added if len(items) == 1 for item in items)
    follow = _by_tile(item for items in added for item in items)
    later = {tile: cells - now.get(tile, set()) for tile, cells in follow.items()}
    return Fitting(now, {tile: cells for tile, cells in later.items() if cells})


def _by_tile(found: Iterable[tuple[Cell, Tile]]) -> dict[Tile, set[Cell]]:
    fitting: dict[Tile, set[Cell]] = {}
    for cell, tile in found:
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
