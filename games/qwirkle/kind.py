"""Qwirkle's entry among the games."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.kit.kind import Bot, Kind
from games.qwirkle.bots.greedy import greedy
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
        "greedy": Bot(greedy, _("Computer"), pgettext_lazy("level of the computer", "Medium")),
    },
    first_bot="greedy",
    refusals=REFUSALS,
    action_words=ACTION_WORDS,
    end_reasons=END_REASONS,
    pieces=TILES_BY_NAME,
    largest_hand=HAND_SIZE,
    showcase=lambda: {"turn": worked_example()[-1]},
)
