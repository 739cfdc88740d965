"""Qwirkle's table: the board as rows of named cells, the hand, the draft and what it is worth."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import PlayedAction
from games.engine.errors import GameError, MalformedAction
from games.engine.jsontypes import ActionJson, Json, JsonObject
from games.kit.presenter import Mark, Part
from games.qwirkle.pictures import board_svg, hand_svg, png
from games.qwirkle.presenter.board import Bounds, rows_of
from games.qwirkle.presenter.shown import Picture, QwirkleEntry, Table, Unseen
from games.qwirkle.presenter.sums import cells_of, sum_of
from games.qwirkle.presenter.turn import drafted, with_own_side
from games.qwirkle.rules.board import Grid, PlacedTile, named
from games.qwirkle.rules.tiles import COLOURS, COPIES, HAND_SIZE, SHAPES
from games.qwirkle.rules.view import QwirkleView, played
from games.qwirkle.words import tile_name

log = logging.getLogger(__name__)


class QwirklePresenter:
    def table(
        self,
        view: QwirkleView,
        *,
        seat: int | None,
        draft: Sequence[ActionJson],
        hand_order: Sequence[str],
        last: Sequence[ActionJson],
        my_turn: bool,
    ) -> Table:
        bounds = Bounds.around(view["board"])
        marked = {(x, y) for action in last for _name, x, y in _placed(action)}
        table = Table(
            view=view,
            bounds=bounds,
            rows=rows_of(view["board"], bounds, marked),
            tracker=_tracker(view),
        )
        return with_own_side(table, draft, hand_order, my_turn) if "hand" in view else table

    def read_form(self, form: QueryDict, draft: Sequence[ActionJson]) -> list[ActionJson]:
        """A trade, a pass, or one more tile for the draft at a cell like "3,-1"."""
        if form.get("kind") != "lay":
            action: dict[str, object] = {"kind": form.get("kind", "")}
            return [action | {"tiles": form.getlist("tiles")}] if "tiles" in form else [action]
        tile, _, cell = form.get("where", "").partition("@")
        x, _, y = cell.partition(",")
        if not all(number.removeprefix("-").isdecimal() and len(number) < 5 for number in (x, y)):
            raise MalformedAction("not-a-coordinate")
        lies = [named(*item) for item in drafted(draft).laid]
        return [{"kind": "place", "tiles": [*lies, [tile, int(x), int(y)]]}]

    def png(self, view: QwirkleView, last: Sequence[ActionJson]) -> bytes:
        marked = {(x, y) for action in last for _name, x, y in _placed(action)}
        if not view["board"]:
            return b""
        bounds = Bounds.around(view["board"])
        return png(board_svg(view["board"], marked), bounds.right - bounds.left + 3)

    def hand_png(self, view: QwirkleView) -> bytes:
        return png(hand_svg(view["hand"]), len(view["hand"]) + 2)

    def hand_words(self, view: QwirkleView) -> str:
        return ", ".join(tile_name(name) for name in view["hand"])

    def mail_entry(self, turn: Sequence[PlayedAction]) -> str:
        entry = self.entry(turn)
        return ", ".join(tile_name(name) for name in entry.tiles) or entry.words

    def standing(self, view: QwirkleView, seat: int) -> str:
        count = view["hands"][seat]
        return ngettext("%(count)s tile", "%(count)s tiles", count) % {"count": count}

    def marks(self, view: QwirkleView, seat: int) -> list[Mark]:
        return []

    def ends_turn(self, action: ActionJson) -> bool:
        """In Qwirkle a turn is one action."""
        return True

    def option_fields(self) -> dict[str, forms.Field]:
        return {}

    def read_options(self, chosen: Mapping[str, object]) -> dict[str, object]:
        return {}

    def option_words(self, options: Mapping[str, object], seats: int) -> list[str]:
        return []

    def picture(self, view: QwirkleView) -> Picture:
        return Picture(view["board"])

    def entry(self, turn: Sequence[PlayedAction]) -> QwirkleEntry:
        """Which tiles were traded is nobody else's business; how many everybody saw."""
        action = played(turn[-1].action)
        count = len(action["tiles"]) if action["kind"] == "trade" else 0
        tiles = [item[0] for item in _placed(turn[-1].action)]
        return QwirkleEntry(tiles=tiles, words=_entry_words(action["kind"], count))

    def shown(self, turn: Sequence[PlayedAction]) -> list[JsonObject]:
        """Where tiles were laid; of any other turn no more than what it was."""
        action = played(turn[-1].action)
        laid: list[Json] = [[name, x, y] for name, x, y in _placed(turn[-1].action)]
        return [{"kind": action["kind"], "tiles": laid}]

    def drawn(self, view: QwirkleView, own: Sequence[ActionJson]) -> list[str]:
        """They lie at the end: as many as fill the hand up after what was laid or traded."""
        action = played(own[-1])
        spent = len(action["tiles"]) if action["kind"] in ("place", "trade") else 0
        hand = view["hand"]
        return hand[min(len(hand), HAND_SIZE - spent) :]

    def sums(self, turns: Sequence[Sequence[PlayedAction]]) -> list[list[Part]]:
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


def _placed(action: ActionJson) -> Sequence[PlacedTile]:
    told = played(action)
    return told["tiles"] if told["kind"] == "place" else ()


def _entry_words(kind: str, count: int) -> str:
    words = {
        "trade": ngettext("traded %(count)s tile", "traded %(count)s tiles", count)
        % {"count": count},
        "pass": _("passed"),
        "skip-turn": _("turn skipped"),
        "withdraw": _("left the game"),
    }
    return words.get(kind, "")


def _tracker(view: QwirkleView) -> list[Unseen]:
    """How many of each tile the reader has not seen: neither on the board nor in their hand."""
    seen = Counter(item[0] for item in view["board"]) + Counter(view.get("hand", ()))
    return [
        Unseen(name, COPIES - seen[name])
        for name in (colour + shape for colour in COLOURS for shape in SHAPES)
    ]
