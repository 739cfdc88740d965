"""Shifting Stones' rules page: the numbers of the engine, and cards that the engine has judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.kit.rules_page import RulesPage, Section
from games.shifting_stones.rules.deck import CARDS, DRAWINGS, CardName
from games.shifting_stones.rules.drawing import HAND_SIZE, LARGEST_HAND, SKIP_DRAWS
from games.shifting_stones.rules.ending import BONUS, GOALS, SOLO_CARDS, SOLO_DEAL, STRIKES_LOSE
from games.shifting_stones.rules.engine import ShiftingStonesEngine
from games.shifting_stones.rules.stones import CELLS, SIDES, STONES, stones_named
from games.shifting_stones.rules.turn import matching_cells

SECTIONS = (
    Section("goal", _("The goal")),
    Section("stones", _("The stones")),
    Section("cards", _("The cards")),
    Section("first", _("Who goes first")),
    Section("turn", _("Your turn")),
    Section("shifting", _("Shifting stones")),
    Section("matching", _("When a card matches")),
    Section("scoring", _("Scoring cards")),
    Section("drawing", _("Drawing and skipping")),
    Section("end", _("The end of the game")),
    Section("both", _("Shifting and scoring in one turn")),
    Section("alone", _("Playing alone")),
    Section("leaving", _("Leaving and missed turns")),
    Section("tips", _("Tips")),
)

NUMBERS: Mapping[str, int] = {
    "fewest": ShiftingStonesEngine.seats[0],
    "most": ShiftingStonesEngine.seats[-1],
    "stones": len(CELLS),
    "cards": len(CARDS),
    "hand": HAND_SIZE,
    "skip": SKIP_DRAWS,
    "largest": LARGEST_HAND,
    "bonus": BONUS,
    "alone": SOLO_CARDS,
    "strikes": STRIKES_LOSE,
}

# Each stone's two sides, and how many there are of it.
PAIRS = tuple((SIDES[side], SIDES[side ^ 1], STONES.count(side)) for side in dict.fromkeys(STONES))
# What cards are worth, how many there are of each, and how many of them are used alone.
VALUES = tuple((points, len(cards), SOLO_DEAL[points]) for points, cards in DRAWINGS.items())
GOALS_BY_SEATS = tuple(GOALS.items())


@dataclass(frozen=True, slots=True)
class Case:
    """A card beside stones as they lie; what the rules say of it, and why."""

    stones: str
    card: CardName
    why: Promise

    @property
    def spots(self) -> Sequence[tuple[int, ...]]:
        return matching_cells(self.card, stones_named(self.stones.split()))

    @property
    def matches(self) -> bool:
        return bool(self.spots)

    @property
    def marked(self) -> str:
        """The cells that match, for the drawing."""
        return " ".join(str(cell) for cell in sorted(set(chain.from_iterable(self.spots))))


LYING = "sun fish seed horse tree boat boat seed bird"

CASES = (
    Case(LYING, "p1-15", _("Fish and seed are side by side. It doesn't matter where.")),
    Case(LYING, "p1-22", _("A dotted square can be any stone.")),
    Case(LYING, "p1-05", _("A card of three by three fixes the place: here the top right corner.")),
    Case(
        LYING,
        "p1-19",
        _("Never turned: seed and fish are side by side, not one above the other."),
    ),
    Case(LYING, "p1-11", _("Never mirrored: the bird is to the right of the seed, not left.")),
)
# The same card twice: what is dotted at its end has to be on the board as well.
SHORT_CARD = (
    Case(
        LYING,
        "p2-04",
        _("There's no square left below for the dotted one: the seed is in the bottom row."),
    ),
    Case(
        "sun tree seed horse seed boat boat fish bird",
        "p2-04",
        _("Tree at the top, seed in the middle, any stone at the bottom."),
    ),
)
TWICE = Case(
    "seed horse sun fish seed horse boat tree bird",
    "p1-01",
    _("The pattern is there twice, but the card scores once."),
)
SWAPPED = (LYING, "sun seed fish horse tree boat boat seed bird", "1 2")
FLIPPED = (LYING, "sun fish seed horse seed boat boat seed bird", "4")


def context(asked: QueryDict) -> Mapping[str, object]:
    return {
        "pairs": PAIRS,
        "values": VALUES,
        "goals": GOALS_BY_SEATS,
        "cases": CASES,
        "short_card": SHORT_CARD,
        "twice": TWICE,
        "shifts": (("swap", *SWAPPED), ("flip", *FLIPPED)),
        "lying": LYING,
    }


RULES_PAGE = RulesPage(SECTIONS, NUMBERS, context, style="games/shifting_stones/rules.css")
