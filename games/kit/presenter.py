"""What a game must say of itself so that pages, mails and the desk can show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine.contract import PlayedAction
from games.engine.jsontypes import ActionJson, JsonObject
from games.engine.view import View

ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


@dataclass(frozen=True, slots=True)
class Mark:
    """A small picture, drawn by the game's `_mark.html`, and what it means."""

    icon: str
    words: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a sum; `cells` as "0,0 1,0", or nothing for what lies nowhere on the board.

    `great` is what a table celebrates.
    """

    words: str
    cells: str = ""
    points: int = 0
    great: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A line to choose from where there are no scripts."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class PlaceOffered:
    """A place on the board where a piece can go, in words that say what that is worth."""

    x: int
    y: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A turn in the history: its words, and how it is drawn where a game draws more."""

    words: str

    @property
    def drawing(self) -> SafeString:
        return self.quiet_words

    @property
    def quiet_words(self) -> SafeString:
        return format_html('<span class="quiet">{}</span>', self.words)


class Presenter(Protocol[ViewT_contra]):
    """Makes of views what templates and mails show. It is given no states: it cannot tell more.

    What `table` gives is for the game's own templates alone.
    """

    def table(
        self,
        view: ViewT_contra,
        *,
        seat: int | None,
        draft: Sequence[ActionJson],
        hand_order: Sequence[str],
        last: Sequence[ActionJson],
        my_turn: bool,
    ) -> object:
        """What the table's templates need: board, `hand`, draft and its worth, hints."""

    def places(
        self, view: ViewT_contra, *, draft: Sequence[ActionJson], piece: str, my_turn: bool
    ) -> list[PlaceOffered]:
        """Where a piece of the reader's hand can go now, for those who hear the board."""

    def read_form(self, form: QueryDict, draft: Sequence[ActionJson]) -> list[ActionJson]:
        """The actions that a plain form, without scripts, describes."""

    def png(self, view: ViewT_contra, last: Sequence[ActionJson]) -> bytes:
        """The table as a picture for mails, the last turn marked; empty if nothing lies there."""

    def preview(self, view: ViewT_contra, last: Sequence[ActionJson]) -> bytes:
        """The same for a link that is shared: a picture of `preview.WIDTH` by `preview.HEIGHT`."""

    def hand_png(self, view: ViewT_contra) -> bytes:
        """The reader's own hand as a picture."""

    def hand_words(self, view: ViewT_contra) -> str:
        """The same in words."""

    def picture(self, view: ViewT_contra) -> str:
        """A small picture of the table for lists: an SVG that needs nothing from outside."""

    def standing(self, view: ViewT_contra, seat: int) -> str:
        """What everybody sees of a seat besides its points: how many tiles or cards it holds."""

    def marks(self, view: ViewT_contra, seat: int) -> list[Mark]:
        """What lies before a seat for all to see: who began, who plays by a rule of their own."""

    def ends_turn(self, action: ActionJson) -> bool:
        """Whether a turn is over after this action of the record."""

    def entry(self, turn: Sequence[PlayedAction]) -> Entry:
        """A turn in the history, as everybody may read it."""

    def sums(self, turns: Sequence[Sequence[PlayedAction]]) -> list[list[Part]]:
        """For each turn the parts of its points, each with its words and its cells on the board."""

    def sum_of(
        self, turn: Sequence[PlayedAction], view: ViewT_contra, now: ViewT_contra
    ) -> list[Part]:
        """The same for one turn. `view` is the table right after it, `now` the one that is shown:

        what does not lie there any more as it did has no cells.
        """

    def shown(self, turn: Sequence[PlayedAction]) -> list[JsonObject]:
        """What everybody saw of a turn, step by step, for the game's own scripts to show."""

    def drawn(self, view: ViewT_contra, own: Sequence[ActionJson]) -> list[str]:
        """Of the reader's hand, what their last turn brought; `own` is all that they have done."""

    def mail_entry(self, turn: Sequence[PlayedAction]) -> str:
        """The same in words alone, for mails and the desk."""

    def option_fields(self) -> dict[str, forms.Field]:
        """What can be chosen for this game when a table is opened."""

    def read_options(self, chosen: Mapping[str, object]) -> dict[str, object]:
        """What was chosen in these fields, as the rules take it; what was left open is left out."""

    def option_words(self, options: Mapping[str, object], seats: int) -> list[str]:
        """What was chosen that is not as usual."""


# Where games are mixed nobody can say whose views these are.
AnyPresenter: TypeAlias = Presenter[Any]
