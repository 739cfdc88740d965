"""Qwirkle's table: the board as rows of named cells, the hand, the draft and what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Move
from games.presenters.pictures import board_svg, hand_svg, png
from games.rules.errors import GameError, MalformedAction
from games.rules.qwirkle.actions import Place, parse
from games.rules.qwirkle.board import position_of
from games.rules.qwirkle.rehearsal import cells_that_fit, rehearse
from games.rules.qwirkle.tiles import COLOURS, COPIES, NAMES, SHAPES
from games.words import explain, tile_name

Placed = Sequence[Any]
MARGIN = 2


@dataclass(frozen=True, slots=True)
class Bounds:
    """The played area with room around it; rows and columns are counted from its corner."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, placed: Iterable[Placed]) -> Bounds:
        items = list(placed)
        xs, ys = [item[1] for item in items] or [0], [item[2] for item in items] or [0]
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def view_box(self) -> str:
        width, height = self.right - self.left + 1, self.bottom - self.top + 1
        return (
            f"{self.left - MARGIN} {self.top - MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
        )

    def row(self, y: int) -> int:
        return y - self.top + 1

    def column(self, x: int) -> int:
        return x - self.left + 1


class QwirklePresenter:
    name: Promise = gettext_lazy("Qwirkle")
    rules_page = "qwirkle-rules"

    def table(
        self,
        view: Mapping[str, Any],
        *,
        seat: int | None,
        draft: Sequence[Mapping[str, Any]],
        hand_order: Sequence[str],
        last: Sequence[Mapping[str, Any]],
        my_turn: bool,
    ) -> dict[str, Any]:
        bounds = Bounds.around(view["board"])
        marked = {(x, y) for action in last for _name, x, y in _placed(action)}
        context = {
            "view": view,
            "bounds": bounds,
            "rows": _rows(view["board"], bounds, marked),
            "tracker": _tracker(view),
            "draft": [],
            "hints": {},
        }
        if "hand" in view:
            context |= _own_side(view, bounds, draft, hand_order, my_turn)
        return context

    def read_form(self, form: QueryDict, draft: Sequence[Mapping[str, Any]]) -> list[object]:
        """A trade, a pass, or one more tile for the draft at a cell like "3,-1"."""
        if form.get("kind") != "lay":
            action: dict[str, object] = {"kind": form.get("kind", "")}
            return [action | {"tiles": form.getlist("tiles")}] if "tiles" in form else [action]
        tile, _, cell = form.get("where", "").partition("@")
        x, _, y = cell.partition(",")
        if not all(number.removeprefix("-").isdecimal() and len(number) < 5 for number in (x, y)):
            raise MalformedAction("not-a-coordinate")
        lies: Any = _drafted(draft).to_json()["tiles"]
        return [{"kind": "place", "tiles": [*lies, [tile, int(x), int(y)]]}]

    def png(self, view: Mapping[str, Any], last: Sequence[Mapping[str, Any]]) -> bytes:
        marked = {(x, y) for action in last for _name, x, y in _placed(action)}
        if not view["board"]:
            return b""
        bounds = Bounds.around(view["board"])
        return png(board_svg(view["board"], marked), bounds.right - bounds.left + 3)

    def hand_png(self, view: Mapping[str, Any]) -> bytes:
        return png(hand_svg(view["hand"]), len(view["hand"]) + 2)

    def hand_words(self, view: Mapping[str, Any]) -> str:
        return ", ".join(tile_name(name) for name in view["hand"])

    def mail_entry(self, turn: Sequence[Move]) -> str:
        entry = self.entry(turn)
        return ", ".join(tile_name(name) for name in entry["tiles"]) or str(entry["words"])

    def standing(self, view: Mapping[str, Any], seat: int) -> str:
        count = view["hands"][seat]
        return ngettext("%(count)s tile", "%(count)s tiles", count) % {"count": count}

    def ends_turn(self, action: Mapping[str, Any]) -> bool:
        """In Qwirkle a turn is one action."""
        return True

    def option_fields(self) -> dict[str, forms.Field]:
        return {}

    def option_words(self, options: Mapping[str, Any], seats: int) -> list[str]:
        return []

    def picture(self, view: Mapping[str, Any]) -> dict[str, Any]:
        return {"board": view["board"]}

    def entry(self, turn: Sequence[Move]) -> dict[str, Any]:
        """Which tiles were traded is nobody else's business; how many everybody saw."""
        action = turn[-1].action
        count = len(action.get("tiles", ()))
        tiles = [item[0] for item in _placed(action)]
        return {"tiles": tiles, "words": _entry_words(action["kind"], count)}


def _placed(action: Mapping[str, Any]) -> Sequence[Placed]:
    return action["tiles"] if action["kind"] == "place" else ()


