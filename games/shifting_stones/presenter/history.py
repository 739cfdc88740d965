"""A turn of Shifting Stones afterwards: what everybody saw of it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import PlayedAction
from games.engine.jsontypes import ActionJson
from games.shifting_stones.presenter.shown import StonesEntry
from games.shifting_stones.rules.view import played
from games.shifting_stones.words import card_names


def entry_of(turn: Sequence[PlayedAction]) -> StonesEntry:
    """How often stones were shifted, and which cards were scored: they lie there face up."""
    actions = [played(move.action) for move in turn]
    counts = Counter(str(action["kind"]) for action in actions)
    return StonesEntry(
        swaps=counts["swap"],
        flips=counts["flip"],
        cards=[action["card"] for action in actions if action["kind"] == "score"],
        words=", ".join(_said(counts)),
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


def _said(counts: Mapping[str, int]) -> list[str]:
    done = {
        "swap": ngettext("swapped once", "swapped %(count)s times", counts["swap"]),
        "flip": ngettext(
            "turned over %(count)s stone", "turned over %(count)s stones", counts["flip"]
        ),
        "score": ngettext("scored %(count)s card", "scored %(count)s cards", counts["score"]),
        "skip": _("skipped to draw cards"),
        "skip-turn": _("turn skipped"),
        "withdraw": _("left the game"),
    }
    said = [words % {"count": counts[kind]} for kind, words in done.items() if counts[kind]]
    return said or [_("did nothing")]
