"""What only a game knows of itself, for the tests that all games must stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis.strategies import SearchStrategy

from games.engine.contract import AnyEngine
from games.kit.kind import Kind
from tests.kinds.games import TurnPlayer, with_hidden_moved
from tests.kinds.shelves import Shelf

States = Callable[..., SearchStrategy[Any]]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Proof:
    """A game, and samples of all that may happen in it."""

    kind: Kind
    shelf: Shelf

    # States that real play reaches: `positions(going_on=False)`, also those that are over.
    positions: States
    # For a state, legal actions and such as are nearly so, as JSON.
    actions_near: States
    players: Sequence[TurnPlayer]
    # Of these the one that does anything, and leaves.
    fickle: TurnPlayer
    most_plies: int

    # What is hidden but for the hands: its name in views and dumps.
    pile: str
    view_keys: Callable[[Any], set[str]]
    # Every piece, wherever it lies; `intact` asserts that none is missing, and the like.
    all_pieces: Callable[[Any], list[str]]
    intact: Callable[[Any], None]
    # What a state holds besides what its equality compares.
    unseen: Callable[[Any], object] = lambda state: None
    # Whether every legal action is listed, or of equal ones but one.
    lists_all: Callable[[Any], bool] = lambda state: True
    # Whether the end may come of what is hidden, and so tell of it.
    ends_by_hidden: bool = False
    # How many of the listed actions are tried, where there are very many.
    tried: int | None = None

    # JSON that is an action, with the action that it is; and what is none.
    well_formed: Sequence[tuple[object, object]]
    malformed: Sequence[object]
    # Anything, almost actions among it; and actions as JSON.
    junk: SearchStrategy[object]
    actions: SearchStrategy[dict[str, Any]]
    # Whether JSON that was parsed and written says the same.
    says_the_same: Callable[[dict[str, Any], dict[str, Any]], bool] = lambda one, other: (
        one == other
    )

    # How games of so many seats must be seen to end.
    ends: Collection[tuple[int, str]]
    # What is found when another seed is claimed, and by which ply.
    another_deal: Collection[str]
    another_deal_by: int
    # Short records, to be tampered with everywhere.
    short: Sequence[str]

    @property
    def engine(self) -> AnyEngine:
        return self.kind.engine

    def with_hidden_moved(self, state: Any, seat: int | None, rng: Random) -> Any:
        return with_hidden_moved(self.engine, self.pile, state, seat, rng)

    def __repr__(self) -> str:
        return self.kind.slug