def _entry_words(kind: str, count: int) -> str:
    words = {
        "trade": ngettext("traded %(count)s tile", "traded %(count)s tiles", count)
        % {"count": count},
        "pass": _("passed"),
        "skip-turn": _("turn skipped"),
        "withdraw": _("left the game"),
    }
    return words.get(kind, "")


def _rows(
    board: Sequence[Placed], bounds: Bounds, marked: set[tuple[int, int]]
) -> list[dict[str, Any]]:
    rows: dict[int, list[dict[str, Any]]] = {}
    for name, x, y in sorted(board, key=lambda item: (item[2], item[1])):
        place = {"row": bounds.row(y), "column": bounds.column(x), "tile": tile_name(name)}
        label = _("row %(row)s, column %(column)s: %(tile)s") % place
        cell = {"tile": name, "x": x, "y": y, "label": label, "new": (x, y) in marked}
        rows.setdefault(y, []).append(cell)
    return [{"number": bounds.row(y), "cells": cells} for y, cells in rows.items()]


def _tracker(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How many of each tile the reader has not seen: neither on the board nor in their hand."""
    seen = Counter(item[0] for item in view["board"]) + Counter(view.get("hand", ()))
    return [
        {"tile": name, "left": COPIES - seen[name]}
        for name in (colour + shape for colour in COLOURS for shape in SHAPES)
    ]


def _own_side(
    view: Mapping[str, Any],
    bounds: Bounds,
    draft: Sequence[Mapping[str, Any]],
    hand_order: Sequence[str],
    my_turn: bool,
) -> dict[str, Any]:
    action = _drafted(draft)
    placed = [[NAMES[tile], *position_of(cell)] for cell, tile in action.laid]
    may_plan = my_turn or bool(view["board"])
    fitting = cells_that_fit(view, action.laid) if may_plan else {}
    return {
        "draft": placed,
        "draft_actions": [action.to_json()] if placed else [],
        "hand": _hand(view["hand"], hand_order, [str(item[0]) for item in placed]),
        "hints": {
            NAMES[tile]: sorted(position_of(cell) for cell in cells)
            for tile, cells in fitting.items()
        },
        "choices": _choices(fitting, bounds),
        "preview": _preview(view, action, bounds) if action.laid and may_plan else None,
        # More tiles could make it legal: then it is not wrong, but not finished.
        "unfinished": bool(fitting),
        "can_trade": my_turn and view["bag"] > 0 and view["opening"] is None,
        "can_pass": my_turn and not view["bag"] and not fitting and not placed,
    }


def _drafted(draft: Sequence[Mapping[str, Any]]) -> Place:
    """Only tiles to be laid are shown while they are prepared."""
    action = parse(draft[0]) if draft else None
    return action if isinstance(action, Place) else Place(())


def _choices(fitting: Mapping[int, Iterable[int]], bounds: Bounds) -> list[dict[str, str]]:
    """Where each tile can go, as a list to choose from without scripts."""
    choices = []
    for tile, cells in fitting.items():
        for x, y in sorted(position_of(cell) for cell in cells):
            place = {"row": bounds.row(y), "column": bounds.column(x)}
            words = _("row %(row)s, column %(column)s: %(tile)s")
            label = words % {**place, "tile": tile_name(NAMES[tile])}
            choices.append({"value": f"{NAMES[tile]}@{x},{y}", "label": label})
    return choices


def _hand(hand: Sequence[str], order: Sequence[str], used: Sequence[str]) -> list[dict[str, Any]]:
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
        tiles.append({"tile": name, "name": tile_name(name), "key": index, "used": lies})
    return tiles


def _preview(view: Mapping[str, Any], action: Place, bounds: Bounds) -> dict[str, Any]:
    """The points that the draft would make, line by line; or what is wrong, and where."""
    try:
        step = rehearse(view, action)
    except GameError as error:
        wrong = error.data.get("tiles") or []
        return {"legal": False, "words": explain(error), "wrong": wrong}
    placed: Mapping[str, Any] = step.events[0].data
    lines = [_line_words(line, bounds) for line in placed["lines"]]
    if any(event.kind == "bonus" for event in step.events):
        lines.append(_("last tile: 6"))
    return {"legal": True, "points": step.points, "lines": lines, "wrong": []}


def _line_words(line: Sequence[Placed], bounds: Bounds) -> str:
    length = len(line)
    values = {
        "points": length if length < len(SHAPES) else 2 * length,
        "row": bounds.row(line[0][2]),
        "column": bounds.column(line[0][1]),
    }
    in_row = line[0][2] == line[-1][2]
    if length == len(SHAPES):
        words = _("Qwirkle in row %(row)s: %(points)s") if in_row else ""
        return (words or _("Qwirkle in column %(column)s: %(points)s")) % values
    return (_("row %(row)s: %(points)s") if in_row else _("column %(column)s: %(points)s")) % values
