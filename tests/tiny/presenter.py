"""What pages, mails and the desk show of Pebbles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import resvg_py
from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine.contract import PlayedAction
from games.kit.presenter import Entry, Mark, Part, PlaceOffered
from tests.tiny.rules import GOALS, NUMBERS, points_of

CELL = 44


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyEntry(Entry):
    @property
    def drawing(self) -> SafeString:
        return format_html('<span class="pebble-entry">{}</span>', self.words)


class TinyPresenter:
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
        known = sorted(view.get("hand", ()), key=lambda name: _place(name, hand_order))
        shown = [action["pebble"] for action in draft if action["kind"] == "show"]
        return {
            "view": view,
            "ring": [NUMBERS[name] for name in view["ring"]],
            "hand": [{"name": name, "number": NUMBERS[name]} for name in known],
            "draft": list(draft),
            "worth": points_of(view["ring"], shown[-1]) if shown else None,
        }

    def places(
        self,
        view: Mapping[str, Any],
        *,
        draft: Sequence[Mapping[str, Any]],
        piece: str,
        my_turn: bool,
    ) -> list[PlaceOffered]:
        return [PlaceOffered(0, 0, f"the ring for {piece}")]

    def read_form(self, form: QueryDict, draft: Sequence[Mapping[str, Any]]) -> list[object]:
        return [{"kind": "show", "pebble": form.get("pebble", "")}, {"kind": "end"}]

    def png(self, view: Mapping[str, Any], last: Sequence[Mapping[str, Any]]) -> bytes:
        return _png(view["ring"]) if view["ring"] else b""

    def preview(self, view: Mapping[str, Any], last: Sequence[Mapping[str, Any]]) -> bytes:
        return _png(view["ring"])

    def hand_png(self, view: Mapping[str, Any]) -> bytes:
        return _png(view["hand"])

    def hand_words(self, view: Mapping[str, Any]) -> str:
        return " and ".join(f"pebble {NUMBERS[name]}" for name in view["hand"])

    def picture(self, view: Mapping[str, Any]) -> str:
        ring = " ".join(str(NUMBERS[name]) for name in view["ring"])
        words = f'<text class="pebble-picture" y="9">{ring}</text>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 9">{words}</svg>'

    def standing(self, view: Mapping[str, Any], seat: int) -> str:
        return f"{view['hands'][seat]} pebbles held"

    def marks(self, view: Mapping[str, Any], seat: int) -> list[Mark]:
        leads = view["scores"][seat] == max(view["scores"]) > 0
        return [Mark("crown", "leads the pebbles")] if leads else []

    def ends_turn(self, action: Mapping[str, Any]) -> bool:
        return action["kind"] != "show"

    def entry(self, turn: Sequence[PlayedAction]) -> Entry:
        numbers = [NUMBERS[it.action["pebble"]] for it in turn if it.action["kind"] == "show"]
        done = {"skip-turn": "slept through it", "withdraw": "went home"}
        words = done.get(turn[-1].action["kind"]) or "".join(f"showed a {n}" for n in numbers)
        return TinyEntry(words=words)

    def sums(self, turns: Sequence[Sequence[PlayedAction]]) -> list[list[Part]]:
        return [[Part(f"{it.points} for the pebble") for it in turn if it.points] for turn in turns]

    def sum_of(
        self, turn: Sequence[PlayedAction], view: Mapping[str, Any], now: Mapping[str, Any]
    ) -> list[Part]:
        return self.sums([turn])[0]

    def shown(self, turn: Sequence[PlayedAction]) -> list[dict[str, Any]]:
        return [{"kind": it.action["kind"]} for it in turn]

    def drawn(self, view: Mapping[str, Any], own: Sequence[Mapping[str, Any]]) -> list[str]:
        return list(view["hand"][-1:])

    def mail_entry(self, turn: Sequence[PlayedAction]) -> str:
        return f"pebbles: {self.entry(turn).words}"

    def option_fields(self) -> dict[str, forms.Field]:
        choices = [("", "as usual"), *((str(goal), f"{goal} points") for goal in GOALS)]
        return {"goal": forms.ChoiceField(label="Pebble goal", choices=choices, required=False)}

    def read_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        return {"goal": int(chosen["goal"])} if chosen.get("goal") else {}

    def option_words(self, options: Mapping[str, Any], seats: int) -> list[str]:
        return [f"to {options['goal']} points"] if "goal" in options else []


def _place(name: str, order: Sequence[str]) -> int:
    return order.index(name) if name in order else len(order)


def _png(names: Sequence[str]) -> bytes:
    """As many circles as pebbles; an empty hand is an empty picture."""
    circles = "".join(
        f'<circle cx="{CELL * place + CELL // 2}" cy="{CELL // 2}" r="{3 * NUMBERS[name]}"/>'
        for place, name in enumerate(names)
    )
    width = CELL * max(1, len(names))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {CELL}">{circles}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
