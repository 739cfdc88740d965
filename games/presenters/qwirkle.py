"""Qwirkle's table: the board as rows of named cells, the hand, the draft and what it is worth."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Move
from games.presenters.contract import Mark
from games.presenters.pictures import board_svg, hand_svg, png
from games.presenters.qwirkle_board import Bounds, Placed, rows_of
from games.presenters.qwirkle_sums import Part, cells_of, sum_of
from games.presenters.qwirkle_turn import drafted, own_side
from games.rules.errors import GameError, MalformedAction
from games.rules.qwirkle.board import Grid
from games.rules.qwirkle.tiles import COLOURS, COPIES, SHAPES
from games.words import tile_name

log = logging.getLogger(__name__)


class QwirklePresenter:
    name: Promise = gettext_lazy("Qwirkle")
    rules_page = "qwirkle-rules"
    strict_alone = False

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
            "rows": rows_of(view["board"], bounds, marked),
            "tracker": _tracker(view),
            "draft": [],
            "hints": {},
            "later": {},
        }
        if "hand" in view:
            context |= own_side(view, bounds, draft, hand_order, my_turn)
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
        lies: Any = drafted(draft).to_json()["tiles"]
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

    def marks(self, view: Mapping[str, Any], seat: int) -> list[Mark]:
        return []

    def ends_turn(self, action: Mapping[str, Any]) -> bool:
        """In Qwirkle a turn is one action."""
        return True

    def option_fields(self) -> dict[str, forms.Field]:
        return {}

    def read_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
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

    def sums(self, turns: Sequence[Sequence[Move]]) -> list[list[Part]]:
        """Line by line, as the board was then; nothing of a turn that the rules do not allow."""
        grid, sums = Grid(), []
        for turn in turns:
            parts: list[Part] = []
            try:
                laid = cells_of(_placed(turn[-1].action))
                parts, grid = sum_of(grid, laid, turn[-1].points), grid.lay(laid)
            except (GameError, LookupError):
                # That its record is wrong, the desk says; its page is shown all the same.
                log.warning("move %s has no sum", turn[-1])
            sums.append(parts)
        return sums


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


def _tracker(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How many of each tile the reader has not seen: neither on the board nor in their hand."""
    seen = Counter(item[0] for item in view["board"]) + Counter(view.get("hand", ()))
    return [
        {"tile": name, "left": COPIES - seen[name]}
        for name in (colour + shape for colour in COLOURS for shape in SHAPES)
    ]
