"""From a view of a game to what its templates show. One module for each game.

A presenter is given views, never states: a page cannot show what its reader may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.http import QueryDict

from games.models import Move
from games.presenters.qwirkle import QwirklePresenter


class Presenter(Protocol):
    name: Any
    rules_page: str

    def table(
        self,
        view: Mapping[str, Any],
        *,
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

    def mail_entry(self, move: Move) -> str:
        """A move in words, as everybody may read it."""

    def picture(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """A small picture of the table for lists."""

    def entry(self, move: Move) -> dict[str, Any]:
        """A move in the history, as everybody may read it."""


PRESENTERS: Mapping[str, Presenter] = {"qwirkle": QwirklePresenter()}
