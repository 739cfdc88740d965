"""A turn of Shifting Stones while it is prepared: its steps, what it is worth, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.jsontypes import ActionJson
from games.kit.explaining import explain
from games.kit.lasting import once_a_language
from games.kit.presenter import Choice
from games.shifting_stones.presenter.shown import HandCard, Preview, SkipOffer, Step, Table
from games.shifting_stones.presenter.tips import tip_for
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.drawing import LARGEST_HAND
from games.shifting_stones.rules.ending import STRIKES_LOSE
from games.shifting_stones.rules.rehearsal import Rehearsal, may_mix, rehearse
from games.shifting_stones.rules.stones import CELLS, PAIRS
from games.shifting_stones.rules.turn import matching_cells
from games.shifting_stones.rules.view import PlayedJson, ShiftingStonesView, played
from games.shifting_stones.words import REFUSALS, card_name, place_of, stone_name

Draft: TypeAlias = Sequence[ActionJson]
END: ActionJson = {"kind": "end"}
SKIP: ActionJson = {"kind": "skip"}
ENDINGS = ("end", "skip")


def with_own_side(
    table: Table,
    seat: int,
    rehearsal: Rehearsal,
    *,
    draft: Draft,
    hand_order: Sequence[str],
    my_turn: bool,
) -> Table:
    """The table with what only who sits there sees: the hand, and the turn as it is prepared."""
    view = table.view
    hand = _hand(view["hand"], hand_order, rehearsal, draft)
    own = replace(
        table,
        mixes=may_mix(view, seat),
        draft=list(draft),
        draft_before=list(draft[:-1]),
        failed_at=rehearsal.failed_at,
        hand=hand,
        crowded=len(hand) > LARGEST_HAND - 2,
        steps=_steps(rehearsal, draft),
        preview=_preview(view, seat, rehearsal, draft),
        ending=[*draft] if rehearsal.last.over else [*draft, END],
        can_end=my_turn and rehearsal.error is None,
        skip=_skip(view, seat) if my_turn and not draft and view["may_skip"] else None,
        choices=_choices(rehearsal),
    )
    return replace(own, tip=tip_for(own, my_turn))


def _hand(
    held: Sequence[str], order: Sequence[str], rehearsal: Rehearsal, draft: Draft
) -> list[HandCard]:
    """The hand as the player arranged it, new cards last; which are spent, and which match."""
    arranged = [card for card in order if card in held]
    arranged += [card for card in held if card not in arranged]
    holding = draft[: rehearsal.failed_at]
    spent = {step["card"]: step["kind"] for step in map(played, holding) if "card" in step}
    scorable = rehearsal.last.matching
    stones = rehearsal.last.turn.stones
    cards = []
    for key, card in enumerate(arranged, start=1):
        cells = sorted({cell for place in matching_cells(card, stones) for cell in place})
        used = spent.get(card, "")
        cards.append(
            HandCard(
                card=card,
                key=key,
                name=card_name(card),
                points=CARDS[card].points,
                used=used,
                use_words=_use_words(used),
                cells=[] if used else cells,
                lit=bool(cells) and not used,
                scorable=card in scorable,
                scoring=[*holding, {"kind": "score", "card": card}],
            )
        )
    return cards


def _use_words(used: str) -> str:
    if not used:
        return ""
    return _("scored in this turn") if used == "score" else _("discarded in this turn")


def _steps(rehearsal: Rehearsal, draft: Draft) -> list[Step]:
    """What is staged, one after the other; those after one that fails are not looked at."""
    failed = rehearsal.failed_at
    steps = []
    for number, step in enumerate(draft):
        stones = rehearsal.moments[min(number, len(rehearsal.moments) - 1)].stones
        wrong = failed is not None and number >= failed
        steps.append(replace(_step(played(step), stones), wrong=wrong))
    return steps


def _step(step: PlayedJson, stones: Sequence[str]) -> Step:
    if step["kind"] == "swap":
        one, other = (stones[cell] for cell in step["cells"])
        words = _("swap %(one)s and %(other)s")
        names = {"one": stone_name(one), "other": stone_name(other)}
        return Step(kind="swap", sides=[one, other], words=words % names)
    if step["kind"] == "flip":
        side = stones[step["cell"]]
        words = _("turn over %(stone)s") % {"stone": stone_name(side)}
        return Step(kind="flip", sides=[side], words=words)
    if step["kind"] == "score":
        points = CARDS[step["card"]].points
        words = ngettext("score %(points)s point", "score %(points)s points", points)
        return Step(kind="score", points=points, words=words % {"points": points})
    words = _("end the turn") if step["kind"] == "end" else _("skip the turn")
    return Step(kind=step["kind"], words=words)


def _preview(view: ShiftingStonesView, seat: int, rehearsal: Rehearsal, draft: Draft) -> Preview:
    """What the turn would make, and what would follow; or what is wrong with it."""
    if rehearsal.error:
        number = (rehearsal.failed_at or 0) + 1
        words = _("Step %(number)s: %(error)s")
        return Preview(legal=False, words=words % {"number": number, "error": _error(rehearsal)})
    points = rehearsal.points
    won = rehearsal.last.over and not any(step["kind"] in ENDINGS for step in draft)
    strike = None
    if view["strikes"] is not None and not points and not won:
        strike = view["strikes"] + 1
    ended = rehearsal if rehearsal.last.over else rehearse(view, [*draft, END], seat)
    return Preview(
        legal=True,
        points=points,
        won=won,
        draws=0 if won else ended.last.draws,
        strike=strike,
        fatal=strike == STRIKES_LOSE,
    )


def _error(rehearsal: Rehearsal) -> str:
    assert rehearsal.error is not None
    return explain(rehearsal.error, REFUSALS)


def _skip(view: ShiftingStonesView, seat: int) -> SkipOffer:
    return SkipOffer(rehearse(view, [SKIP], seat).last.draws, [SKIP])


def _choices(rehearsal: Rehearsal) -> list[Choice]:
    """Every shift, as a list to choose from without scripts."""
    if rehearsal.last.over or not rehearsal.last.turn.allows("shift"):
        return []
    stones = rehearsal.last.stones
    swaps = [
        Choice(f"swap:{one},{other}", _swap_words(one, stones[one], stones[other]))
        for one, other in PAIRS
    ]
    return swaps + [Choice(f"flip:{cell}", _flip_words(cell, stones[cell])) for cell in CELLS]


@once_a_language
def _swap_words(cell: int, one: str, other: str) -> str:
    words = _("swap row %(row)s, column %(column)s, %(one)s, with %(other)s")
    return words % {**place_of(cell), "one": stone_name(one), "other": stone_name(other)}


@once_a_language
def _flip_words(cell: int, side: str) -> str:
    words = _("turn over row %(row)s, column %(column)s, %(stone)s")
    return words % {**place_of(cell), "stone": stone_name(side)}
