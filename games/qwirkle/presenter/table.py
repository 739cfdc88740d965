"""Qwirkle's table: the board, the hand, the draft and what it is worth."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import PlayedAction
from games.engine.errors import MalformedAction
from games.engine.jsontypes import ActionJson, Json, JsonObject
from games.kit.presenter import Mark, Part, PlaceOffered
from games.kit.preview import framed_png
from games.qwirkle.pictures import hand_png, png, small_svg
from games.qwirkle.presenter.board import Bounds
from games.qwirkle.presenter.places import places_for
from games.qwirkle.presenter.shown import QwirkleEntry, Table, Unseen
from games.qwirkle.presenter.sums import cells_of, sum_of, sums_of
from games.qwirkle.presenter.turn import drafted, with_own_side
from games.qwirkle.rules.board import Grid, Laid, PlacedTile, named
from games.qwirkle.rules.tiles import COLOURS, COPIES, HAND_SIZE, SHAPES
from games.qwirkle.rules.view import QwirkleView, played
from games.qwirkle.words import tile_name

log = logging.getLogger(__name__)

ENTRY_WORDS: Mapping[str, Promise] = {
    "pass": gettext_lazy("passed"),
    "skip-turn": gettext_lazy("turn skipped"),
    "withdraw": gettext_lazy("left the game"),
}


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
        table = Table(
            view=view,
            bounds=bounds,
            marked=_laid_by(last),
            tracker=_tracker(view),
        )
        return with_own_side(table, draft, hand_order, my_turn) if "hand" in view else table

    def places(
        self, view: QwirkleView, *, draft: Sequence[ActionJson], piece: str, my_turn: bool
    ) -> list[PlaceOffered]:
        """Nobody plans an opening that may not be theirs."""
        may_plan = my_turn or view["board"]
        return places_for(view, drafted(draft), piece) if may_plan else []

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
        return png(view["board"], _laid_by(last)) if view["board"] else b""

    def preview(self, view: QwirkleView, last: Sequence[ActionJson]) -> bytes:
        return framed_png(small_svg(view["board"], _laid_by(last)))

    def hand_png(self, view: QwirkleView) -> bytes:
        return hand_png(view["hand"])

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

    def picture(self, view: QwirkleView) -> str:
        return small_svg(view["board"])

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
        """Line by line, as the board was then."""
        return sums_of([(_laid(turn[-1].action), turn[-1].points) for turn in turns])

    def sum_of(
        self, turn: Sequence[PlayedAction], view: QwirkleView, now: QwirkleView
    ) -> list[Part]:
        """Tiles stay where they are laid: they are missing only on a table from before."""
        laid, own = _placed(turn[-1].action), _laid_by([turn[-1].action])
        before = [item for item in view["board"] if (item[1], item[2]) not in own]
        parts = sum_of(Grid.of(before), cells_of(laid), turn[-1].points)
        lie_there = own <= {(x, y) for _name, x, y in now["board"]}
        return parts if lie_there else [replace(part, cells="") for part in parts]


def _laid(action: ActionJson) -> Laid:
    """Nothing, where the record is wrong: the desk says so, and the page is shown all the same."""
    try:
        return cells_of(_placed(action))
    except LookupError:
        log.warning("no tiles have the names of %s", action)
        return ()


def _placed(action: ActionJson) -> Sequence[PlacedTile]:
    told = played(action)
    return told["tiles"] if told["kind"] == "place" else ()


def _laid_by(last: Sequence[ActionJson]) -> set[tuple[int, int]]:
    """The cells that these actions filled."""
    return {(x, y) for action in last for _name, x, y in _placed(action)}


def _entry_words(kind: str, count: int) -> str:
    if kind == "trade":
        words = ngettext("traded %(count)s tile", "traded %(count)s tiles", count)
        return words % {"count": count}
    return str(ENTRY_WORDS.get(kind, ""))


def _tracker(view: QwirkleView) -> list[Unseen]:
    """How many of each tile the reader has not seen: neither on the board nor in their hand."""
    seen = Counter(item[0] for item in view["board"]) + Counter(view.get("hand", ()))
    return [
        Unseen(name, COPIES - seen[name])
        for name in (colour + shape for colour in COLOURS for shape in SHAPES)
    ]
