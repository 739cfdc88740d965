"""What others hold, guessed: from what they have played, and what they could have played.

Somebody who laid few points probably had nothing better. So a hand that is dealt to them in
thought is asked what it could have done in their last turns, and mostly dropped if that is more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from games.qwirkle.bots.prospects import Knowledge
from games.qwirkle.bots.sketch import Sketch
from games.qwirkle.rules.board import Grid
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.tiles import Tile, mask_of, tiles_named
from games.qwirkle.rules.view import QwirkleView

# How many points somebody overlooks now and then.
CARELESS = 0.5
MOST_TRIES = 20


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of somebody: the table before it, what was laid and for how much; or a trade."""

    before: Sketch
    laid: tuple[Tile, ...]
    points: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Deal:
    """What may be hidden: a hand for each opponent, in their order, and the bag."""

    hands: tuple[tuple[Tile, ...], ...]
    bag: tuple[Tile, ...]


class Reader:
    """Deals what is hidden, again and again, as the others' last turns make it likely."""

    def __init__(self, known: Knowledge, dice: Random, turns: dict[int, list[Turn]]) -> None:
        self._known = known
        self._dice = dice
        self._turns = turns

    def deal(self) -> Deal:
        known, dice = self._known, self._dice
        hidden = list(known.unseen)
        dice.shuffle(hidden)
        hands = []
        for seat in known.others:
            size = known.hands[seat]
            turns = self._turns.get(seat)
            for _ in range(MOST_TRIES if turns and len(hidden) > size else 0):
                if self._is_likely(hidden[:size], turns or []):
                    break
                dice.shuffle(hidden)
            hands.append(tuple(hidden[:size]))
            del hidden[:size]
        return Deal(tuple(hands), tuple(hidden))

    def _is_likely(self, hand: list[Tile], turns: list[Turn]) -> bool:
        """From the last turn backwards. Which of a hand were drawn last nobody knows: any."""
        for turn in turns:
            held = [*hand[: len(hand) - turn.drawn], *turn.laid]
            excess = turn.before.best(mask_of(held))[1] - turn.points
            if excess > 0 and self._dice.random() >= exp(-excess / CARELESS):
                return False
            hand = self._dice.sample(held, len(held))
        return True


def last_turns(view: QwirkleView, known: Knowledge, most: int) -> dict[int, list[Turn]]:
    """The last turns of each opponent, so many at most, the newest first.

    Nothing where the bag is empty, as nobody has drawn to six since, or where it is not kept.
    """
    lying = sum(int(tiles) for _, kind, tiles in view["past"] if kind == "place")
    if not known.bag or lying != len(view["board"]):
        return {}
    found: dict[int, list[Turn]] = {seat: [] for seat in known.others}
    for seat, kind, tiles in reversed(view["past"]):
        count = int(tiles)
        begun = lying - count if kind == "place" else lying
        turns = found.get(int(seat))
        if turns is not None and len(turns) < most and begun and kind in ("place", "trade"):
            turns.append(_turn(view, begun, lying, count))
        lying = begun
        if all(len(turns) >= most for turns in found.values()):
            break
    return found


def _turn(view: QwirkleView, begun: int, lying: int, drawn: int) -> Turn:
    before = Grid.of(view["board"][:begun])
    laid = tiles_named(name for name, _, _ in view["board"][begun:lying])
    after = Grid.of(view["board"][:lying])
    cells = tuple(sorted((cell, after.tiles[cell]) for cell in list(after.tiles)[begun:]))
    points = next((made for way, made in placings(before, mask_of(laid)) if way == cells), 0)
    return Turn(Sketch(before), laid, points, drawn)
