"""A turn of Qwirkle while it is prepared: the hand, what the draft is worth, what fits where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from games.engine.errors import GameError
from games.engine.jsontypes import ActionJson
from games.kit.explaining import explain
from games.kit.presenter import Choice
from games.qwirkle.presenter.board import Bounds
from games.qwirkle.presenter.shown import HandTile, Preview, Table
from games.qwirkle.presenter.sums import sum_of
from games.qwirkle.presenter.tips import tip_for
from games.qwirkle.rules.actions import Place, parse
from games.qwirkle.rules.board import Grid, named, position_of
from games.qwirkle.rules.rehearsal import Fitting, cells_that_fit, rehearse
from games.qwirkle.rules.tiles import NAMES
from games.qwirkle.rules.view import QwirkleView
from games.qwirkle.words import REFUSALS, tile_name


def with_own_side(
    table: Table, draft: Sequence[ActionJson], hand_order: Sequence[str], my_turn: bool
) -> Table:
    """The table with what only who sits there sees: the hand, and the turn as it is prepared."""
    view, action = table.view, drafted(draft)
    placed = [named(cell, tile) for cell, tile in action.laid]
    may_plan = my_turn or bool(view["board"])
    fitting = cells_that_fit(view, action.laid) if may_plan else Fitting()
    own = replace(
        table,
        draft=placed,
        draft_actions=[action.to_json()] if placed else [],
        draft_before=[Place(action.laid[:-1]).to_json()] if len(placed) > 1 else [],
        hand=_hand(view["hand"], hand_order, [item[0] for item in placed]),
        hints=_named(fitting.now),
        later=_named(fitting.later),
        choices=_choices(fitting.now, table.bounds),
        preview=_preview(view, action) if action.laid and may_plan else None,
        # More tiles could make it legal: then it is not wrong, but not finished.
        unfinished=bool(fitting),
        can_trade=my_turn and view["bag"] > 0 and view["opening"] is None,
        can_pass=my_turn and not view["bag"] and not fitting and not placed,
    )
    return replace(own, tip=tip_for(own, my_turn))


def _named(fitting: Mapping[int, Iterable[int]]) -> dict[str, list[tuple[int, int]]]:
    return {
        NAMES[tile]: sorted(position_of(cell) for cell in cells) for tile, cells in fitting.items()
    }


def drafted(draft: Sequence[ActionJson]) -> Place:
    """Only tiles to be laid are shown while they are prepared."""
    action = parse(draft[0]) if draft else None
    return action if isinstance(action, Place) else Place(())


def _choices(fitting: Mapping[int, Iterable[int]], bounds: Bounds) -> list[Choice]:
    """Where each tile can go, as a list to choose from without scripts."""
    choices = []
    where = cache(bounds.where)
    for tile, cells in fitting.items():
        name, words = NAMES[tile], tile_name(NAMES[tile])
        for x, y in sorted(map(position_of, cells)):
            choices.append(Choice(f"{name}@{x},{y}", f"{words}: {where(x, y)}"))
    return choices


def _hand(hand: Sequence[str], order: Sequence[str], used: Sequence[str]) -> list[HandTile]:
    """The hand as the player arranged it, new tiles last, and which of them lie in the draft."""
    rest = list(hand)
    arranged = []
    for name in order:
        if name in rest:
            rest.remove(name)
            arranged.append(name)
    left = Counter(used)
    tiles = []
    for index, name in enumerate([*arranged, *rest], start=1):
        lies = left[name] > 0
        left[name] -= lies
        tiles.append(HandTile(tile=name, name=tile_name(name), key=index, used=lies))
    return tiles


def _preview(view: QwirkleView, action: Place) -> Preview:
    """The points that the draft would make, line by line; or what is wrong, and where."""
    try:
        step = rehearse(view, action)
    except GameError as error:
        wrong = error.data.get("tiles")
        words = explain(error, REFUSALS)
        return Preview(legal=False, words=words, wrong=wrong if isinstance(wrong, list) else [])
    parts = sum_of(Grid.of(view["board"]), tuple(sorted(action.laid)), step.points)
    return Preview(legal=True, points=step.points, parts=parts)
