"""What a game must say of itself so that pages, mails and the desk can show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypedDict

from django import forms
from django.http import QueryDict

from games.models import Move


class Mark(TypedDict):
    """A small picture, drawn by the game's `_mark.html`, and what it means."""

    icon: str
    words: str


class Presenter(Protocol):
    name: Any
    rules_page: str
    # Whether the rulebook is stricter for one player than we are, and can be chosen.
    strict_alone: bool

    def table(
        self,
        view: Mapping[str, Any],
        *,
        seat: int | None,
        draft: Sequence[Mapping[str, Any]],
        hand_order: Sequence[str],
        last: Sequence[Mapping[str, Any]],
        my_turn: bool,
    ) -> dict[str, Any]:
        """What the table's templates need: board, hand, draft and its worth, hints."""

    def read_form(self, form: QueryDict, draft: Sequence[Mapping[str, Any]]) -> list[object]:
        """The actions that a plain form, without scripts, describes."""

    def png(self, view: Mapping[str, Any], last: Sequence[Mapping[str, Any]]) -> bytes:
        """The table as a picture for mails, the last turn marked; empty if nothing lies there."""

    def hand_png(self, view: Mapping[str, Any]) -> bytes:
        """The reader's own hand as a picture."""

    def hand_words(self, view: Mapping[str, Any]) -> str:
        """The same in words."""

    def picture(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """A small picture of the table for lists."""

    def standing(self, view: Mapping[str, Any], seat: int) -> str:
        """What everybody sees of a seat besides its points: how many tiles or cards it holds."""

    def marks(self, view: Mapping[str, Any], seat: int) -> list[Mark]:
        """What lies before a seat for all to see: who began, who plays by a rule of their own."""

    def ends_turn(self, action: Mapping[str, Any]) -> bool:
        """Whether a turn is over after this action of the record."""

    def entry(self, turn: Sequence[Move]) -> dict[str, Any]:
        """A turn in the history, as everybody may read it: at least its `words`."""

    def sums(self, turns: Sequence[Sequence[Move]]) -> list[list[Any]]:
        """For each turn the parts of its points, each with its words and its cells on the board."""

    def mail_entry(self, turn: Sequence[Move]) -> str:
        """The same in words alone, for mails and the desk."""

    def option_fields(self) -> dict[str, forms.Field]:
        """What can be chosen for this game when a table is opened."""

    def read_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """What was chosen in these fields, as the rules take it; what was left open is left out."""

    def option_words(self, options: Mapping[str, Any], seats: int) -> list[str]:
        """What was chosen that is not as usual."""


def in_turns(presenter: Presenter, moves: Sequence[Move]) -> list[list[Move]]:
    """The moves of a game, those of one turn together; the last turn may not be over yet."""
    turns: list[list[Move]] = []
    over = True
    for move in moves:
        if over or turns[-1][-1].seat != move.seat:
            turns.append([])
        turns[-1].append(move)
        over = presenter.ends_turn(move.action)
    return turns
