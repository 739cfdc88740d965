"""One seat's turn: what may be done next, given the stones, the hand and what was done so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games.engine.errors import IllegalAction
from games.shifting_stones.rules.actions import Flip, Score, Swap
from games.shifting_stones.rules.deck import CARDS, CardName
from games.shifting_stones.rules.patterns import fits, where
from games.shifting_stones.rules.stones import PAIRS, Cell, Stones, flipped, swapped

Kind: TypeAlias = Literal["shift", "score"]
SoFar: TypeAlias = Literal["shift", "score", "mixed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as far as it has come. `skipped` is whether the seat's last turn was a skip."""

    stones: Stones
    hand: tuple[CardName, ...]
    mixed: bool
    so_far: SoFar | None = None
    skipped: bool = False

    @property
    def may_skip(self) -> bool:
        return self.so_far is None and not self.skipped

    def allows(self, kind: Kind) -> bool:
        """A turn is one kind of thing, unless the game is played mixed."""
        return self.mixed or self.so_far in (None, kind)

    def becomes(self, kind: Kind) -> SoFar:
        return kind if self.so_far in (None, kind) else "mixed"


def matches(card: CardName, stones: Stones) -> bool:
    """Whether the card could be scored as the stones lie now."""
    return fits(CARDS[card].spots, stones)


def matching_cells(card: CardName, stones: Stones) -> list[tuple[Cell, ...]]:
    """Every place where the card matches: the cells of the stones that it shows."""
    return where(CARDS[card].spots, stones)


def shift(turn: Turn, action: Swap | Flip) -> Turn:
    """Discard a card to swap two stones side by side, or to turn one over."""
    _check(turn, action.card, "shift")
    if isinstance(action, Flip):
        stones = flipped(turn.stones, action.cell)
    elif action.cells in PAIRS:
        stones = swapped(turn.stones, action.cells)
    else:
        raise IllegalAction("not-adjacent", cells=list(action.cells))
    return replace(_without(turn, action.card), stones=stones, so_far=turn.becomes("shift"))


def score(turn: Turn, action: Score) -> Turn:
    """Put down a card that matches now; the stones stay as they are."""
    _check(turn, action.card, "score")
    if not matches(action.card, turn.stones):
        raise IllegalAction("no-match", card=action.card)
    return replace(_without(turn, action.card), so_far=turn.becomes("score"))


def check_skip(turn: Turn) -> None:
    """A skip is the whole turn, and never on two turns of one's own in a row."""
    if turn.so_far is not None:
        raise IllegalAction("turn-begun", turn=turn.so_far)
    if turn.skipped:
        raise IllegalAction("skipped-before")


def _check(turn: Turn, card: CardName, kind: Kind) -> None:
    if card not in turn.hand:
        raise IllegalAction("not-in-hand", card=card)
    if not turn.allows(kind):
        raise IllegalAction("one-kind", turn=turn.so_far)


def _without(turn: Turn, card: CardName) -> Turn:
    return replace(turn, hand=tuple(held for held in turn.hand if held != card))
