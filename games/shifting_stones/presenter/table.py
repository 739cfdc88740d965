"""Shifting Stones' table: the nine stones, the cards that were put down, the hand and the draft."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import PlayedAction
from games.engine.errors import MalformedAction
from games.engine.jsontypes import ActionJson, JsonObject
from games.kit.lasting import once_a_language
from games.kit.presenter import Mark, Part, PlaceOffered
from games.kit.preview import framed_png
from games.shifting_stones.pictures import cards_png, small_svg, table_png
from games.shifting_stones.presenter.history import entry_of, mail_words, shifted_cells
from games.shifting_stones.presenter.motion import cards_drawn, steps_shown
from games.shifting_stones.presenter.options import (
    marks_of,
    option_fields,
    option_words,
    read_options,
)
from games.shifting_stones.presenter.shown import Scored, Stone, StonesEntry, Table
from games.shifting_stones.presenter.sums import sum_of
from games.shifting_stones.presenter.turn import with_own_side
from games.shifting_stones.rules.deck import CARDS, points_of
from games.shifting_stones.rules.ending import STRIKES_LOSE
from games.shifting_stones.rules.rehearsal import Rehearsal, rehearse
from games.shifting_stones.rules.stones import CELLS, PAIRS, SIDES, SIDES_BY_NAME, WIDTH
from games.shifting_stones.rules.view import ShiftingStonesView
from games.shifting_stones.words import card_names, stone_at, stone_name

# For each cell those beside it, as "1 3".
BESIDE = [" ".join(str(sum(pair) - cell) for pair in PAIRS if cell in pair) for cell in CELLS]
TURN_ENDS = frozenset({"end", "skip", "skip-turn", "withdraw"})


class ShiftingStonesPresenter:
    def table(
        self,
        view: ShiftingStonesView,
        *,
        seat: int | None,
        draft: Sequence[ActionJson],
        hand_order: Sequence[str],
        last: Sequence[ActionJson],
        my_turn: bool,
    ) -> Table:
        rehearsal = rehearse(view, draft, seat) if "hand" in view and seat is not None else None
        table = Table(
            view=view,
            rows=_rows(view, rehearsal, shifted_cells(last)),
            scored=[_scored(view, number) for number in range(len(view["scored"]))],
            discards=list(reversed(view["discards"])),
            strikes=_strikes(view),
        )
        if rehearsal is None or seat is None:
            return table
        return with_own_side(
            table, seat, rehearsal, draft=draft, hand_order=hand_order, my_turn=my_turn
        )

    def places(
        self, view: ShiftingStonesView, *, draft: Sequence[ActionJson], piece: str, my_turn: bool
    ) -> list[PlaceOffered]:
        """Every stone is a button that says what it is."""
        return []

    def read_form(self, form: QueryDict, draft: Sequence[ActionJson]) -> list[ActionJson]:
        """One more step for the draft: a shift like "swap:0,1" or "flip:4", or a score."""
        kind, card = form.get("kind", ""), form.get("card", "")
        if kind == "shift":
            return [*draft, {**_shift(form.get("where", "")), "card": card}]
        if kind == "score":
            return [*draft, {"kind": kind, "card": card}]
        return [*draft, {"kind": kind}]

    def png(self, view: ShiftingStonesView, last: Sequence[ActionJson]) -> bytes:
        return table_png(view["stones"], shifted_cells(last))

    def preview(self, view: ShiftingStonesView, last: Sequence[ActionJson]) -> bytes:
        return framed_png(small_svg(view["stones"], shifted_cells(last)))

    def hand_png(self, view: ShiftingStonesView) -> bytes:
        return cards_png(view["hand"])

    def hand_words(self, view: ShiftingStonesView) -> str:
        return card_names(view["hand"])

    def picture(self, view: ShiftingStonesView) -> str:
        return small_svg(view["stones"])

    def standing(self, view: ShiftingStonesView, seat: int) -> str:
        held, scored = view["hands"][seat], len(view["scored"][seat])
        cards = ngettext("%(count)s card", "%(count)s cards", held) % {"count": held}
        words = _("%(scored)s of %(goal)s scored")
        if scored > view["goal"]:
            words = _("%(scored)s scored (goal %(goal)s)")
        far = words % {"scored": scored, "goal": view["goal"]}
        return f"{cards} · {far}"

    def marks(self, view: ShiftingStonesView, seat: int) -> list[Mark]:
        return marks_of(view, seat)

    def ends_turn(self, action: ActionJson) -> bool:
        return action["kind"] in TURN_ENDS

    def entry(self, turn: Sequence[PlayedAction]) -> StonesEntry:
        return entry_of(turn)

    def sums(self, turns: Sequence[Sequence[PlayedAction]]) -> list[list[Part]]:
        """The cards scored say it all."""
        return [[] for _turn in turns]

    def sum_of(
        self,
        turn: Sequence[PlayedAction],
        view: ShiftingStonesView,
        now: ShiftingStonesView,
    ) -> list[Part]:
        return sum_of(turn, view, now)

    def shown(self, turn: Sequence[PlayedAction]) -> list[JsonObject]:
        return steps_shown(turn)

    def drawn(self, view: ShiftingStonesView, own: Sequence[ActionJson]) -> list[str]:
        return cards_drawn(view["hand"], own)

    def mail_entry(self, turn: Sequence[PlayedAction]) -> str:
        return mail_words(turn)

    def option_fields(self) -> dict[str, forms.Field]:
        return option_fields()

    def read_options(self, chosen: Mapping[str, object]) -> dict[str, object]:
        return read_options(chosen)

    def option_words(self, options: Mapping[str, object], seats: int) -> list[str]:
        return option_words(options, seats)


def _shift(where: str) -> ActionJson:
    kind, _colon, cells = where.partition(":")
    numbers = cells.split(",")
    if not all(number.isdecimal() and len(number) == 1 for number in numbers):
        raise MalformedAction("not-a-cell")
    if kind == "flip" and len(numbers) == 1:
        return {"kind": kind, "cell": int(numbers[0])}
    return {"kind": kind, "cells": [int(number) for number in numbers]}


def _rows(
    view: ShiftingStonesView, rehearsal: Rehearsal | None, new: Collection[int]
) -> list[list[Stone]]:
    """The stones as they would lie after what is staged, and which of them that changed."""
    lie = view["stones"]
    stones = rehearsal.last.stones if rehearsal else lie
    error = rehearsal.error if rehearsal else None
    cells_named = error.data.get("cells") if error else None
    wrong = cells_named if isinstance(cells_named, list) else []
    cells = [
        Stone(
            cell=cell,
            side=side,
            other=other_side(side),
            label=stone_at(cell, side),
            flip_label=_flip_label(cell, side),
            beside=BESIDE[cell],
            new=cell in new,
            staged=side != lie[cell],
            wrong=cell in wrong,
        )
        for cell, side in enumerate(stones)
    ]
    return [cells[start : start + WIDTH] for start in range(0, len(CELLS), WIDTH)]


@once_a_language
def _flip_label(cell: int, side: str) -> str:
    words = _("%(place)s; turn it over to %(stone)s")
    return words % {"place": stone_at(cell, side), "stone": stone_name(other_side(side))}


def other_side(side: str) -> str:
    return SIDES[SIDES_BY_NAME[side] ^ 1]


def _scored(view: ShiftingStonesView, seat: int) -> Scored:
    """The cards before a seat; at the end, the bonus is what its points are more than these."""
    cards = view["scored"][seat]
    return Scored(
        cards=sorted(cards),
        count=len(cards),
        ones=sum(CARDS[card].points == 1 for card in cards),
        bonus=view["scores"][seat] - points_of(cards),
        reached=len(cards) >= view["goal"],
    )


def _strikes(view: ShiftingStonesView) -> list[bool]:
    """Alone: the four strikes, those that were got first."""
    got = view["strikes"]
    return [] if got is None else [number < got for number in range(STRIKES_LOSE)]
