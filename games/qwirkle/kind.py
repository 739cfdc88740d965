"""Qwirkle's entry among the games."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.kit.kind import Bot, Kind
from games.qwirkle.bots.greedy import greedy, novice
from games.qwirkle.bots.thinkers import master, strategist
from games.qwirkle.presenter.table import QwirklePresenter
from games.qwirkle.rules.engine import QwirkleEngine
from games.qwirkle.rules.tiles import HAND_SIZE, TILES_BY_NAME
from games.qwirkle.rules.view import QwirkleView
from games.qwirkle.rules_page import RULES_PAGE
from games.qwirkle.tutorial import TUTORIAL
from games.qwirkle.words import ACTION_WORDS, END_REASONS, REFUSALS
from games.qwirkle.worked_example import worked_example

QWIRKLE: Kind[QwirkleView] = Kind(
    engine=QwirkleEngine(),
    name=_("Qwirkle"),
    presenter=QwirklePresenter(),
    rules_page=RULES_PAGE,
    tutorial=TUTORIAL,
    bots={
        "novice": Bot(
            novice,
            _("Novice computer"),
            pgettext_lazy("level of the computer", "Novice (easy)"),
            _(
                "Takes the best move it notices, and overlooks more than half of the places. "
                "A good first opponent."
            ),
        ),
        "greedy": Bot(
            greedy,
            _("Greedy computer"),
            pgettext_lazy("level of the computer", "Greedy (medium)"),
            _(
                "Sees every move and takes the one with the most points. It never asks what that "
                "leaves to you."
            ),
        ),
        "strategist": Bot(
            strategist,
            _("Strategist computer"),
            pgettext_lazy("level of the computer", "Strategist (hard)"),
            _(
                "Plays its best moves through against many hands that you might have. "
                "It thinks for a fifth of a second."
            ),
            seconds=0.2,
        ),
        "master": Bot(
            master,
            _("Master computer"),
            pgettext_lazy("level of the computer", "Master (very hard)"),
            _(
                "Guesses your tiles from what you have played, looks further ahead, and knows the "
                "end by heart. It thinks for two seconds."
            ),
            seconds=2.0,
        ),
    },
    first_bot="greedy",
    refusals=REFUSALS,
    action_words=ACTION_WORDS,
    end_reasons=END_REASONS,
    pieces=TILES_BY_NAME,
    largest_hand=HAND_SIZE,
    showcase=lambda: {"turn": worked_example()[-1]},
)
