"""What Shifting Stones' templates are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine.jsontypes import ActionJson
from games.kit.presenter import Choice, Entry
from games.shifting_stones.drawing import cards_picture, stone_icon
from games.shifting_stones.rules.deck import CardName
from games.shifting_stones.rules.view import ShiftingStonesView


@dataclass(frozen=True, slots=True, kw_only=True)
class Stone:
    """One of the nine as it would lie after what is staged; `beside` as "1 3"."""

    cell: int
    side: str
    other: str
    label: str
    flip_label: str
    beside: str
    new: bool
    staged: bool
    wrong: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The cards before a seat; `bonus` is what the end has added to their points."""

    cards: Sequence[CardName]
    count: int
    ones: int
    bonus: int
    reached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCard:
    """A card of the hand; `used` is the kind of step that it is spent on, or nothing.

    `cells` is where it matches, and `scoring` the draft with it scored.
    """

    card: CardName
    key: int
    name: str
    points: int
    used: str
    use_words: str
    cells: Sequence[int]
    lit: bool
    scorable: bool
    scoring: Sequence[ActionJson]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step that is staged: a shift with the sides that it moves, or a score with its points."""

    kind: str
    words: str
    sides: Sequence[str] = ()
    points: int = 0
    wrong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What the turn would make and what would follow; or, in `words`, what is wrong with it."""

    legal: bool
    words: str = ""
    points: int = 0
    won: bool = False
    draws: int = 0
    strike: int | None = None
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class SkipOffer:
    """What a skip would draw, and how it is played."""

    draws: int
    actions: Sequence[ActionJson]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What lies open for all; from `hand` on, what only who sits there sees."""

    view: ShiftingStonesView
    rows: Sequence[Sequence[Stone]]
    scored: Sequence[Scored]
    discards: Sequence[CardName]
    strikes: Sequence[bool]
    hand: Sequence[HandCard] = ()
    crowded: bool = False
    mixes: bool = False
    draft: Sequence[ActionJson] = ()
    draft_before: Sequence[ActionJson] = ()
    failed_at: int | None = None
    steps: Sequence[Step] = ()
    preview: Preview | None = None
    ending: Sequence[ActionJson] = ()
    can_end: bool = False
    skip: SkipOffer | None = None
    choices: Sequence[Choice] = ()
    tip: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StonesEntry(Entry):
    swaps: int
    flips: int
    cards: Sequence[CardName]

    @property
    def drawing(self) -> SafeString:
        """What was done as small pictures, and in words for those who hear the page."""
        if not (self.swaps or self.flips or self.cards):
            return self.quiet_words
        return format_html(
            '<span class="visually-hidden">{}</span>'
            '<span class="turn-marks" aria-hidden="true">{}{}{}</span>',
            self.words,
            _counted("swap", self.swaps),
            _counted("flip", self.flips),
            cards_picture(self.cards, named=False),
        )


def _counted(icon: str, count: int) -> SafeString:
    return format_html("<span>{}{}</span>", stone_icon(icon), count) if count else SafeString()
