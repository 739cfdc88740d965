"""What the states of all games have: seats that hold something, take turns, and may leave."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from games.engine.chance import Chance
from games.engine.contract import Event, Step
from games.engine.errors import BadOptions, IllegalAction
from games.engine.outcome import Outcome, places

Item = TypeVar("Item")
Piece = TypeVar("Piece")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating(Generic[Piece]):
    """`turn` is the seat to act; it means nothing once `ended` names the end reason.

    `withdrawn` lists the seats that left, in that order.
    """

    hands: tuple[tuple[Piece, ...], ...]
    turn: int
    withdrawn: tuple[int, ...] = ()
    ended: str | None = None
    ply: int = 0

    @property
    def to_act(self) -> int | None:
        return None if self.ended else self.turn

    @property
    def staying(self) -> list[int]:
        """The seats that still play."""
        return [seat for seat in range(len(self.hands)) if seat not in self.withdrawn]

    def seat_after(self, seat: int) -> int:
        """The next seat clockwise that still plays."""
        count = len(self.hands)
        clockwise = ((seat + step) % count for step in range(1, count + 1))
        return next(other for other in clockwise if other not in self.withdrawn)

    def hand_of(self, seat: int) -> tuple[Piece, ...]:
        if seat not in range(len(self.hands)):
            raise IllegalAction("not-at-the-table", seat=seat)
        return self.hands[seat]


# A bound cannot name the game's own pieces.
SeatingT = TypeVar("SeatingT", bound=Seating[Any])


def check_start(
    seats: int, allowed: range, options: Mapping[str, object], known: Collection[str]
) -> None:
    """That so many may play, and that no option is unheard of."""
    if type(seats) is not int or seats not in allowed:
        raise BadOptions("bad-seats", fewest=allowed[0], most=allowed[-1])
    unknown = sorted(str(name) for name in options if name not in known)
    if unknown:
        raise BadOptions("unknown-option", names=unknown)


def check_going_on(state: Seating[Piece]) -> None:
    if state.ended is not None:
        raise IllegalAction("game-over", reason=state.ended)


def leave(state: SeatingT, seat: int) -> SeatingT:
    """The seat holds nothing and plays no more. The last seat left ends the game."""
    if seat not in state.staying:
        raise IllegalAction("not-at-the-table", seat=seat)
    left = replace(state, hands=put(state.hands, seat, ()), withdrawn=(*state.withdrawn, seat))
    return replace(left, ended="withdrawn") if len(left.staying) < 2 else left


def returned(
    state: Seating[Piece], seat: int, pile: tuple[Piece, ...], chance: Chance
) -> tuple[Piece, ...]:
    """The pile with what the seat that leaves has held, mixed."""
    return chance.shuffled(pile + state.hands[seat], f"withdraw:{state.ply}")


def one_ply_on(state: SeatingT, points: int, events: Sequence[Event]) -> Step[SeatingT]:
    """The step that an action makes; if it ended the game, everybody sees that."""
    if state.ended is not None:
        events = [*events, Event("ended", None, {"reason": state.ended})]
    return Step(replace(state, ply=state.ply + 1), points, tuple(events))


def outcome_of(
    state: Seating[Piece], scores: tuple[int, ...], *, beaten: bool = False
) -> Outcome | None:
    """Most points win, ties share the place; whoever left comes after all who stayed."""
    if state.ended is None:
        return None
    return Outcome(scores, places(scores, last=state.withdrawn), state.ended, beaten)


def put(items: tuple[Item, ...], seat: int, item: Item) -> tuple[Item, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
