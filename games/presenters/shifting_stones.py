"""Shifting Stones' table: the nine stones, the cards that were put down, the hand and the draft."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Move
from games.presenters.contract import Mark
from games.presenters.stones_history import entry_of, mail_words, shifted_cells
from games.presenters.stones_options import marks_of, option_fields, option_words, read_options
from games.presenters.stones_pictures import TABLE, cards_png, laid_out, table_png
from games.presenters.stones_turn import own_side
from games.rules.errors import MalformedAction
from games.rules.shifting_stones.deck import CARDS, points_of
from games.rules.shifting_stones.ending import STRIKES_LOSE
from games.rules.shifting_stones.rehearsal import Rehearsal, rehearse
from games.rules.shifting_stones.stones import CELLS, PAIRS, SIDES, SIDES_BY_NAME, WIDTH
from games.stone_words import card_names, stone_at, stone_name

TURN_ENDS = frozenset({"end", "skip", "skip-turn", "withdraw"})


class ShiftingStonesPresenter:
    name: Promise = gettext_lazy("Shifting Stones")
    rules_page = "shifting-stones-rules"
    strict_alone = True

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
        rehearsal = rehearse(view, draft, seat) if "hand" in view and seat is not None else None
        context = {
            "view": view,
            "rows": _rows(view, rehearsal, shifted_cells(last)),
            "scored": [_scored(view, number) for number in range(len(view["scored"]))],
            "discards": list(reversed(view["discards"])),
            "strikes": _strikes(view),
            "draft": [],
        }
        if rehearsal is not None and seat is not None:
            context |= own_side(
                view, seat, rehearsal, draft=draft, hand_order=hand_order, my_turn=my_turn
            )
        return context

    def read_form(self, form: QueryDict, draft: Sequence[Mapping[str, Any]]) -> list[object]:
        """One more step for the draft: a shift like "swap:0,1" or "flip:4", or a score."""
        kind, card = form.get("kind", ""), form.get("card", "")
        if kind == "shift":
            return [*draft, {**_shift(form.get("where", "")), "card": card}]
        if kind == "score":
            return [*draft, {"kind": kind, "card": card}]
        return [*draft, {"kind": kind}]

    def png(self, view: Mapping[str, Any], last: Sequence[Mapping[str, Any]]) -> bytes:
        return table_png(view["stones"], shifted_cells(last))

    def hand_png(self, view: Mapping[str, Any]) -> bytes:
        return cards_png(view["hand"])

    def hand_words(self, view: Mapping[str, Any]) -> str:
        return card_names(view["hand"])

    def picture(self, view: Mapping[str, Any]) -> dict[str, Any]:
        return {"stones": laid_out(view["stones"]), "size": TABLE}

    def standing(self, view: Mapping[str, Any], seat: int) -> str:
        held, scored = view["hands"][seat], len(view["scored"][seat])
        cards = ngettext("%(count)s card", "%(count)s cards", held) % {"count": held}
        words = _("%(scored)s of %(goal)s scored")
        if scored > view["goal"]:
            words = _("%(scored)s scored (goal %(goal)s)")
        far = words % {"scored": scored, "goal": view["goal"]}
        return f"{cards} · {far}"

    def marks(self, view: Mapping[str, Any], seat: int) -> list[Mark]:
        return marks_of(view, seat)

    def ends_turn(self, action: Mapping[str, Any]) -> bool:
        return action["kind"] in TURN_ENDS

    def entry(self, turn: Sequence[Move]) -> dict[str, Any]:
        return entry_of(turn)

    def sums(self, turns: Sequence[Sequence[Move]]) -> list[list[Any]]:
        """The cards scored say it all."""
        return [[] for _turn in turns]

    def mail_entry(self, turn: Sequence[Move]) -> str:
        return mail_words(turn)

    def option_fields(self) -> dict[str, forms.Field]:
        return option_fields()

    def read_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        return read_options(chosen)

    def option_words(self, options: Mapping[str, Any], seats: int) -> list[str]:
        return option_words(options, seats)


def _shift(where: str) -> dict[str, Any]:
    kind, _colon, cells = where.partition(":")
    numbers = cells.split(",")
    if not all(number.isdecimal() and len(number) == 1 for number in numbers):
        raise MalformedAction("not-a-cell")
    if kind == "flip" and len(numbers) == 1:
        return {"kind": kind, "cell": int(numbers[0])}
    return {"kind": kind, "cells": [int(number) for number in numbers]}


def _rows(
    view: Mapping[str, Any], rehearsal: Rehearsal | None, new: Collection[int]
) -> list[list[dict[str, Any]]]:
    """The stones as they would lie after what is staged, and which of them that changed."""
    lie: list[str] = view["stones"]
    stones = rehearsal.last.stones if rehearsal else lie
    error = rehearsal.error if rehearsal else None
    wrong: Any = (error.data.get("cells") if error else None) or ()
    cells = [
        {
            "cell": cell,
            "side": side,
            "other": other_side(side),
            "label": stone_at(cell, side),
            "flip_label": _("%(place)s; turn it over to %(stone)s")
            % {"place": stone_at(cell, side), "stone": stone_name(other_side(side))},
            "beside": " ".join(str(sum(pair) - cell) for pair in PAIRS if cell in pair),
            "new": cell in new,
            "staged": side != lie[cell],
            "wrong": cell in wrong,
        }
        for cell, side in enumerate(stones)
    ]
    return [cells[start : start + WIDTH] for start in range(0, len(CELLS), WIDTH)]


def other_side(side: str) -> str:
    return SIDES[SIDES_BY_NAME[side] ^ 1]


def _scored(view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The cards before a seat; at the end, the bonus is what its points are more than these."""
    cards = view["scored"][seat]
    return {
        "cards": sorted(cards),
        "count": len(cards),
        "ones": sum(CARDS[card].points == 1 for card in cards),
        "bonus": view["scores"][seat] - points_of(cards),
        "reached": len(cards) >= view["goal"],
    }


def _strikes(view: Mapping[str, Any]) -> list[bool]:
    """Alone: the four strikes, those that were got first."""
    if view["strikes"] is None:
        return []
    return [number < view["strikes"] for number in range(STRIKES_LOSE)]
