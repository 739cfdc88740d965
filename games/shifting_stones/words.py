"""What stones, cards and their places are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.kit.lasting import once_a_language
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.patterns import Pattern
from games.shifting_stones.rules.stones import SIDES, WIDTH

STONES: Mapping[str, Promise] = {
    "sun": pgettext_lazy("stone", "sun"),
    "moon": pgettext_lazy("stone", "moon"),
    "fish": pgettext_lazy("stone", "fish"),
    "bird": pgettext_lazy("stone", "bird"),
    "horse": pgettext_lazy("stone", "horse"),
    "boat": pgettext_lazy("stone", "boat"),
    "seed": pgettext_lazy("stone", "seed"),
    "tree": pgettext_lazy("stone", "tree"),
}


def stone_name(side: str) -> str:
    return str(STONES[side])


def place_of(cell: int) -> dict[str, int]:
    """Row and column of a cell, counted from one."""
    return {"row": cell // WIDTH + 1, "column": cell % WIDTH + 1}


@once_a_language
def stone_at(cell: int, side: str) -> str:
    words = _("row %(row)s, column %(column)s: %(stone)s")
    return words % {**place_of(cell), "stone": stone_name(side)}


def stones_in_words(stones: Sequence[str]) -> str:
    """The whole table, row by row."""
    rows = [stones[start : start + WIDTH] for start in range(0, len(stones), WIDTH)]
    return _in_rows([[stone_name(side) for side in row] for row in rows])


@once_a_language
def card_name(card: str) -> str:
    """The points of a card and what it shows, "2 points: boat, any, horse in a row"."""
    points = CARDS[card].points
    words = ngettext("%(points)s point: %(pattern)s", "%(points)s points: %(pattern)s", points)
    return words % {"points": points, "pattern": pattern_words(CARDS[card].pattern)}


def card_names(cards: Iterable[str]) -> str:
    return "; ".join(card_name(card) for card in cards)


def pattern_words(pattern: Pattern) -> str:
    """A card of three by three fixes the places of its stones, so only these are named."""
    rows = [[_side_name(side) for side in row] for row in pattern]
    if len(rows) == WIDTH and len(rows[0]) == WIDTH:
        return ", ".join(_placed(pattern))
    if len(rows) == 1:
        return _("%(stones)s in a row") % {"stones": ", ".join(rows[0])}
    if len(rows[0]) == 1:
        stones = ", ".join(row[0] for row in rows)
        return _("%(stones)s in a column, from the top") % {"stones": stones}
    return _in_rows(rows)


def _side_name(side: int | None) -> str:
    return pgettext("any stone", "any") if side is None else stone_name(SIDES[side])


def _placed(pattern: Pattern) -> Iterable[str]:
    words = _("%(stone)s in row %(row)s, column %(column)s")
    for row, sides in enumerate(pattern):
        for column, side in enumerate(sides):
            if side is not None:
                yield words % {"stone": _side_name(side), **place_of(row * WIDTH + column)}


def _in_rows(rows: Sequence[Sequence[str]]) -> str:
    words = _("row %(row)s: %(stones)s")
    return "; ".join(
        words % {"row": number, "stones": ", ".join(row)} for number, row in enumerate(rows, 1)
    )


REFUSALS: Mapping[str, Promise] = {
    "card-scored": gettext_lazy("This card has already been scored."),
    "goal-not-reached": gettext_lazy("No one has scored enough cards for the end yet."),
    "no-match": gettext_lazy("The stones don't match this card."),
    "not-adjacent": gettext_lazy("You can only swap two stones that are side by side."),
    "one-kind": gettext_lazy("Each turn you can shift stones or score cards, not both."),
    "skipped-before": gettext_lazy("You can't skip two turns in a row."),
    "turn-begun": gettext_lazy("You can skip only before you've done anything else."),
    "turn-over": gettext_lazy("Your turn would be over before that."),
}

END_REASONS: Mapping[str, Promise] = {
    "cards": gettext_lazy("Enough cards have been scored, and the round is over."),
    "won": gettext_lazy("All sixteen cards have been scored."),
    "lost": gettext_lazy("That was the fourth strike."),
}

ACTION_WORDS: Mapping[str, Promise] = {
    "swap": gettext_lazy("swapped two stones"),
    "flip": gettext_lazy("turned a stone over"),
    "score": gettext_lazy("scored a card"),
    "skip": gettext_lazy("skipped to draw cards"),
    "end": gettext_lazy("ended the turn"),
}
