"""What a game brings: everything that the site asks of it, in one entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from django.utils.functional import Promise

from games.engine.contract import AnyAction, AnyState, Engine
from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from games.engine.view import View
from games.kit.presenter import Presenter
from games.kit.rules_page import RulesPage
from games.kit.tutorial import Tutorial

ViewT = TypeVar("ViewT", bound=View)
# Chooses a whole turn from a view: it cannot cheat, as it is never given more of the game.
Choose: TypeAlias = Callable[[ViewT, Thinking], Sequence[JsonObject]]


@dataclass(frozen=True, slots=True)
class Bot(Generic[ViewT]):
    """The computer at one level: how it plays, what it is called, and what it says of itself.

    `seconds` are what it may think for a turn, of one core.
    """

    choose: Choose[ViewT]
    name: Promise
    level: Promise
    about: Promise
    seconds: float = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[ViewT]):
    """One game. Its templates are in `templates/games/<slug>/`.

    Its engine makes the views that its presenter and its bots are given.
    """

    engine: Engine[AnyState, AnyAction, ViewT]
    name: Promise
    presenter: Presenter[ViewT]
    rules_page: RulesPage
    # From the easiest to the strongest.
    bots: Mapping[str, Bot[ViewT]]
    # Who sits down when nobody asks for another.
    first_bot: str
    # What the rules refuse, by the codes of this game's own errors.
    refusals: Mapping[str, Promise]
    # What its actions are called once they are done, in a few words.
    action_words: Mapping[str, Promise]
    end_reasons: Mapping[str, Promise] = field(default_factory=dict)
    tutorial: Tutorial | None = None
    # What the front page shows of it, in `_showcase.html`, if anything.
    showcase: Callable[[], Mapping[str, object]] | None = None
    # All that a hand can hold, by name, and how many of these at most.
    pieces: Collection[str]
    largest_hand: int
    # The most actions that one turn can have.
    longest_turn: int = 1
    # Where the rulebook is stricter for one player than we are: what to choose to play by it.
    strict_alone: Mapping[str, str] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return self.engine.slug

    @property
    def address(self) -> str:
        """The slug as addresses have it."""
        return self.slug.replace("_", "-")

    @property
    def folder(self) -> str:
        """Where its templates are."""
        return f"games/{self.slug}"

    @property
    def easiest_bot(self) -> str:
        return next(iter(self.bots))

    @property
    def can_be_alone(self) -> bool:
        return 1 in self.engine.seats

    @property
    def fewest_together(self) -> int:
        """How many seats the smallest table has at which one is not alone."""
        return max(2, self.engine.seats[0])


# A mapping of games cannot say that each presenter and bot takes its own game's views only.
AnyKind: TypeAlias = Kind[Any]
