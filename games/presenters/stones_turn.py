"""A turn of Shifting Stones while it is prepared: its steps, what it is worth, what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.shifting_stones.deck import CARDS
from games.rules.shifting_stones.drawing import LARGEST_HAND
from games.rules.shifting_stones.ending import STRIKES_LOSE
from games.rules.shifting_stones.rehearsal import Rehearsal, may_mix, rehearse
from games.rules.shifting_stones.stones import CELLS, PAIRS
from games.rules.shifting_stones.turn import matching_cells
from games.stone_words import card_name, place_of, stone_name
from games.words import explain

Draft = Sequence[Mapping[str, Any]]
END: Mapping[str, Any] = {"kind": "end"}
SKIP: Mapping[str, Any] = {"kind": "skip"}
ENDINGS = ("end", "skip")


def own_side(
    view: Mapping[str, Any],
    seat: int,
    rehearsal: Rehearsal,
    *,
    draft: Draft,
    hand_order: Sequence[str],
    my_turn: bool,
) -> dict[str, Any]:
    """What only who sits there sees: the hand, and the turn as it is prepared."""
    hand = _hand(view["hand"], hand_order, rehearsal, draft)
    return {
        "mixes": may_mix(view, seat),
        "draft": list(draft),
        "draft_before": list(draft[:-1]),
        "failed_at": rehearsal.failed_at,
        "hand": hand,
        "crowded": len(hand) > LARGEST_HAND - 2,
        "steps": _steps(rehearsal, draft),
        "preview": _preview(view, seat, rehearsal, draft),
        "ending": [*draft] if rehearsal.last.over else [*draft, END],
        "can_end": my_turn and rehearsal.error is None,
        "skip": _skip(view, seat) if my_turn and not draft and view["may_skip"] else None,
        "choices": _choices(rehearsal),
    }


def _hand(
    held: Sequence[str], order: Sequence[str], rehearsal: Rehearsal, draft: Draft
) -> list[dict[str, Any]]:
    """The hand as the player arranged it, new cards last; which are spent, and which match."""
    arranged = [card for card in order if card in held]
    arranged += [card for card in held if card not in arranged]
    holding = draft[: rehearsal.failed_at]
    spent = {step["card"]: step["kind"] for step in holding if "card" in step}
    scorable = rehearsal.last.matching
    stones = rehearsal.last.turn.stones
    cards = []
    for key, card in enumerate(arranged, start=1):
        cells = sorted({cell for place in matching_cells(card, stones) for cell in place})
        used = spent.get(card, "")
        cards.append(
            {
                "card": card,
                "key": key,
                "name": card_name(card),
                "points": CARDS[card].points,
                "used": used,
                "use_words": _use_words(used),
                "cells": [] if used else cells,
                "lit": bool(cells) and not used,
                "scorable": card in scorable,
                "scoring": [*holding, {"kind": "score", "card": card}],
            }
        )
    return cards


def _use_words(used: str) -> str:
    if not used:
        return ""
    return _("scored in this turn") if used == "score" else _("discarded in this turn")


def _steps(rehearsal: Rehearsal, draft: Draft) -> list[dict[str, Any]]:
    """What is staged, one after the other; those after one that fails are not looked at."""
    failed = rehearsal.failed_at
    steps = []
    for number, step in enumerate(draft):
        stones = rehearsal.moments[min(number, len(rehearsal.moments) - 1)].stones
        steps.append(_step(step, stones) | {"wrong": failed is not None and number >= failed})
    return steps


def _step(step: Mapping[str, Any], stones: Sequence[str]) -> dict[str, Any]:
    kind = step["kind"]
    if kind == "swap":
        one, other = (stones[cell] for cell in step["cells"])
        words = _("swap %(one)s and %(other)s")
        names = {"one": stone_name(one), "other": stone_name(other)}
        return {"kind": kind, "sides": [one, other], "words": words % names}
    if kind == "flip":
        side = stones[step["cell"]]
        words = _("turn over %(stone)s") % {"stone": stone_name(side)}
        return {"kind": kind, "sides": [side], "words": words}
    if kind == "score":
        points = CARDS[step["card"]].points
        words = ngettext("score %(points)s point", "score %(points)s points", points)
        return {"kind": kind, "points": points, "words": words % {"points": points}}
    return {"kind": kind, "words": _("end the turn") if kind == "end" else _("skip the turn")}


def _preview(
    view: Mapping[str, Any], seat: int, rehearsal: Rehearsal, draft: Draft
) -> dict[str, Any]:
    """What the turn would make, and what would follow; or what is wrong with it."""
    if rehearsal.error:
        number = (rehearsal.failed_at or 0) + 1
        words = _("Step %(number)s: %(error)s")
        return {"legal": False, "words": words % {"number": number, "error": _error(rehearsal)}}
    points = rehearsal.points
    won = rehearsal.last.over and not any(step["kind"] in ENDINGS for step in draft)
    strike = view["strikes"] is not None and not points and not won
    ended = rehearsal if rehearsal.last.over else rehearse(view, [*draft, END], seat)
    return {
        "legal": True,
        "points": points,
        "won": won,
        "draws": 0 if won else ended.last.draws,
        "strike": view["strikes"] + 1 if strike else None,
        "fatal": strike and view["strikes"] + 1 == STRIKES_LOSE,
    }


def _error(rehearsal: Rehearsal) -> str:
    assert rehearsal.error is not None
    return explain(rehearsal.error)


def _skip(view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    return {"draws": rehearse(view, [SKIP], seat).last.draws, "actions": [SKIP]}


def _choices(rehearsal: Rehearsal) -> list[dict[str, str]]:
    """Every shift, as a list to choose from without scripts."""
    if rehearsal.last.over or not rehearsal.last.turn.allows("shift"):
        return []
    stones = rehearsal.last.stones
    swap = _("swap row %(row)s, column %(column)s, %(one)s, with %(other)s")
    flip = _("turn over row %(row)s, column %(column)s, %(stone)s")
    choices = []
    for one, other in PAIRS:
        names = {"one": stone_name(stones[one]), "other": stone_name(stones[other])}
        label = swap % {**place_of(one), **names}
        choices.append({"value": f"swap:{one},{other}", "label": label})
    for cell in CELLS:
        label = flip % {**place_of(cell), "stone": stone_name(stones[cell])}
        choices.append({"value": f"flip:{cell}", "label": label})
    return choices
