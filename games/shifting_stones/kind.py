"""Shifting Stones' entry among the games."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.kit.kind import Bot, Kind
from games.shifting_stones.bots.levels import clever, easy
from games.shifting_stones.bots.master import master
from games.shifting_stones.presenter.table import ShiftingStonesPresenter
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.drawing import LARGEST_HAND
from games.shifting_stones.rules.engine import ShiftingStonesEngine
from games.shifting_stones.rules.view import ShiftingStonesView
from games.shifting_stones.rules_page import RULES_PAGE
from games.shifting_stones.tutorial import TUTORIAL
from games.shifting_stones.words import ACTION_WORDS, END_REASONS, REFUSALS

SHIFTING_STONES: Kind[ShiftingStonesView] = Kind(
    engine=ShiftingStonesEngine(),
    name=_("Shifting Stones"),
    presenter=ShiftingStonesPresenter(),
    rules_page=RULES_PAGE,
    tutorial=TUTORIAL,
    bots={
        "easy": Bot(
            easy,
            _("Apprentice"),
            pgettext_lazy("level of the computer", "Easy"),
            _("Scores what it can reach in two shifts. Otherwise it goes for one of its cards."),
        ),
        "clever": Bot(
            clever,
            _("Clever"),
            pgettext_lazy("level of the computer", "Hard"),
            _(
                "Weighs every turn it can make with three shifts. It counts the points, and how "
                "close the cards it keeps are to scoring."
            ),
        ),
        "master": Bot(
            master,
            _("Master"),
            pgettext_lazy("level of the computer", "Very hard"),
            _(
                "Plays its best turns through against many hands that you might have, up to its "
                "next turn and yours. It thinks for a second."
            ),
            seconds=1.0,
        ),
    },
    first_bot="clever",
    refusals=REFUSALS,
    action_words=ACTION_WORDS,
    end_reasons=END_REASONS,
    pieces=CARDS,
    largest_hand=LARGEST_HAND,
    # More than any hand allows, and few enough to be read.
    longest_turn=30,
    strict_alone={"mixed": "0"},
)
