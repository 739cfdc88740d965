"""A turn of Shifting Stones afterwards: what everybody saw of it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.contract import PlayedAction
from games.engine.jsontypes import ActionJson
from games.kit.lasting import once_a_language
from games.shifting_stones.presenter.shown import StonesEntry
from games.shifting_stones.rules.view import played
from games.shifting_stones.words import card_names

# What was done, in the order in which it is told.
DONE: Mapping[str, Promise] = {
    "swap": ngettext_lazy("swapped once", "swapped %(count)s times", "count"),
    "flip": ngettext_lazy("turned over %(count)s stone", "turned over %(count)s stones", "count"),
    "score": ngettext_lazy("scored %(count)s card", "scored %(count)s cards", "count"),
    "skip": gettext_lazy("skipped to draw cards"),
    "skip-turn": gettext_lazy("turn skipped"),
    "withdraw": gettext_lazy("left the game"),
}


def entry_of(turn: Sequence[PlayedAction]) -> StonesEntry:
    """How often stones were shifted, and which cards were scored: they lie there face up."""
    actions = [played(move.action) for move in turn]
    counts = Counter(str(action["kind"]) for action in actions)
    return StonesEntry(
        swaps=counts["swap"],
        flips=counts["flip"],
        cards=[action["card"] for action in actions if action["kind"] == "score"],
        words=_said(tuple(counts.items())),
    )


def mail_words(turn: Sequence[PlayedAction]) -> str:
    entry = entry_of(turn)
    return f"{entry.words} ({card_names(entry.cards)})" if entry.cards else entry.words


def shifted_cells(actions: Iterable[ActionJson]) -> set[int]:
    """Where stones were swapped or turned over."""
    cells: set[int] = set()
    for action in map(played, actions):
        if action["kind"] == "swap":
            cells.update(action["cells"])
        elif action["kind"] == "flip":
            cells.add(action["cell"])
    return cells


@once_a_language
def _said(done: tuple[tuple[str, int], ...]) -> str:
    """A turn has few actions, so that there are not many."""
    counts = Counter(dict(done))
    said = [str(words % {"count": counts[kind]}) for kind, words in DONE.items() if counts[kind]]
    return ", ".join(said) or _("did nothing")
