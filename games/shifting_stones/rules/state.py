"""The whole truth of a game at one moment, hidden parts included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.jsontypes import JsonObject
from games.engine.seating import Seating
from games.shifting_stones.rules.deck import CardName, points_of
from games.shifting_stones.rules.ending import BONUS, GOALS, SOLO_CARDS, bonus_seats
from games.shifting_stones.rules.stones import Stones, names, stones_named
from games.shifting_stones.rules.turn import SoFar, Turn

Cards = tuple[CardName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Seating[CardName]):
    """`first` is the seat with which every round begins, even after it left.

    `so_far` is what the turn has been, and `skipped` says of each seat whether its last turn was a
    skip. Whoever plays alone gathers `strikes`. Who may shift and score in one turn: all where the
    game is `mixed`, else the `young`.
    """

    stones: Stones
    deck: Cards
    discards: Cards
    scored: tuple[Cards, ...]
    first: int
    mixed: bool
    skipped: tuple[bool, ...]
    so_far: SoFar | None = None
    strikes: int = 0
    young: tuple[int, ...] = ()

    @property
    def alone(self) -> bool:
        return len(self.hands) == 1

    @property
    def goal(self) -> int:
        """How many cards a seat has to score: the round is then the last; alone, it wins."""
        return SOLO_CARDS if self.alone else GOALS[len(self.hands)]

    @property
    def last_round(self) -> bool:
        """Whether a seat has reached the goal. It stays so even if that seat leaves."""
        return any(len(cards) >= self.goal for cards in self.scored)

    @property
    def bonus(self) -> list[int]:
        """The seats that get the bonus, once a game has ended by the cards scored."""
        if self.ended != "cards":
            return []
        return bonus_seats({seat: self.scored[seat] for seat in self.staying})

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far: of the cards scored and, at the end, the bonus."""
        bonus = self.bonus
        return tuple(
            points_of(cards) + BONUS * (seat in bonus) for seat, cards in enumerate(self.scored)
        )

    @property
    def playing(self) -> Turn:
        """The turn of the seat to act."""
        seat = self.turn
        mixed = self.mixed or seat in self.young
        return Turn(self.stones, self.hands[seat], mixed, self.so_far, self.skipped[seat])

    def ends_the_round(self, seat: int) -> bool:
        """Whether after this seat the round begins anew with the first who still plays."""
        return self._in_round(self.seat_after(seat)) <= self._in_round(seat)

    def _in_round(self, seat: int) -> int:
        return (seat - self.first) % len(self.hands)


def dump(state: State) -> JsonObject:
    return {
        "stones": names(state.stones),
        "hands": [list(hand) for hand in state.hands],
        "deck": list(state.deck),
        "discards": list(state.discards),
        "scored": [list(cards) for cards in state.scored],
        "first": state.first,
        "turn": state.turn,
        "mixed": state.mixed,
        "skipped": list(state.skipped),
        "so_far": state.so_far,
        "strikes": state.strikes,
        "withdrawn": list(state.withdrawn),
        "ended": state.ended,
        "ply": state.ply,
        "young": list(state.young),
    }


def load(dumped: Mapping[str, Any]) -> State:
    """What `dump` has made, and nobody else: what is in it is not checked again."""
    return State(
        stones=stones_named(dumped["stones"]),
        hands=tuple(tuple(hand) for hand in dumped["hands"]),
        deck=tuple(dumped["deck"]),
        discards=tuple(dumped["discards"]),
        scored=tuple(tuple(cards) for cards in dumped["scored"]),
        first=dumped["first"],
        turn=dumped["turn"],
        mixed=dumped["mixed"],
        skipped=tuple(dumped["skipped"]),
        so_far=dumped["so_far"],
        strikes=dumped["strikes"],
        withdrawn=tuple(dumped["withdrawn"]),
        ended=dumped["ended"],
        ply=dumped["ply"],
        # A game that began before there were young players has none.
        young=tuple(dumped.get("young", ())),
    )
